import fc from 'fast-check';
import type { HostileKind } from './kind.js';
import { type Literal, places, put, quoted, sameEverywhere } from './literal.js';

/** Where integers of a width end, and one past it; written out, as a number would lose the last digits. */
const integers = [
  '0',
  '-1',
  '1',
  '255',
  '32768',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '-9007199254740991',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
];

/** Lengths that fields and columns often end at, and one past them. */
const lengths = [121, 255, 256, 1001, 2084, 2501, 65_536];

const values: readonly (() => Literal)[] = [
  ...integers.map((integer) => () => sameEverywhere(`the integer ${integer}`, integer)),
  ...lengths.map((length) => () => quoted(`a text of ${length} characters`, 'x'.repeat(length))),
  ...[101, 1001].map(
    (length) => () => sameEverywhere(`an array of ${length} zeros`, `[${Array(length).fill(0).join(',')}]`),
  ),
];

/** A number, a text or an array at an end of what it can be (requirement ERR-08). */
export const bounds: HostileKind = (operation, valid) =>
  fc
    .tuple(fc.constantFrom(...places(operation, valid)), fc.constantFrom(...values))
    .map(([place, value]) => put(operation, valid, place, value()));
