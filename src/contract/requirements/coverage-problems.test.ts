import { expect, test } from '#unit-test';
import { coverageProblems } from './coverage-problems.js';
import type { Requirement } from './requirement.js';

const planned = { kind: 'planned', reason: 'No check yet.' } as const;
const catalogue: Pick<Requirement, 'id' | 'notTested'>[] = [
  { id: 'BAT-08' },
  { id: 'BAT-09' },
  { id: 'BAT-10', notTested: planned },
];

test('a check or a reason for each requirement is fine, in any order and however often', () => {
  expect(coverageProblems(catalogue, ['BAT-09', 'BAT-08', 'BAT-09'])).toEqual([]);
});

test('a requirement with neither a check nor a reason is named', () => {
  expect(coverageProblems(catalogue, ['BAT-08'])).toEqual([
    'requirement BAT-09: has neither a check nor a key "notTested" that gives the reason',
  ]);
});

test('a requirement with both a check and a reason is named', () => {
  expect(coverageProblems(catalogue, ['BAT-08', 'BAT-09', 'BAT-10'])).toEqual([
    'requirement BAT-10: has a check, but key "notTested" says that it has none',
  ]);
});

test('a check of a requirement that does not exist is named once', () => {
  expect(coverageProblems(catalogue, ['BAT-08', 'BAT-09', 'BAT-99', 'BAT-99'])).toEqual([
    'requirement BAT-99: is covered, but is not in the catalogue',
  ]);
});
