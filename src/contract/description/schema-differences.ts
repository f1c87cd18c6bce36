import type { JsonObject } from '../documents/document.js';
import type { DescribedPlace } from '../documents/document-part.js';
import { type Kind, type Step, stepInWords } from '../mapping/file/file-steps.js';
import { placeInTheirs, type Translation } from '../mapping/translation.js';
import { type Origin, originOf } from '../schemas/origin.js';
import { originsOf, type SchemaFacts, type SchemaReader } from '../schemas/schema-facts.js';
import { limits } from '../values/limits.js';
import { eachEntry, eachMember, lastName, type Segments, writePath } from '../values/path.js';

/** A difference between a document of the target and the contract. */
export interface Difference {
  readonly place: DescribedPlace;
  /** The document's side: `no such field`. */
  readonly described: string;
  /** What the document should do about the element. */
  readonly demand: 'declare' | 'not declare' | 'require' | 'not require';
  /** The status that the document declares in place of the contract's. */
  readonly instead?: string;
  /** The gaps on whose assumptions the contract's side rests; empty if the contract's side is stated or derived. */
  readonly gaps: readonly string[];
  /** The steps of the target's file that produce the contract's side: `operations.listBrands.response.rename, ...`. */
  readonly by?: readonly string[];
}

/** A body of the contract and that of a document. */
interface ComparedBodies {
  readonly contract: SchemaReader;
  readonly described: SchemaReader;
  /** The document's schema for the body, as written. */
  readonly schema: unknown;
  /** The place of the body in the document. */
  readonly place: DescribedPlace;
  /** How the target words the body, and the steps of its file that say so. */
  readonly words: Pick<Translation, 'toTheirs'>;
  readonly steps: readonly Step[];
}

/** A value in the contract's body. */
interface Value {
  /** Its path in our words; empty for the body itself. */
  readonly ours: Segments;
  /** The document's path of the object or the list that contains it. */
  readonly holder: Segments;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** The origins of everything that contains it, nearest first. */
  readonly around: readonly Origin[];
  /** The schemas of the fields next to it. */
  readonly neighbours: readonly JsonObject[];
}

/**
 * Compares the fields of a document's schema for one body with those of the contract: their names in the target's
 * words, and whether they are required. If the contract leaves something open, the document may say anything, and it
 * needn't state what only follows from the description (`derived`). Responses show whether types agree.
 * @param schema - of the contract
 * @param around - the origins of the request or the response with the body
 * @returns the differences in the order of the contract
 * @throws IntricateSchemas when the schemas of a document exceed the limit
 */
export function bodyDifferences(
  bodies: ComparedBodies,
  schema: JsonObject,
  around: readonly Origin[],
): readonly Difference[] {
  return differencesAt(bodies, { ours: [], holder: [], schema, isRequired: true, around, neighbours: [] });
}

function differencesAt(bodies: ComparedBodies, value: Value): readonly Difference[] {
  const { ours, schema, isRequired, neighbours } = value;
  const isRequest = bodies.place.part === 'request body';
  const path = placeInTheirs(bodies.words, ours);
  // The target may lack the field.
  if (path === undefined) return [];
  const place = { ...bodies.place, path };
  const by = bodies.steps.filter((step) => step.path === writePath(ours)).map(stepInWords);
  const facts = bodies.contract.facts(schema);
  const isPlaced = hasStep(bodies, ours, 'rename', 'move') || hasStep(bodies, ours.slice(0, -1), 'flat');
  const around = [...(isPlaced ? [] : originsOf(facts)), ...value.around];
  const there = found(bodies, value.holder, path);
  if (there === undefined)
    return isRequired || isRequest ? [{ ...missing(place, 'field', gapsOf(around)), by }] : [];
  const required = originOf(schema, 'required');
  const isLax = isRequired && !there.isRequired && required?.provenance !== 'derived';
  const isStrict = isRequest && !isRequired && there.isRequired;
  const gaps = isLax ? gapsOf([required ?? [], around].flat()) : openGaps(schema, neighbours, around);
  const inside = valuesIn(bodies, { ...value, holder: path, around }, facts);
  return [
    ...(isLax || isStrict ? [{ ...otherwiseRequired(place, 'field', isLax, gaps), by }] : []),
    ...inside.flatMap((each) => differencesAt(bodies, each)),
    ...(isRequest
      ? furtherFields(bodies, place, bodies.described.facts(there.schema).required, inside, around)
      : []),
  ];
}

