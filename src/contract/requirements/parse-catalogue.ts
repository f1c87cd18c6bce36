import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isOperation } from '../operations.js';
import { parsePointer } from '../values/path.js';
import { type Catalogue, gapsOf, type RequirementEntry, spelledOut } from './catalogue.js';
import { isSet, setNames } from './operation-sets.js';

/**
 * Checks a parsed catalogue and expands its operations.
 * @throws an error that lists every problem, a line each, with the id of the entry and the key
 */
export function parseCatalogue(document: unknown): Catalogue {
  const hasItsSchema = ajv.compile<Catalogue<RequirementEntry>>(catalogueSchema);
  if (!hasItsSchema(document)) {
    // Each branch of an anyOf reports its own error; the error of the anyOf itself covers them all.
    const errors = (hasItsSchema.errors ?? []).filter(({ schemaPath }) => !schemaPath.includes('/anyOf/'));
    throw refusal(errors.map((error) => schemaProblem(error, document)));
  }
  const problems = catalogueProblems(document);
  if (problems.length > 0) throw refusal(problems);
  return spelledOut(document);
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, discriminator: true });

function refusal(problems: readonly string[]): Error {
  return new Error(`schemas/requirements.yaml is not a valid catalogue:\n  ${problems.join('\n  ')}`);
}

/**
 * Finds problems that no schema can express: ids that occur twice or refer to nothing, and entries in the wrong order.
 * @returns a line for each problem, with the id and the key; empty if there are none
 */
function catalogueProblems(document: Catalogue<RequirementEntry>): string[] {
  const { topics, gaps, requirements } = document;
  return [
    ...clauseProblems(document),
    ...duplicates(topics.map(({ prefix }) => prefix)).map(
      (prefix) => `topic ${prefix}: key "prefix" occurs twice`,
    ),
    ...duplicates(gaps.map(({ id }) => id)).map((id) => `gap ${id}: key "id" occurs twice`),
    ...duplicates(requirements.map(({ id }) => id)).map((id) => `requirement ${id}: key "id" occurs twice`),
    ...requirements.flatMap((entry) => entryProblems(entry, document)),
    ...gaps.filter(({ id }) => !requirements.some((entry) => gapsOf(entry).includes(id))).map(unused),
    ...orderProblems(document),
  ];
}

/** Every clause that is named has its sentence, and every sentence a clause that is named. */
function clauseProblems({ clauses, topics, gaps, requirements }: Catalogue<RequirementEntry>): string[] {
  const named = new Set([...topics, ...gaps, ...requirements].flatMap(({ clause }) => clause));
  return [
    ...[...named].filter((id) => !(id in clauses)).map((id) => `clause ${id}: is named, but has no sentence`),
    ...Object.keys(clauses)
      .filter((id) => !named.has(id))
      .map((id) => `clause ${id}: has a sentence, but nothing names it`),
  ];
}

function entryProblems(entry: RequirementEntry, document: Catalogue<RequirementEntry>): string[] {
  const { operations: written } = entry;
  const listed = typeof written === 'string' ? [] : 'allBut' in written ? written.allBut : written;
  const operations = listed === written ? listed : listed.filter((each) => !isSet(each));
  const gapKey = entry.from === 'assumed' ? 'gap' : 'assumedPart/gap';
  const problems = [
    ...operations
      .filter((operationId) => !isOperation(operationId))
      .map((operationId) => `key "operations" names ${operationId}, which the contract doesn't have`),
    ...gapsOf(entry)
      .filter((gap) => !document.gaps.some(({ id }) => id === gap))
      .map((gap) => `key "${gapKey}" names ${gap}, which is not defined`),
  ];
  if (entry.notTested && entry.notTestedPart) {
    problems.push('keys "notTested" and "notTestedPart" exclude each other');
  }
  if (entry.notTested && entry.verified !== undefined)
    problems.push('keys "notTested" and "verified" exclude each other');
  if (!entry.notTested && entry.verified === undefined)
    problems.push('needs either key "verified" or key "notTested" with a reason why there is no check');
  return problems.map((problem) => `requirement ${entry.id}: ${problem}`);
}

function orderProblems({ topics, requirements }: Catalogue<RequirementEntry>): string[] {
  const ranks = requirements.map(({ id }) => topics.findIndex(({ prefix }) => id.startsWith(`${prefix}-`)));
  return requirements.flatMap(({ id }, index) => {
    const rank = ranks[index] ?? -1;
    const previous = requirements[index - 1]?.id ?? '';
    const previousRank = ranks[index - 1] ?? 0;
    if (rank === -1) return [`requirement ${id}: key "id" has a prefix that is not a topic`];
    const isLater = rank > previousRank || (rank === previousRank && id >= previous);
    return isLater ? [] : [`requirement ${id}: key "id" must come before ${previous}`];
  });
}

