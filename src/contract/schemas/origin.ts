import type { JsonObject } from '../documents/base-document.js';

const provenances = ['stated', 'derived', 'assumed'] as const;

/**
 * How we know an element of the contract, most certain first: the description states it, it follows, or we assume it.
 */
export type Provenance = (typeof provenances)[number];

/** The origin of an element of the contract. */
export interface Origin {
  readonly provenance: Provenance;
  /** The gap that the assumption fills, for example `G-07`; only present with `assumed`. */
  readonly gap?: string;
}

/**
 * Keywords of an element whose origin may differ from that of the element itself. `null` stands for null among
 * the types; the mark for `required` is on the property, header or request body that must be present.
 */
export const keywordsWithOrigin = [
  'required',
  'null',
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/**
 * The origin of an element, or of one of its keywords.
 *
 * @param element - an operation, parameter, request body, response, header or schema of the contract
 * @param keyword - if given, `x-<keyword>-provenance` takes precedence
 * @returns undefined if the element does not state its provenance
 */
export function originOf(element: JsonObject, keyword?: string): Origin | undefined {
  const own = origin(element['x-provenance'], element['x-gap']);
  if (keyword === undefined) return own;
  return origin(element[`x-${keyword}-provenance`], element[`x-${keyword}-gap`]) ?? own;
}

/**
 * The least certain of several origins: a field is never more certain than the object that contains it.
 *
 * @param origins - nearest first; among equally uncertain origins the nearest wins
 * @returns `stated` if there are none
 */
export function leastCertain(origins: readonly Origin[]): Origin {
  const rank = (each: Origin) => provenances.indexOf(each.provenance);
  return origins.reduce<Origin>((least, each) => (rank(each) > rank(least) ? each : least), {
    provenance: 'stated',
  });
}

function origin(provenance: unknown, gap: unknown): Origin | undefined {
  const known = provenances.find((each) => each === provenance);
  if (known === undefined) return undefined;
  return typeof gap === 'string' ? { provenance: known, gap } : { provenance: known };
}
