import fc from 'fast-check';
import { exampleReferenceData as reference } from '#testing/example-reference-data';
import { assertLaws } from '#testing/laws';
import { expect, test } from '#testing/unit-test';
import { compositionsOfOtherKind, unknownIds, unlinkedLocales } from '../invalid/product-choices.js';
import { pastBounds, wrongTypes } from '../invalid/product-item.js';
import { productBounds } from './product-bounds.js';
import { gtin, productItem, styleOf } from './product-item.js';

const present = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('The reference data allows no such item.');
  return value;
};

test('an EAN ends with its check digit', () => {
  // Real printed codes prove that the rule itself is right.
  for (const printed of ['4006381333931', '9780201379624', '5901234123457'])
    expect(hasCheckDigit(printed)).toBe(true);
  expect(hasCheckDigit('4006381333932')).toBe(false);
  assertLaws(
    () => gtin(13),
    (value) => (hasCheckDigit(value) ? undefined : 'a wrong check digit'),
  );
});

test("if the reference data doesn't allow an item, the result is undefined", () => {
  const noTextile = { ...reference, locales: [], categories: reference.categories.slice(1, 2) };
  expect(styleOf(reference, 'run-', { variants: { min: 9, max: 9 } })).toBeUndefined();
  const mistakes = [wrongTypes(() => true), unknownIds, pastBounds, [...productBounds]].flat();
  const impossible = mistakes.filter(([, draw]) => draw(noTextile, 'run-') === undefined);
  expect([...new Set(impossible.map(([name]) => name.split(/[ [.]/, 1)[0]))]).toEqual([
    ...['descriptions', 'size', 'material_composition_textile', 'fractions'],
  ]);
  expect(compositionsOfOtherKind.map(([, draw]) => draw(noTextile, 'run-') === undefined)).toEqual([
    ...[false, true],
  ]);
});

test('an unlinked locale is written in the notation of the linked ones', () => {
  const [localeNotLinked, localeOfLinkedLanguage] = unlinkedLocales.map(([, mistake]) => mistake);
  for (const [linked, mistake, form] of [
    ['de', localeNotLinked, /^[a-z]{2}$/],
    ['de-DE', localeNotLinked, /^(?!de)[a-z]{2}-[A-Z]{2}$/],
    ['de-DE', localeOfLinkedLanguage, /^de-(?!DE)[A-Z]{2}$/],
    ['pt_BR', localeOfLinkedLanguage, /^pt_(?!BR)[A-Z]{2}$/],
  ] as const)
    for (const { violation } of fc.sample(
      present(mistake?.({ ...reference, locales: [linked] }, 'run-')),
      20,
    ))
      expect(violation.match(/but got "(.*)"$/)?.[1]).toMatch(form);
  expect(localeOfLinkedLanguage?.({ ...reference, locales: ['de', 'fr'] }, 'run-')).toBeUndefined();
});

test('image URLs extend one that the target accepts, and no two products share one', () => {
  const imageUrl = 'https://images.shop.example/shirt.jpg';
  const items = fc.sample(productItem({ ...reference, imageUrl }, 'run-'), { seed: 1, numRuns: 50 });
  const urls = items.flatMap(({ images }) => images);
  expect(urls.every((url) => url.startsWith(`${imageUrl}?`))).toBe(true);
  expect(new Set(urls).size).toBe(urls.length);
});

function hasCheckDigit(code: string): boolean {
  const sum = [...code].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(code) && sum % 10 === 0;
}