function unused({ id }: { readonly id: string }): string {
  return `gap ${id}: key "id" is not named by any requirement`;
}

function duplicates(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** The schema's rejection in one line: which entry, which key, the rule and the value. */
function schemaProblem(error: ErrorObject, document: unknown): string {
  const { keyword, params, parentSchema, data, message } = error;
  const [section = '', index, ...path] = parsePointer(error.instancePath);
  const { id, prefix } = Object(Object(Object(document)[section])[index ?? '']);
  const entry = `${section.replace(/s$/, '')} ${id ?? prefix ?? `number ${Number(index) + 1}`}`;
  const place = index === undefined ? 'the catalogue' : entry;
  const key = (index === undefined ? [section] : path).join('/');
  const at = key === '' ? '' : `${key}/`;
  if (keyword === 'additionalProperties') return `${place}: unknown key "${at}${params.additionalProperty}"`;
  if (keyword === 'required') return `${place}: missing key "${at}${params.missingProperty}"`;
  const rule =
    keyword === 'enum'
      ? `must be one of ${params.allowedValues.join(', ')}`
      : (parentSchema?.description ?? message);
  return `${place}: key "${key}" ${rule}, but is ${JSON.stringify(data)}`;
}

const phrase = text('must be a phrase', '^\\S.*\\S$');
const ground = text('must be a phrase without a full stop', '^\\S.*[^\\s.]$');
const prose = text('must be prose that ends with a full stop', '^\\S.*\\.$');
const sentence = text('must be a sentence, from a capital letter to a full stop', '^[A-Z].*\\.$');
const gapId = text('must be the id of a gap such as G-07', '^G-\\d{2}$');
const clauseNumber = '^[1-9](\\.\\d{1,2})?$';
const clauses = list(text('must be a clause such as "5.5", in quotes', clauseNumber));
const operationId = text('must be an operationId', '^[a-z][A-Za-z]+$');

const promised = {
  id: text('must be an id such as BAT-09', '^[A-Z]{3,4}-\\d{2}$'),
  clause: clauses,
  strength: { enum: ['must', 'should', 'may'] },
  sentence,
  operations: {
    description: `must be a set (${setNames.join(', ')}), a list of operationIds or { allBut: a list }`,
    anyOf: [
      { enum: setNames },
      list(operationId),
      object({ allBut: list({ anyOf: [{ enum: setNames }, operationId] }) }),
    ],
  },
  observed: prose,
};
const each = { const: true, description: 'must be true' };
const untested = {
  each,
  verified: ground,
  notTested: object({ kind: { enum: ['planned', 'impossible'] }, reason: prose }),
  notTestedPart: object({ what: phrase, reason: prose }),
};
const assumedPart = object({ gap: list(gapId), what: phrase });
const derivedPart = object({ derivedFrom: phrase, what: phrase });

/**
 * JSON Schema (2020-12) of schemas/requirements.yaml. It rejects unknown keys everywhere; which keys a requirement may
 * have depends on its `from`.
 */
const catalogueSchema = object({
  clauses: {
    type: 'object',
    propertyNames: { pattern: clauseNumber },
    // With its number, one row of a terminal.
    additionalProperties: { ...sentence, maxLength: 82 },
  },
  topics: list(
    object({ prefix: text('must be a prefix such as BAT', '^[A-Z]{3,4}$'), title: phrase, clause: clauses }),
  ),
  gaps: list(
    object({
      id: gapId,
      clause: clauses,
      notShown: prose,
      assumed: prose,
    }),
  ),
  requirements: list({
    type: 'object',
    discriminator: { propertyName: 'from' },
    required: ['from'],
    oneOf: [
      object(
        { from: { const: 'stated' }, basis: ground, ...promised },
        { ...untested, assumedPart, derivedPart },
      ),
      object({ from: { const: 'derived' }, ...promised, derivedFrom: phrase }, { ...untested, assumedPart }),
      object({ from: { const: 'assumed' }, ...promised, gap: list(gapId) }, untested),
    ],
  }),
});

function object(required: Record<string, object>, optional: Record<string, object> = {}) {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

function list(items: object) {
  return { type: 'array', minItems: 1, uniqueItems: true, items };
}

function text(description: string, pattern: string) {
  return { type: 'string', description, pattern };
}
