import fc from 'fast-check';
import type { HostileKind } from './kind.js';
import { type Literal, places, put, quoted, sameEverywhere } from './literal.js';

const values: readonly Literal[] = [
  sameEverywhere('null', 'null'),
  sameEverywhere('true', 'true'),
  sameEverywhere('false', 'false'),
  sameEverywhere('the number 0', '0'),
  sameEverywhere('a fraction', '-1.5'),
  quoted('an empty text', ''),
  quoted('a word', 'word'),
  quoted('a digit as text', '7'),
  sameEverywhere('an empty array', '[]'),
  sameEverywhere('an array that holds null', '[null]'),
  sameEverywhere('an array of arrays and objects', '[[],{},[[7,"7"]]]'),
  sameEverywhere('an empty object', '{}'),
  sameEverywhere('an object with a length', '{"length":-1}'),
  sameEverywhere('an object with an empty key', '{"":{"":null}}'),
  sameEverywhere('an object with methods of its own', '{"toString":null,"valueOf":1,"toJSON":"x","then":{}}'),
];

/** A value of every JSON type in every place (requirement ERR-08). */
export const types: HostileKind = (operation, valid) =>
  fc
    .tuple(fc.constantFrom(...places(operation, valid)), fc.constantFrom(...values))
    .map(([place, value]) => put(operation, valid, place, value));
