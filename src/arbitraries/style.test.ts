import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { changedProductItem } from './changed-product-item.js';
import { exampleReferenceData } from './example-reference-data.js';
import { type ProductItem, productItem } from './product-item.js';
import { present } from './rules/present.js';
import { brokenRules } from './rules/product-rules.js';
import { sampleOne } from './sample.js';
import { styleOf } from './style.js';
import { unknownSku, unknownStyleKey } from './unknown-product-key.js';

const reference = exampleReferenceData;
const distinct = (values: readonly unknown[]) => new Set(values).size;
const combination = ({ color, size, second_size }: ProductItem) => [color, size, second_size].join();

test('the variants of a style share what describes it, and each is a product of its own', () => {
  assertSound(
    () => present(styleOf(reference, 'run-', { variants: { min: 2, max: 4 } })),
    (items) => {
      if (items.length < 2 || items.length > 4) return `${items.length} variants`;
      const broken = items.flatMap((item) => brokenRules(item, reference));
      if (broken.length > 0) return broken.join('; ');
      if (distinct(items.map(({ sku }) => sku)) !== items.length) return 'a sku twice';
      if (distinct(items.map(combination)) !== items.length) return 'a combination twice';
      const shared = items.map(({ sku, ean, quantity, color, size, second_size, ...rest }) =>
        JSON.stringify(rest),
      );
      return distinct(shared) === 1 ? undefined : 'another style';
    },
    40,
  );
});

test('a style has no more variants than there are combinations', () => {
  const styles = fc.sample(present(styleOf(reference, 'run-', { variants: { min: 1, max: 50 } })), {
    seed: 1,
    numRuns: 300,
  });
  const most = (category: number) =>
    Math.max(...styles.filter(([item]) => item?.category === category).map(({ length }) => length));
  expect(most(10)).toBe(2 * 2 * 2);
  expect(most(20)).toBe(2);
});

test('where no category has enough combinations there is no style', () => {
  expect(styleOf(reference, 'run-', { variants: { min: 9, max: 9 } })).toBeUndefined();
});

test('a changed item is the same product with other values', () => {
  const item = sampleOne(productItem(reference, 'run-'), 7);
  assertSound(
    () => changedProductItem(item, reference),
    (changed) => {
      const broken = brokenRules(changed, reference);
      if (broken.length > 0) return broken.join('; ');
      for (const name of ['sku', 'style_key', 'category'] as const)
        if (changed[name] !== item[name]) return `another ${name}`;
      for (const name of ['name', 'quantity', 'weight'] as const)
        if (changed[name] === item[name]) return `the same ${name}`;
      return changed.images.some((url) => item.images.includes(url)) ? 'the same image' : undefined;
    },
    40,
  );
});

test('an item of a category that is not listed cannot be changed', () => {
  const item = { ...sampleOne(productItem(reference, 'run-'), 7), category: 99 };
  expect(() => changedProductItem(item, reference)).toThrow('no category 99');
});

for (const [name, unknown] of [
  ['sku', unknownSku],
  ['style key', unknownStyleKey],
] as const) {
  test(`an unknown ${name} is of no product item`, () => {
    const known = fc
      .sample(productItem(reference, 'run-'), { seed: 1, numRuns: 100 })
      .flatMap(({ sku, style_key }) => [sku, style_key]);
    assertSound(
      () => unknown('run-'),
      (key) => {
        if (!key.startsWith('run-') || key.length > 120 - 56) return 'a key of another form';
        return known.includes(key) || known.some(({ length }) => length === key.length) ? 'known' : undefined;
      },
    );
    expect(distinct(fc.sample(unknown('run-'), { seed: 1, numRuns: 300 }))).toBe(300);
  });
}
