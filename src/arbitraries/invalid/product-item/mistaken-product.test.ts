import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { exampleReferenceData as reference } from '../../example-reference-data.js';
import { present } from '../../rules/present.js';
import { brokenRules } from '../../rules/product-rules.js';
import { besideItsTwin, type MistakenProduct, mistakenProduct, withKeysOf } from './mistaken-product.js';
import { pastBound } from './past-bound.js';
import { sameVariantTwice } from './variant.js';

const unpriced = mistakenProduct(reference, present(pastBound(reference, 'run-', 'sku of 2 characters')));
const twin = mistakenProduct(reference, besideItsTwin(present(sameVariantTwice(reference, 'run-'))));
const drawn = (from: fc.Arbitrary<MistakenProduct>) => fc.sample(from, { seed: 1, numRuns: 50 });
const combination = ({ color, size, second_size }: MistakenProduct['former']) => [color, size, second_size];

test('the mistake is made twice, in products of their own', () => {
  for (const { creation, update, former, beside } of drawn(unpriced)) {
    expect(brokenRules(creation.invalid, reference)).toEqual(['sku length']);
    expect(brokenRules(update.invalid, reference)).toEqual(['sku length']);
    expect(brokenRules(former, reference)).toEqual([]);
    expect(former).toMatchObject({ sku: update.valid.sku, style_key: update.valid.style_key });
    expect(former.weight).not.toBe(update.valid.weight);
    expect(creation.valid.sku).not.toBe(update.valid.sku);
    expect(beside).toEqual([]);
  }
});

test('a variant becomes the twin of one that is beside it, and was none before', () => {
  for (const { update, former, beside } of drawn(twin)) {
    const other = present(beside.find(({ style_key }) => style_key === update.valid.style_key));
    expect(combination(former)).not.toEqual(combination(other));
    expect(combination(update.valid)).not.toEqual(combination(other));
    expect(update.invalid).toMatchObject({ sku: update.valid.sku, color: other.color, size: other.size });
    expect(other.sku).not.toBe(update.valid.sku);
  }
});

test('other keys are the same where they were the same, and a wrong one stays as it is', () => {
  let made = 0;
  for (const each of [...drawn(unpriced), ...drawn(twin)]) {
    const renamed = withKeysOf(() => `key ${made++}`, each);
    expect(renamed.former).toEqual({
      ...each.former,
      sku: renamed.update.valid.sku,
      style_key: renamed.update.valid.style_key,
    });
    expect(renamed.update.valid.sku).toMatch(/^key /);
    expect(brokenRules(renamed.creation.invalid, reference)).toEqual(
      brokenRules(each.creation.invalid, reference),
    );
    expect(renamed.beside.map(({ style_key }) => style_key)).toEqual(
      each.beside.length === 0 ? [] : [renamed.creation.valid.style_key, renamed.update.valid.style_key],
    );
  }
});
