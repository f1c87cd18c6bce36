import type { JsonObject } from './base-document.js';

/** How an element of the contract is known: said by the description, following from it, or assumed. */
export const provenances = ['stated', 'derived', 'assumed'] as const;

/** How an element of the contract is known, surest first: `stated`, `derived`, `assumed`. */
export type Provenance = (typeof provenances)[number];

/** Where an element of the contract comes from. */
export interface Origin {
  readonly provenance: Provenance;
  /** The gap that an assumption fills, `G-07` for example; present with `assumed` only. */
  readonly gap?: string;
}

/**
 * Keywords of an element that may come from elsewhere than the element itself. `null` stands for null among
 * the types; `required` is written on the property, header or request body that has to be there.
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
 * Where an element, or one keyword of it, comes from.
 *
 * @param element - an operation, parameter, request body, response, header or schema of the contract
 * @param keyword - looks for `x-<keyword>-provenance` first
 * @returns undefined when the element does not say it
 */
export function originOf(element: JsonObject, keyword?: string): Origin | undefined {
  const own = origin(element['x-provenance'], element['x-gap']);
  if (keyword === undefined) return own;
  return origin(element[`x-${keyword}-provenance`], element[`x-${keyword}-gap`]) ?? own;
}

/**
 * The least certain of several origins: a field is no more certain than what it stands in.
 *
 * @param origins - nearest first; of equally uncertain ones the nearest counts
 * @returns `stated` when there is none
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
