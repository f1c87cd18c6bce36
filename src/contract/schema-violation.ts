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
  /** `items[3].success`; `''` for the body itself. For a missing field, the path that it should have. */
  readonly path: string;
  /** In words: `an integer`, `one of: pending, processing`, `the field to be present`. */
  readonly expected: string;
  /** In words: the type and, for a simple value, the value, cut if it is long. */
  readonly received: string;
  /** The violated JSON Schema keyword; `status` for an undocumented status. */
  readonly keyword: string;
  /** How certain the violated rule is; never more certain than the schemas that contain the value. */
  readonly provenance: Provenance;
  /** With `assumed`: the gap whose assumption does not hold, the one nearest to the value. */
  readonly gap?: string;
  /** Every gap on the way from the value to the whole body, nearest first. */
  readonly gaps: readonly string[];
  /** Present if the target's file closes the rule: then no gap excuses the violation. */
  readonly closed?: true;
}

/** Whether schemas and values are in our words or in the target's. */
export type Vocabulary = 'ours' | 'theirs';

/** Judges a value by the schema to which a JSON Pointer leads. */
type SchemaJudge = (pointer: string, value: unknown) => readonly SchemaViolation[];

/** Judges values by the schemas of one document: a contract in either vocabulary. */
export function schemaJudge(document: JsonObject): SchemaJudge {
  const compiler = new SchemaCompiler(document);
  return (pointer, value) => {
    const validate = compiler.validator(pointer);
    if (validate(value)) return [];
    const violations = withoutBranches(validate.errors ?? []).map((error) =>
      asViolation(document, pointer, error),
    );
    const seen = new Set<string>();
    return violations.filter(({ path, expected }) => {
      const key = `${path} ${expected}`;
      return !seen.has(key) && seen.add(key);
    });
  };
}

const ours = schemaJudge(contract);
const judges: Readonly<Record<Vocabulary, SchemaJudge>> = {
  ours,
  theirs: wireContract === contract ? ours : schemaJudge(wireContract),
};

/**
 * Judges a value by a schema of the contract.
 *
 * @param pointer - JSON Pointer of the schema in the contract
 * @param value - parsed JSON; undefined if there is no body
 * @param vocabulary - the words that the schema and the value use
 * @returns every violation; empty if the value conforms
 * @throws ContractError when there is no such schema
 */
export function schemaViolations(
  pointer: string,
  value: unknown,
  vocabulary: Vocabulary = 'ours',
): readonly SchemaViolation[] {
  return judges[vocabulary](pointer, value);
}

/**
 * Drops redundant errors of unions. A string schema that names values without excluding others has an anyOf next to its
 * type: if the type is wrong, the branches fail as well and add nothing. If a constant in the value selects a branch,
 * only the errors of that branch matter.
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

/**
 * The errors of the only branch of a union whose constants match the value; undefined if the constants don't decide.
 */
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

/** The origins of the violated keyword and of the element that it applies to. */
function originsOf(schema: JsonObject | undefined, keyword: string, missing: string | undefined): Origin[] {
  if (schema === undefined) return [];
  const field =
    missing !== undefined && isJsonObject(schema.properties) ? schema.properties[missing] : undefined;
  const element = isJsonObject(field) ? field : schema;
  return [originOf(element, keyword), originOf(element)].filter((origin) => origin !== undefined);
}
