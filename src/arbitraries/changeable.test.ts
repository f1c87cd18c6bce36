import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { changeableAmount, changeablePrice, changeableText } from './changeable.js';
import { price } from './price.js';

/** What goes wrong with text on its way. */
const mishaps: readonly ((value: string) => string)[] = [
  (value) => value.normalize('NFC'),
  (value) => value.normalize('NFD'),
  (value) => value.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
  (value) => Buffer.from(value).toString('latin1'),
];

test('every changeable text shows every change', () => {
  for (const text of fc.sample(changeableText, { seed: 1, numRuns: 50 })) {
    expect(text.isWellFormed()).toBe(true);
    for (const mishap of mishaps) expect(mishap(text)).not.toBe(text);
  }
});

test('every changeable amount is another one when it is rounded or shortened', () => {
  for (const { retail_price: amount, sale_price } of fc.sample(price('DE').map(changeablePrice), {
    seed: 1,
    numRuns: 300,
  })) {
    for (const decimals of [0, 1, 2, 3]) expect(Number(amount.toFixed(decimals))).not.toBe(amount);
    expect(Math.fround(amount)).not.toBe(amount);
    expect(JSON.parse(JSON.stringify(amount))).toBe(amount);
    expect(sale_price ?? 0).toBeLessThan(amount);
  }
});

test('so is every whole one', () => {
  for (const amount of [0, 1, 99_999]) expect(Math.round(changeableAmount(amount) * 100) / 100).toBe(amount);
});
