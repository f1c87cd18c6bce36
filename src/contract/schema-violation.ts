import type { ErrorObject } from 'ajv/dist/2020.js';
import { wireContract } from './closings/target.js';
import { contract, isJsonObject, type JsonObject } from './document.js';
import { expectation } from './expectation.js';
import { instancePath } from './instance-path.js';
import { segmentsOf } from './json-pointer.js';
import { leastCertain, type Origin, originOf, type Provenance } from './origin.js';
import { received } from './received.js';
import { SchemaCompiler } from './schema-compiler.js';
import { schemaTrail } from './schema-trail.js';

/** Something in a body that the contract's schema does not allow. */
export interface SchemaViolation {
  /** `items[3].success`; `''` for the body itself. For a missing field, the place where it should be. */
  readonly path: string;
  /** In words: `an integer`, `one of: pending, processing`, `the field to be present`. */
  readonly expected: string;
  /** In words: type, and the value where it is short. */
  readonly received: string;
  /** The JSON Schema keyword that is broken; `status` for a status that is not documented. */
  readonly keyword: string;
  /** How certain the broken rule is; never more certain than what the value stands in. */
  readonly provenance: Provenance;
  /** With `assumed`: the gap whose assumption does not hold, the one nearest to the value. */
  readonly gap?: string;
  /** Every gap on the way from the value to the whole body, nearest first. */
  readonly gaps: readonly string[];
  /** Present where the target's file closes the rule: then no gap excuses the violation. */
  readonly closed?: true;
}

/** The contract in our words, and in those of the target. */
export type Vocabulary = 'ours' | 'theirs';

const documents: Readonly<Record<Vocabulary, JsonObject>> = { ours: contract, theirs: wireContract };
const ours = new SchemaCompiler(contract);
const compilers: Readonly<Record<Vocabulary, SchemaCompiler>> = {
  ours,
  theirs: wireContract === contract ? ours : new SchemaCompiler(wireContract),
};

/**
 * Judges a value by a schema of the contract.
 *
 * @param pointer - JSON Pointer of the schema in the contract
 * @param value - parsed JSON; undefined for no body
 * @param vocabulary - of the schema and the value
 * @returns every violation, none when the value fits
 * @throws ContractError when there is no such schema
 */
export function schemaViolations(
  pointer: string,
  value: unknown,
  vocabulary: Vocabulary = 'ours',
): readonly SchemaViolation[] {
  const validate = compilers[vocabulary].validator(pointer);
  if (validate(value)) return [];
  const violations = withoutBranches(validate.errors ?? []).map((error) =>
    asViolation(documents[vocabulary], pointer, error),
  );
  const seen = new Set<string>();
  return violations.filter(({ path, expected }) => {
    const key = `${path} ${expected}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * A string that names values without excluding others has an anyOf next to its type: where the type doesn't hold, the
 * branches fail as well, and say nothing more. Where a value says by a constant which branch it is of, that branch tells what
 * is wrong with it.
 */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const own = new Map(unions.map((union) => [union, ownBranch(union, errors)]));
  const told = errors.filter((error) =>
    unions.every((union) =>
      error === union
        ? own.get(union) === undefined
        : !isIn(error, union) || own.get(union)?.includes(error) === true,
    ),
  );
  const hasOther = (union: ErrorObject) =>
    told.some((error) => error !== union && error.parentSchema === union.parentSchema);
  return told.filter((error) => error.keyword !== 'anyOf' || !hasOther(error));
}

/** The errors of the only branch of a union whose constants a value has; undefined where no constant decides. */
function ownBranch(union: ErrorObject, errors: readonly ErrorObject[]): readonly ErrorObject[] | undefined {
  const count = Array.isArray(union.schema) ? union.schema.length : 0;
  const fitting = Array.from({ length: count }, (_, index) =>
    errors.filter((error) => isIn(error, union, `/${index}`)),
  ).filter((branch) => branch.every(({ keyword }) => keyword !== 'const'));
  return count > 1 && fitting.length === 1 ? fitting[0] : undefined;
}

function isIn(error: ErrorObject, { schemaPath, instancePath }: ErrorObject, branch = ''): boolean {
  return (
    error.instancePath.startsWith(instancePath) && error.schemaPath.startsWith(`${schemaPath}${branch}/`)
  );
}

function asViolation(document: JsonObject, pointer: string, error: ErrorObject): SchemaViolation {
  const { keyword, parentSchema, data } = error;
  const segments = segmentsOf(error.instancePath);
  const missing = keyword === 'required' ? [String(error.params.missingProperty)] : [];
  const origins = originsOf(parentSchema, keyword, missing[0]).concat(
    schemaTrail(document, pointer, segments, parentSchema).flatMap((schema) => originOf(schema) ?? []),
  );
  const gaps = [...new Set(origins.flatMap(({ gap }) => gap ?? []))];
  return {
    path: instancePath([...segments, ...missing]),
    expected: expectation(error),
    received: keyword === 'required' ? 'nothing' : received(data, parentSchema?.format === 'password'),
    keyword,
    ...leastCertain(origins),
    gaps,
  };
}

/** Where the broken keyword comes from, and the element that it is about. */
function originsOf(schema: JsonObject | undefined, keyword: string, missing: string | undefined): Origin[] {
  if (schema === undefined) return [];
  const field =
    missing !== undefined && isJsonObject(schema.properties) ? schema.properties[missing] : undefined;
  const element = isJsonObject(field) ? field : schema;
  return [originOf(element, keyword), originOf(element)].filter((origin) => origin !== undefined);
}
