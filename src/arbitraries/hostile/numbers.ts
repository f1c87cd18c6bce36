import fc from 'fast-check';
import type { HostileKind } from './kind.js';
import { type Literal, places, put, quoted, sameEverywhere } from './literal.js';

/** Numbers that JSON allows, and that lose a digit, a sign or their value in a conversion. */
const numbers = [
  '-0',
  '-0.0',
  '0e0',
  '1e308',
  '-1e308',
  '1e999',
  '-1e999',
  '1e-999',
  '5e-324',
  '9007199254740993',
  '0.1e1',
  '1E2',
  '1.0',
  '1.0000000000000000001',
  '99.99999999999999999',
];

/** Spellings of a number that JSON doesn't allow, though many languages do. */
const spellings = [
  'NaN',
  'Infinity',
  '-Infinity',
  '00012',
  '+1',
  '.5',
  '1.',
  '1e',
  '--1',
  '0x10',
  '1_000',
  '1,5',
];

const known: readonly Literal[] = [
  ...numbers.map((text) => sameEverywhere(`the number ${text}`, text)),
  ...spellings.map((text) => sameEverywhere(`the bare word ${text}`, text)),
  ...['NaN', 'Infinity', '1e999', '-0', '00012', ' 12 '].map((text) => quoted(`the text "${text}"`, text)),
];

const long = fc
  .tuple(fc.integer({ min: 17, max: 400 }), fc.constantFrom('', '-', '0.', '-0.'))
  .map(([digits, before]) =>
    sameEverywhere(`${before}9... with ${digits} digits`, before + '9'.repeat(digits)),
  );

/** A number that is hard to read, or that is none (requirement ERR-08). */
export const numbersThatLoseDigits: HostileKind = (operation, valid) =>
  fc
    .tuple(
      fc.constantFrom(...places(operation, valid)),
      fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 6 }, { arbitrary: long, weight: 1 }),
    )
    .map(([place, literal]) => put(operation, valid, place, literal));
