import fc from 'fast-check';
import { bodyPlaces, bodyWith, isObject } from './body-place.js';
import type { HostileKind } from './kind.js';
import { withMember } from './member.js';

/** 1 MB. */
const size = 1_000_000;

const values: readonly (readonly [what: string, json: () => string])[] = [
  ['a text of 1 MB', () => `"${'x'.repeat(size)}"`],
  ['a text of 1 MB, each character escaped', () => `"${'\\u0061'.repeat(Math.ceil(size / 6))}"`],
  ['a number of 1 MB', () => '9'.repeat(size)],
];

/** A value or a key of 1 MB (requirement ERR-08). Built when it is drawn, from a row of the table. */
export const longText: HostileKind = (_, valid) => {
  const places = bodyPlaces(valid.body);
  if (places.length === 0) return undefined;
  // The body itself too where it is no object, so that there is a place for a key.
  const keyPlaces = places.filter(({ path, value }) => path.length === 0 || isObject(value));
  return fc
    .oneof(
      fc.tuple(fc.constantFrom(...places), fc.constantFrom(...values)).map(([place, [what, json]]) => ({
        what: `${place.name}: ${what}`,
        place,
        json,
      })),
      fc.constantFrom(...keyPlaces).map((place) => ({
        what: `${place.name}: a key of 1 MB`,
        place,
        json: () => withMember(place.value, `"${'k'.repeat(size)}"`, '1', 'last'),
      })),
    )
    .map(({ what, place, json }) => ({
      what,
      request: { ...valid, raw: { ...valid.raw, body: bodyWith(valid.body, place.path, json()) } },
      outsideContract: false,
    }));
};
