import { expect, test } from '#unit-test';
import {
  gap,
  gaps,
  isRequirementId,
  readCatalogueDocument,
  requirement,
  requirements,
  requirementsForGap,
  topics,
} from './catalogue.js';
import { parseCatalogue } from './parse-catalogue.js';

test('a requirement is found by its id', () => {
  expect(requirement('BAT-09')).toMatchObject({
    id: 'BAT-09',
    strength: 'must',
    from: 'stated',
    clause: ['2.1'],
  });
});

test('an id from outside is told from an unknown one', () => {
  expect(['BAT-09', 'BAT-99', ''].filter(isRequirementId)).toEqual(['BAT-09']);
});

test('a gap is found by its id, and an unknown one is named', () => {
  expect(gap('G-07').clause).toEqual(['3.2']);
  expect(() => gap('G-21')).toThrow('There is no gap G-21');
});

test('the requirements of a gap are those that rest on it wholly or in part', () => {
  expect(requirementsForGap('G-09').map(({ id }) => id)).toEqual(['SHP-04', 'BAT-01', 'ERR-11']);
  expect(() => requirementsForGap('G-21')).toThrow('There is no gap G-21');
});

test('gaps stand in the order of their numbers', () => {
  expect(gaps.map(({ id }) => id)).toEqual(gaps.map((_, index) => `G-${String(index + 1).padStart(2, '0')}`));
});

test('topics stand in the order of their requirements, and each has some', () => {
  const prefixes = requirements.map(({ id }) => id.replace(/-.*/, ''));
  expect([...new Set(prefixes)]).toEqual(topics.map(({ prefix }) => prefix));
});

test('the file is a valid catalogue', () => {
  expect(parseCatalogue(readCatalogueDocument()).requirements).toEqual(requirements);
});
