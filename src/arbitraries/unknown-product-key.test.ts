import { expect, test } from '#unit-test';
import { inOtherCase } from './unknown-product-key.js';

test('a key in another case differs from the known one in nothing else', () => {
  for (const known of ['ct-8a1f', 'CT-8A1F', 'Ct-8a1F']) {
    const other = inOtherCase(known);
    expect(other).not.toBe(known);
    expect(other?.toLowerCase()).toBe(known.toLowerCase());
  }
});

test('a key without letters has no other case', () => {
  expect(inOtherCase('8-1')).toBeUndefined();
});
