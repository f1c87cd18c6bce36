import fc from 'fast-check';
import { exampleReferenceData as reference } from '#testing/example-reference-data';
import { assertLaws } from '#testing/laws';
import { expect, test } from '#testing/unit-test';
import {
  compositionOfOtherKind,
  localeNotLinked,
  localeOfLinkedLanguage,
  unknownId,
} from '../invalid/product-choices.js';
import { pastBound, wrongTypes } from '../invalid/product-item.js';
import { productItemAtBound } from './product-bounds.js';
import { ean, productItem, styleOf } from './product-item.js';

const present = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('The reference data allows no such item.');
  return value;
};

test('an EAN ends with its check digit', () => {
  // Real printed codes prove that the rule itself is right.
  for (const printed of ['4006381333931', '9780201379624', '5901234123457'])
    expect(hasCheckDigit(printed)).toBe(true);
  expect(hasCheckDigit('4006381333932')).toBe(false);
  assertLaws(ean, (value) => (hasCheckDigit(value) ? undefined : 'a wrong check digit'));
});

test("if the reference data doesn't allow an item, the result is undefined", () => {
  const noTextile = { ...reference, locales: [], categories: reference.categories.slice(1, 2) };
  const [mistake] = wrongTypes((place) => place === 'descriptions[]');
  expect(present(mistake)[1](noTextile, 'run-')).toBeUndefined();
  expect(styleOf(reference, 'run-', { variants: { min: 9, max: 9 } })).toBeUndefined();
  expect(compositionOfOtherKind(noTextile, 'run-', 'non-textile')).toBeUndefined();
  for (const kind of ['size', 'cluster'] as const) expect(unknownId(noTextile, 'run-', kind)).toBeUndefined();
  expect(pastBound(noTextile, 'run-', 'descriptions[] too long')).toBeUndefined();
  expect(productItemAtBound(noTextile, 'run-', 'fractions of 0 and 100')).toBeUndefined();
  expect(() => pastBound(reference, 'run-', 'no such bound')).toThrow('There is no bound "no such bound".');
});

test('an unlinked locale is written in the notation of the linked ones', () => {
  for (const [linked, mistake, form] of [
    ['de', localeNotLinked, /^[a-z]{2}$/],
    ['de-DE', localeNotLinked, /^(?!de)[a-z]{2}-[A-Z]{2}$/],
    ['de-DE', localeOfLinkedLanguage, /^de-(?!DE)[A-Z]{2}$/],
    ['pt_BR', localeOfLinkedLanguage, /^pt_(?!BR)[A-Z]{2}$/],
  ] as const)
    for (const { violation } of fc.sample(present(mistake({ ...reference, locales: [linked] }, 'run-')), 20))
      expect(violation.match(/but got "(.*)"$/)?.[1]).toMatch(form);
  expect(localeOfLinkedLanguage({ ...reference, locales: ['de', 'fr'] }, 'run-')).toBeUndefined();
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
