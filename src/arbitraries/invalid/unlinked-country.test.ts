import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { unlinkedCountries, unlinkedCountry } from './unlinked-country.js';

test('a country is unlinked where the merchant has no link to it, whether others have one or not', () => {
  const others = unlinkedCountries(['DE', 'FR']);
  expect(others).toEqual(expect.arrayContaining(['AT', 'PL', 'IT', 'AQ', 'MN']));
  for (const linked of ['DE', 'FR']) expect(others).not.toContain(linked);
  expect(new Set(others).size).toBe(others.length);
  const drawn = fc.sample(unlinkedCountry(['DE']) ?? fc.constant(''), { seed: 1, numRuns: 100 });
  expect(drawn.every((code) => unlinkedCountries(['DE']).includes(code))).toBe(true);
});

test('there is none where all are linked', () => {
  expect(unlinkedCountry(unlinkedCountries([]))).toBeUndefined();
});
