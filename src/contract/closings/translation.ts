import { lastName } from '../path.js';

/**
 * Two vocabularies of one body, or of the parameters of one request: ours, which is the contract's, and theirs, which is the
 * target's. There and back again is the identity, but for a moment that the target counts, which comes back in UTC; a value
 * that doesn't fit stays as it is.
 */
export interface Translation {
  /** A value of ours in the target's words, for requests. */
  toTheirs(ours: unknown): unknown;
  /** A value of the target in our words, for answers. */
  toOurs(theirs: unknown): unknown;
  /**
   * Our path for a path on the wire: `data[3].state` is `items[3].status`; the same path where nothing is different.
   *
   * @param value - the target's body, where it is at hand: the path of an entry of a merged list can't be told without it
   */
  pathInOurs(theirs: string, value?: unknown): string;
  /** Whether the two vocabularies are the same here. */
  readonly isIdentity: boolean;
}

/** What one operation says and is told, in both vocabularies. */
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
  pathInOurs: (theirs) => theirs,
  isIdentity: true,
};

/** An operation that says everything as the contract does. */
export const sameWords: OperationTranslation = {
  path: identity,
  query: identity,
  request: identity,
  response: identity,
};

/**
 * What the target calls a field or a parameter of a request.
 * @param place in our words: `page`, or `items[].price.sale_price`
 * @param fields of the object at that place
 * @returns its last name on the wire; if the target has no such object, what it calls the fields as well
 */
export function namesInTheirs(
  both: OperationTranslation,
  place: string,
  fields: readonly string[] = [],
): readonly string[] {
  const name = nameInTheirs(both, place);
  const below = fields.map((field) => `${place}.${field}`);
  const isFlat = below.every((field) => !segmentsIn(pathInTheirs(both.request, field) ?? '').includes(name));
  return [name, ...(isFlat ? below.map((field) => nameInTheirs(both, field)) : [])];
}

function nameInTheirs({ query, request }: OperationTranslation, place: string): string {
  const ours = lastName(place);
  const theirs = [query, request].map((each) => lastName(pathInTheirs(each, place) ?? ours));
  return theirs.find((name) => name !== ours) ?? ours;
}

/**
 * The target's path for one of ours.
 *
 * @param place - in our words, for any entry of a list: `items[].status`
 * @returns `data[].state`; undefined where the target has no such place
 */
export function pathInTheirs({ toTheirs }: Pick<Translation, 'toTheirs'>, place: string): string | undefined {
  return pathOfMark(toTheirs(markedAt(segmentsIn(place))));
}

function segmentsIn(place: string): readonly string[] {
  return place.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? [];
}

function markedAt(segments: readonly string[]): unknown {
  return segments.reduceRight<unknown>(
    (value, segment) => (segment === '[]' ? [value] : { [segment]: value }),
    mark,
  );
}

function pathOfMark(value: unknown): string | undefined {
  if (value === mark) return '';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const below = pathOfMark(member);
    if (below === undefined) continue;
    const here = Array.isArray(value) ? '[]' : name;
    return `${here}${below === '' || /^[[{]/.test(below) ? '' : '.'}${below}`;
  }
  return undefined;
}

/** A text that no value of a target is. */
const mark = '\u0000';
