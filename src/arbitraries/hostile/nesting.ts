import fc from 'fast-check';
import { bodyPlaces, bodyWith } from './body-place.js';
import type { HostileKind } from './kind.js';

/** Deeper than a parser can go that calls itself for each level. */
const depth = 10_000;

const nestings: readonly (readonly [what: string, json: () => string])[] = [
  [`arrays ${depth} deep`, () => '['.repeat(depth) + ']'.repeat(depth)],
  [`objects ${depth} deep`, () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  [`arrays and objects ${depth} deep`, () => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`],
  [`arrays ${depth} deep that are never closed`, () => '['.repeat(depth)],
];

/** Nesting that no request needs (requirement ERR-08). Built when it is drawn, from a row of the table. */
export const nesting: HostileKind = (_, valid) => {
  const places = bodyPlaces(valid.body);
  if (places.length === 0) return undefined;
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(...nestings))
    .map(([{ name, path }, [what, json]]) => ({
      what: `${name}: ${what}`,
      request: { ...valid, raw: { ...valid.raw, body: bodyWith(valid.body, path, json()) } },
      outsideContract: false,
    }));
};
