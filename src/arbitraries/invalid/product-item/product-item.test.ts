import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from '../../assertions.js';
import { exampleReferenceData } from '../../example-reference-data.js';
import type { ProductItem } from '../../product-item.js';
import { oneMistake } from '../../rules/one-mistake.js';
import { present } from '../../rules/present.js';
import { brokenRules } from '../../rules/product-rules.js';
import { sampleOne } from '../../sample.js';
import { ofAnotherType, wrongTypesAt } from './another-type.js';
import { componentWithoutFraction, compositionKinds, compositionOfOtherKind } from './composition.js';
import { itemPlaceNames } from './item-place.js';
import { longStyleKey } from './long-style-key.js';
import { countryNotLinked, countryWithoutPrice, localeNotLinked, localeOfLinkedLanguage } from './market.js';
import { requiredProductFields, withoutField } from './missing-field.js';
import { type ProductBoundName, pastBound, productBoundNames } from './past-bound.js';
import type { ProductMistake } from './product-mistake.js';
import { type UnknownIdKind, unknownId, unknownIdKinds } from './unknown-id.js';
import { sameVariantTwice, withoutSize } from './variant.js';

const reference = exampleReferenceData;

const brokenByUnknown: Readonly<Record<UnknownIdKind, string>> = {
  brand: 'brand known',
  category: 'category known',
  color: 'color known',
  size: 'size known',
  second_size: 'second_size known',
  attribute: 'attribute known',
  cluster: 'cluster_id known',
  material: 'material_id known',
};

const brokenByBound: Readonly<Record<ProductBoundName, string>> = {
  'style_key empty': 'style_key length',
  'sku of 2 characters': 'sku length',
  'sku of 121 characters': 'sku length',
  'ean with a wrong check digit': 'ean',
  'ean of 12 digits': 'ean',
  'ean of 14 digits': 'ean',
  'ean with a letter': 'ean',
  'ean empty': 'ean',
  'hs_code of 21 characters': 'hs_code length',
  'name of 121 characters': 'name length',
  'description of 2501 characters': 'description length',
  'weight below 0': 'weight bound',
  'weight above 100000': 'weight bound',
  'quantity below 0': 'quantity bound',
  'quantity above 1000000': 'quantity bound',
  'quantity with a fraction': 'quantity integer',
  'no image': 'images count',
  '11 images': 'images count',
  'image that is no URL': 'image URL',
  'image with a relative URL': 'image URL',
  'image with a URL of another scheme': 'image URL',
  'country of origin that is no alpha-2 code': 'origin alpha-2',
  'no price': 'prices count',
  'two prices for one country': 'price once',
  'price for a code that is no alpha-2 code': 'price alpha-2',
  'retail price of 0': 'retail price above 0',
  'retail price below 0': 'retail price above 0',
  'sale price of 0': 'sale price above 0',
  'sale price below 0': 'sale price above 0',
  'sale price above the retail price': 'sale price at most retail price',
  'fraction below 0': 'fraction bound',
  'fraction above 100': 'fraction bound',
  'fractions that do not sum to 100': 'fractions sum',
  'cluster_id below 1': 'cluster_id bound',
  'material_id below 1': 'material_id bound',
};

const mistakes: readonly (readonly [title: string, mistake: ProductMistake, breaks: string])[] = [
  ['a country that is not linked', countryNotLinked, 'country linked'],
  ['a country without a price', countryWithoutPrice, 'country priced'],
  ['a locale that is not linked', localeNotLinked, 'description locale'],
  ['a component without fraction', componentWithoutFraction, 'fraction given'],
  ['a long style_key', longStyleKey, 'style_key length'],
  ['a size left out', withoutSize, 'size needed'],
  ...compositionKinds.map(
    (kind) =>
      [
        `a ${kind} composition where the other is right`,
        (listed, prefix) => compositionOfOtherKind(listed, prefix, kind),
        'composition kind',
      ] as const satisfies readonly [string, ProductMistake, string],
  ),
  ...unknownIdKinds.map(
    (kind) =>
      [
        `an unknown ${kind}`,
        (listed, prefix) => unknownId(listed, prefix, kind),
        brokenByUnknown[kind],
      ] as const satisfies readonly [string, ProductMistake, string],
  ),
  ...wrongTypesAt(itemPlaceNames).map(
    (wrong) =>
      [
        `another type of ${wrong.place}, ${wrong.as}`,
        (listed, prefix) => ofAnotherType(listed, prefix, wrong),
        `type ${wrong.place}`,
      ] as const satisfies readonly [string, ProductMistake, string],
  ),
  ...requiredProductFields.map(
    (field) =>
      [
        `without ${field}`,
        (listed, prefix) => withoutField(listed, prefix, field),
        `required ${field}`,
      ] as const satisfies readonly [string, ProductMistake, string],
  ),
  ...productBoundNames.map(
    (name) =>
      [
        `past a bound: ${name}`,
        (listed, prefix) => pastBound(listed, prefix, name),
        brokenByBound[name],
      ] as const satisfies readonly [string, ProductMistake, string],
  ),
];

for (const [title, mistake, breaks] of mistakes) {
  test(`${title} breaks one rule: ${breaks}`, () => {
    assertSound(
      () => present(mistake(reference, 'run-')),
      oneMistake((item) => brokenRules(item, reference), breaks),
      30,
    );
  });
}

test('two variants of one combination are right apart, and wrong together', () => {
  assertSound(
    () => present(sameVariantTwice(reference, 'run-')),
    oneMistake(brokenInStyle, 'combination unique'),
  );
});

