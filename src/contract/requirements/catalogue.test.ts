import { expect, test } from '#unit-test';
import { readCatalogueDocument, requirements, requirementsForGap, topics } from './catalogue.js';
import { parseCatalogue } from './parse-catalogue.js';

test('the requirements of a gap are those that rest on it wholly or in part', () => {
  expect(requirementsForGap('G-09').map(({ id }) => id)).toEqual(['SHP-04', 'BAT-01', 'ERR-11']);
  expect(() => requirementsForGap('G-21')).toThrow('There is no gap G-21');
});

test('topics are in the order of their requirements, and each has some', () => {
  const prefixes = requirements.map(({ id }) => id.replace(/-.*/, ''));
  expect([...new Set(prefixes)]).toEqual(topics.map(({ prefix }) => prefix));
});

test('the file is a valid catalogue', () => {
  expect(parseCatalogue(readCatalogueDocument()).requirements).toEqual(requirements);
});