/** The fields of an object, with those of objects that are flat in it, its entries, and the values of a map. */
function valuesIn(
  bodies: ComparedBodies,
  value: Value,
  { items, others, properties, required }: SchemaFacts,
  isHolderRequired = true,
): readonly Value[] {
  const fields = [...properties].flatMap(([name, schema]): readonly Value[] => {
    const isRequired = isHolderRequired && required.has(name);
    const field = { ...value, ours: [...value.ours, name], schema, isRequired };
    if (!hasStep(bodies, field.ours, 'flat')) return [field];
    return valuesIn(bodies, field, bodies.contract.facts(schema), isRequired);
  });
  const neighbours = fields.map(({ schema }) => schema);
  const inside = [[eachEntry, items] as const, [eachMember, others] as const].flatMap(([segment, schema]) =>
    schema === undefined ? [] : [{ ...value, ours: [...value.ours, segment], schema, isRequired: true }],
  );
  return [...fields.map((field) => ({ ...field, neighbours })), ...inside];
}

/** Fields of a request that the document requires, but that are none of the contract's. */
function furtherFields(
  { steps, words }: ComparedBodies,
  place: DescribedPlace,
  required: ReadonlySet<string>,
  values: readonly Value[],
  around: readonly Origin[],
): readonly Difference[] {
  const gaps = openGaps({}, values[0]?.neighbours ?? [], around);
  const constants = steps.filter(({ kind }) => kind === 'constant').map(({ path }) => lastName(path));
  const names = values.map(({ ours }) => placeInTheirs(words, ours)?.[place.path.length]);
  return [...required]
    .filter((name) => !names.includes(name) && !constants.includes(name))
    .slice(0, limits.furtherNames)
    .map((name) => otherwiseRequired({ ...place, path: [...place.path, name] }, 'field', false, gaps));
}

/** The document's schema at a place in a value; undefined if one of the fields on the way doesn't exist. */
function found(
  { described, schema: whole }: ComparedBodies,
  holder: Segments,
  path: Segments,
): { readonly schema: unknown; readonly isRequired: boolean } | undefined {
  let [schema, isRequired] = [whole, true];
  for (const [index, segment] of path.entries()) {
    const { items, others, properties, required } = described.facts(schema);
    if (segment === eachEntry) schema = items;
    else if (segment === eachMember) schema = others;
    else {
      schema = properties.get(segment);
      isRequired &&= index < holder.length || required.has(segment);
      if (schema === undefined) return undefined;
    }
  }
  return { schema, isRequired };
}

function hasStep({ steps }: ComparedBodies, ours: Segments, ...kinds: readonly Kind[]): boolean {
  return steps.some(({ kind, path }) => kinds.includes(kind) && path === writePath(ours));
}

/** The document lacks an element of the contract: a `field`, a `parameter`. */
export function missing(place: DescribedPlace, element: string, gaps: readonly string[]): Difference {
  return { place, described: `no such ${element}`, demand: 'declare', gaps };
}

/** One side requires an element that the other only allows, or doesn't have. */
export function otherwiseRequired(
  place: DescribedPlace,
  element: string,
  isRequired: boolean,
  gaps: readonly string[],
): Difference {
  return isRequired
    ? { place, described: `an optional ${element}`, demand: 'require', gaps }
    : { place, described: `a required ${element}`, demand: 'not require', gaps };
}

/** The gaps among origins, each once, nearest first; empty if none of the origins is assumed. */
export function gapsOf(origins: readonly Origin[]): readonly string[] {
  return [...new Set(origins.flatMap(({ gap }) => gap ?? []))];
}

/**
 * The gaps under which the contract leaves something open, so a document may state it. They are those of the element
 * itself, or else of its neighbours, or else of everything that contains it, or else that of validation (G-15).
 */
export function openGaps(
  element: JsonObject,
  neighbours: readonly JsonObject[],
  around: readonly Origin[],
): readonly string[] {
  const marked = (schema: JsonObject) =>
    Object.entries(schema).flatMap(([key, value]) =>
      /^x-(\w+-)?gap$/.test(key) && typeof value === 'string' ? [value] : [],
    );
  const candidates = [marked(element), neighbours.flatMap(marked).slice(0, 1), gapsOf(around)];
  return [...new Set(candidates.find((gaps) => gaps.length > 0) ?? ['G-15'])];
}