test('what a coercing reader would take for right is among the wrong types', () => {
  const put = (name: (typeof itemPlaceNames)[number], of: (item: ProductItem) => unknown) =>
    fc
      .sample(present(ofAnotherType(reference, 'run-', { place: name, as: 'any' })), {
        seed: 1,
        numRuns: 200,
      })
      .some(({ valid, violation }) => violation.endsWith(`here ${JSON.stringify(of(valid))}`));
  expect(put('color', ({ color }) => String(color))).toBe(true);
  expect(put('color', ({ color }) => color + 0.5)).toBe(true);
  expect(put('quantity', ({ quantity }) => String(quantity))).toBe(true);
  expect(put('countries', ({ countries }) => countries[0])).toBe(true);
  expect(put('sku', ({ sku }) => [sku])).toBe(true);
});

test('without second sizes an unknown one, or one of another type, is a mistake all the same', () => {
  const without = { ...reference, categories: reference.categories.slice(1, 2) };
  assertSound(
    () => present(unknownId(without, 'run-', 'second_size')),
    oneMistake((item) => brokenRules(item, without), 'second_size known'),
    30,
  );
  assertSound(
    () => present(ofAnotherType(without, 'run-', { place: 'second_size', as: 'any' })),
    oneMistake((item) => brokenRules(item, without), 'type second_size'),
    30,
  );
});

test('a merchant that can make no such item gets none', () => {
  const one = { ...reference, countries: ['DE'] };
  const textileOnly = { ...reference, categories: reference.categories.slice(0, 1) };
  const noTextile = { ...reference, categories: reference.categories.slice(1, 2) };
  expect(countryWithoutPrice(one, 'run-')).toBeUndefined();
  expect(compositionOfOtherKind(textileOnly, 'run-', 'textile')).toBeUndefined();
  expect(compositionOfOtherKind(noTextile, 'run-', 'non-textile')).toBeUndefined();
  expect(componentWithoutFraction(noTextile, 'run-')).toBeUndefined();
  expect(unknownId(noTextile, 'run-', 'size')).toBeUndefined();
  expect(unknownId(noTextile, 'run-', 'cluster')).toBeUndefined();
  expect(withoutSize(noTextile, 'run-')).toBeUndefined();
  expect(
    ofAnotherType({ ...reference, locales: [] }, 'run-', { place: 'descriptions[]', as: 'any' }),
  ).toBeUndefined();
  expect(pastBound({ ...reference, locales: [] }, 'run-', 'description of 2501 characters')).toBeUndefined();
  expect(pastBound(noTextile, 'run-', 'fraction below 0')).toBeUndefined();
});

test('a locale that is not linked is written as those that are', () => {
  for (const [linked, form] of [
    ['de', /^[a-z]{2}$/],
    ['de-DE', /^[a-z]{2}-[A-Z]{2}$/],
    ['de_DE', /^[a-z]{2}_[A-Z]{2}$/],
  ] as const) {
    const { violation } = sampleOne(present(localeNotLinked({ ...reference, locales: [linked] }, 'run-')), 1);
    expect(violation.match(/here "(.*)"$/)?.[1]).toMatch(form);
  }
});

test('another locale of a linked language breaks one rule: description locale', () => {
  const listed = { ...reference, locales: ['de-DE', 'fr-FR'] };
  assertSound(
    () => present(localeOfLinkedLanguage(listed, 'run-')),
    oneMistake((item) => brokenRules(item, listed), 'description locale'),
    30,
  );
});

test('where linked locales name no country, no other locale of their language can be named', () => {
  expect(localeOfLinkedLanguage({ ...reference, locales: ['de', 'fr'] }, 'run-')).toBeUndefined();
});

test('a linked language is written with a country that it is not linked for, where locales name countries', () => {
  for (const [linked, form] of [
    ['de-DE', /^de-(?!DE)[A-Z]{2}$/],
    ['pt_BR', /^pt_(?!BR)[A-Z]{2}$/],
  ] as const) {
    const drawn = fc.sample(present(localeOfLinkedLanguage({ ...reference, locales: [linked] }, 'run-')), 50);
    for (const { violation } of drawn) expect(violation.match(/here "(.*)"$/)?.[1]).toMatch(form);
  }
});

test('with one material a fraction below 0 stands alone', () => {
  const [textile] = reference.categories;
  const single = { ...reference, categories: [{ ...present(textile), materials: [601] }] };
  assertSound(
    () => present(pastBound(single, 'run-', 'fraction below 0')),
    oneMistake((item) => brokenRules(item, single), 'fraction bound'),
  );
});

test('a long style key is long by every count of characters', () => {
  const keys = fc
    .sample(present(longStyleKey(reference, 'run-')), { seed: 1, numRuns: 200 })
    .map(({ invalid }) => Object.entries(invalid ?? {}).find(([name]) => name === 'style_key')?.[1]);
  expect(keys.every((key) => typeof key === 'string' && [...key].length > 120)).toBe(true);
  expect(keys.some((key) => [...key].length === 121 && key.length === 121)).toBe(true);
  expect(keys.some((key) => [...key].length === 121 && key.length > 121)).toBe(true);
});

function brokenInStyle(items: unknown): string[] {
  const list: readonly ProductItem[] = Array.isArray(items) ? items : [];
  const combinations = list.map(({ color, size, second_size }) => [color, size, second_size].join());
  return [
    ...list.flatMap((item) => brokenRules(item, reference)),
    ...(new Set(combinations).size === list.length ? [] : ['combination unique']),
    ...(new Set(list.map(({ sku }) => sku)).size === list.length ? [] : ['skus distinct']),
    ...(new Set(list.map(({ style_key }) => style_key)).size === 1 ? [] : ['style_key shared']),
  ];
}
