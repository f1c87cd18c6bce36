import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CatalogueDocument } from './catalogue.js';
import { type Catalogue, catalogueProblems, schemaProblem, spelledOut } from './catalogue-problems.js';
import { catalogueSchema } from './catalogue-schema.js';

const ajv = new Ajv2020({ allErrors: true, verbose: true, discriminator: true });
const hasItsSchema = ajv.compile<CatalogueDocument>(catalogueSchema);

/**
 * Checks a parsed catalogue and spells out its operations.
 * @throws an error that lists every problem, a line each, with the id of the entry and the key
 */
export function parseCatalogue(document: unknown): Catalogue {
  if (!hasItsSchema(document)) throw refusal(schemaProblems(document));
  const problems = catalogueProblems(document);
  if (problems.length > 0) throw refusal(problems);
  return spelledOut(document);
}

function schemaProblems(document: unknown): string[] {
  // Each branch of an anyOf reports its own error; the error of the anyOf itself says it all.
  const errors = (hasItsSchema.errors ?? []).filter(({ schemaPath }) => !schemaPath.includes('/anyOf/'));
  return errors.map((error) => schemaProblem(error, document));
}

function refusal(problems: readonly string[]): Error {
  return new Error(`schemas/requirements.yaml is not a valid catalogue:\n  ${problems.join('\n  ')}`);
}
