import fc from 'fast-check';
import type { Price } from './price.js';

/**
 * A short text that shows where it is changed on its way: by composing or decomposing what is accented, and where a
 * character of four bytes is cut or replaced. Each holds all of that, so that one is enough.
 */
export const changeableText: fc.Arbitrary<string> = fc.constantFrom(
  'caf\u00e9 cafe\u0301 \u{1f457}',
  '\u{1d49f} \u212b A\u030a \u00c5',
  '\uac00 \u1100\u1161 \u{20bb7}',
);

/** An amount that is another one where it is rounded to cents, or kept in four bytes. @param amount of cents at most */
export function changeableAmount(amount: number): number {
  return amount + 0.001_234_5;
}

/** The price with such a retail price; a sale price stays below it. */
export function changeablePrice(price: Price): Price {
  return { ...price, retail_price: changeableAmount(price.retail_price) };
}
