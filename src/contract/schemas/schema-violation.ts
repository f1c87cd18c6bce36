import type { ErrorObject } from 'ajv/dist/2020.js';
import { contract, isJsonObject, type JsonObject } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { parsePointer, writePath } from '../values/path.js';
import { leastCertain, type Origin, originOf, type Provenance } from './origin.js';
import { SchemaCompiler } from './schema-compiler.js';
import { expectation, received } from './schema-words.js';
import { Spot } from './spot.js';

/** A part of a body that the contract's schema does not allow. */
export interface SchemaViolation {
  /** On the wire: `items[3].success`; `''` for the body itself. For a missing field, the path that it should have. */
  readonly path: string;
  /** Our path, if it differs. */
  readonly ours?: string;
  /** In words: `an integer`, `one of: pending, processing`, `the field to be present`. */
  readonly expected: string;
  /** In words: the type and, for a simple value, the value, cut if it is long. */
  readonly received: string;
  /** The violated JSON Schema keyword; `status` for an undocumented status. */
  readonly keyword: string;
  /** How certain the violated rule is; never more certain than the schemas that contain the value. */
  readonly provenance: Provenance;
  /** With `assumed`: the gap whose assumption does not hold; if there are several, the one nearest to the value. */
  readonly gap?: string;
  /** Every gap on the way from the value to the whole body, nearest first. */
  readonly gaps: readonly string[];
  /** Present if the target's file closes the rule: then no gap excuses the violation. */
  readonly closed?: true;
}

const compiler = new SchemaCompiler(contract);

/**
 * Judges a value by a schema of the contract.
 *
 * @param pointer - JSON Pointer of the schema in the contract
 * @param value - parsed JSON in our words; undefined if there is no body
 * @param seen - the value on the wire for one of our paths, if the target has words of its own
 * @returns every violation; empty if the value conforms
 * @throws ContractError when there is no such schema
 */
export function schemaViolations(
  pointer: string,
  value: unknown,
  seen?: (ours: string) => unknown,
): readonly SchemaViolation[] {
  const validate = compiler.validator(pointer);
  if (validate(value)) return [];
  const whole = wholes.get(pointer) ?? Spot.of(contract, new DocumentNode(contract, pointer).written);
  wholes.set(pointer, whole);
  const violations = withoutBranches(oneOfEachKind(validate.errors ?? [], whole)).map((error) =>
    asViolation(error, seen),
  );
  const isNew = oncePerKey();
  return violations.filter(({ path, expected }) => isNew(`${path} ${expected}`));
}

/** The bodies that schemas describe, by their pointers. */
const wholes = new Map<string, Spot>();

/** An error, and what describes the value that it is about. */
interface Placed {
  readonly error: ErrorObject;
  readonly segments: readonly string[];
  readonly spot: Spot | undefined;
}

/** A function that says whether a key is new: true for the first time only. */
function oncePerKey(): (key: string) => boolean {
  const known = new Set<string>();
  return (key) => !known.has(key) && known.add(key).has(key);
}

/** Of the same errors in different entries of a list or values of a map, the first. */
function oneOfEachKind(errors: readonly ErrorObject[], whole: Spot): readonly Placed[] {
  const isNew = oncePerKey();
  return errors.flatMap((error) => {
    const kind = `${error.schemaPath} ${error.params.missingProperty}`;
    // Of the thousands of entries that a list may have, one is looked up in the schema.
    if (!isNew(`at ${error.instancePath.replaceAll(/\d+/g, '0')} ${kind}`)) return [];
    const segments = parsePointer(error.instancePath);
    const spot = segments.reduce<Spot | undefined>((found, segment) => found?.under(segment), whole);
    return isNew(`in ${spot?.path} ${kind}`) ? [{ error, segments, spot }] : [];
  });
}

/**
 * Drops redundant errors of unions. A string schema that names values without excluding others has an anyOf next to its
 * type: if the type is wrong, the branches fail as well and add nothing.
 */
function withoutBranches(all: readonly Placed[]): readonly Placed[] {
  const unions = all.filter(({ error }) => error.keyword === 'anyOf');
  const told = all.filter((each) => !unions.some((union) => isBelow(each, union)));
  const hasOther = (union: Placed) =>
    told.some((each) => each !== union && each.error.parentSchema === union.error.parentSchema);
  return told.filter((each) => each.error.keyword !== 'anyOf' || !hasOther(each));
}

function isBelow({ spot, error: { schemaPath } }: Placed, union: Placed): boolean {
  const isInside = spot === undefined || spot.path.startsWith(union.spot?.path ?? '');
  return isInside && schemaPath.startsWith(`${union.error.schemaPath}/`);
}

function asViolation({ error, segments, spot }: Placed, seen?: (ours: string) => unknown): SchemaViolation {
  const { keyword, parentSchema, data } = error;
  const missing = keyword === 'required' ? [String(error.params.missingProperty)] : [];
  const around = spot?.parts.find(({ schema }) => schema === parentSchema)?.origins ?? [];
  const origins = originsOf(parentSchema, keyword, missing[0]).concat(around);
  const gaps = [...new Set(origins.flatMap(({ gap }) => gap ?? []))];
  const path = writePath([...segments, ...missing]);
  const value = seen === undefined || data === undefined ? data : seen(path);
  // On the wire, the value may be at a different place than ours.
  const isMissing = keyword === 'required' || (data !== undefined && value === undefined);
  return {
    path,
    expected: isMissing ? 'the field to be present' : expectation(error),
    received: isMissing ? 'nothing' : received(value, parentSchema?.format === 'password'),
    keyword: isMissing ? 'required' : keyword,
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
