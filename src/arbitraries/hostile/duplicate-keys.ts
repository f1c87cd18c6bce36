import fc from 'fast-check';
import { bodyPlaces, bodyWith, isObject } from './body-place.js';
import type { HostileKind } from './kind.js';
import { withMember } from './member.js';

/** Keys that mean something to a language, a database or a template. */
const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  '__defineGetter__',
  'length',
  '$where',
  '$ref',
  'a.b',
  '0',
  '',
  ' ',
  '\u0000',
];

const values = ['null', '1', '"x"', '[]', '{}', '{"polluted":true}', '{"prototype":{"polluted":true}}'];

/** An object of the body with a key twice, or with a key that means something elsewhere (requirement ERR-08). */
export const duplicateKeys: HostileKind = (_, valid) => {
  const objects = bodyPlaces(valid.body).flatMap(({ name, path, value }) =>
    isObject(value) ? [{ name, path, value }] : [],
  );
  if (objects.length === 0) return undefined;
  return fc
    .constantFrom(...objects)
    .chain(({ name, path, value }) =>
      fc
        .tuple(
          fc.constantFrom(...keys, ...Object.keys(value)),
          fc.constantFrom(...values),
          fc.constantFrom<('first' | 'last')[]>('first', 'last'),
        )
        .map(([key, json, where]) => ({
          what: `${name}: ${wordsFor(key, value)}, ${where}, is ${json}`,
          json: withMember(value, JSON.stringify(key), json, where),
          path,
        })),
    )
    .map(({ what, json, path }) => ({
      what,
      request: { ...valid, raw: { ...valid.raw, body: bodyWith(valid.body, path, json) } },
      outsideContract: false,
    }));
};

function wordsFor(key: string, value: Readonly<Record<string, unknown>>): string {
  return `${Object.hasOwn(value, key) ? 'a second' : 'an additional'} key ${JSON.stringify(key)}`;
}
