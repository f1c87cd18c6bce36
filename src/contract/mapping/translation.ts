import { eachEntry, lastName, parsePath, type Segments, writePath } from '../values/path.js';

/**
 * Two vocabularies of one body, or of the parameters of one request: ours, which is the contract's, and theirs, which
 * is the target's. Translating there and back changes nothing, except that a time which the target counts in seconds
 * comes back in UTC; a value that doesn't fit stays unchanged.
 */
export interface Translation {
  /** A value of ours in the target's words, for requests. */
  toTheirs(ours: unknown): unknown;
  /** One of the target's values in our words, for responses. */
  toOurs(theirs: unknown): unknown;
  /** Whether the two vocabularies are the same here. */
  readonly isIdentity: boolean;
}

/** The requests and responses of one operation, in both vocabularies. */
export interface OperationTranslation {
  readonly path: Translation;
  readonly query: Translation;
  readonly request: Translation;
  readonly response: Translation;
}

/** Both vocabularies are the same. */
export const identity: Translation = {
  toTheirs: (ours) => ours,
  toOurs: (theirs) => theirs,
  isIdentity: true,
};

/** An operation that uses the contract's words throughout. */
export const sameWords: OperationTranslation = {
  path: identity,
  query: identity,
  request: identity,
  response: identity,
};

/**
 * The target's name for a field or a parameter of a request.
 * @param place in our words: `page`, or `items[].price.sale_price`
 * @param fields the names of the fields of the object at that place
 * @returns the last name of its path on the wire; if the target has no such object, also its names for the fields
 */
export function namesInTheirs(
  both: OperationTranslation,
  place: string,
  fields: readonly string[] = [],
): readonly string[] {
  const name = nameInTheirs(both, place);
  const below = fields.map((field) => `${place}.${field}`);
  const isFlat = below.every((field) => !placeInTheirs(both.request, parsePath(field) ?? [])?.includes(name));
  return [name, ...(isFlat ? below.map((field) => nameInTheirs(both, field)) : [])];
}

function nameInTheirs({ query, request }: OperationTranslation, place: string): string {
  const ours = lastName(place);
  const theirs = [query, request].map((each) => lastName(pathInTheirs(each, place) ?? ours));
  return theirs.find((name) => name !== ours) ?? ours;
}

/**
 * The target's path for one of ours.
 * @param place - in our words, for one or any entry of a list: `items[3].status`, `items[].status`
 * @returns `data[3].state`, `data[].state`; undefined if the target has no such place
 */
export function pathInTheirs({ toTheirs }: Pick<Translation, 'toTheirs'>, place: string): string | undefined {
  const segments = placeInTheirs({ toTheirs }, parsePath(place) ?? []);
  return segments && writePath(segments);
}

/** The same for a path that is already read. */
export function placeInTheirs(
  { toTheirs }: Pick<Translation, 'toTheirs'>,
  ours: Segments,
): Segments | undefined {
  const entries = ours.filter(isEntry);
  const theirs = segmentsOfMark(toTheirs(markedAt(ours)));
  // A translation neither reorders lists nor adds one.
  return theirs?.map((segment) => (segment === eachEntry ? (entries.shift() ?? segment) : segment));
}

function isEntry(segment: string): boolean {
  return segment === eachEntry || /^\d+$/.test(segment);
}

function markedAt(segments: Segments): unknown {
  return segments.reduceRight<unknown>(
    (value, segment) => (isEntry(segment) ? [value] : { [segment]: value }),
    mark,
  );
}

function segmentsOfMark(value: unknown): Segments | undefined {
  if (value === mark) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const below = segmentsOfMark(member);
    if (below !== undefined) return [Array.isArray(value) ? eachEntry : name, ...below];
  }
  return undefined;
}

/** A text that no target uses as a value. */
const mark = '\u0000';
