import { expect, test } from '#unit-test';
import { exampleFinding } from '../evidence.js';
import { exampleKnownFailure, isKnown, type KnownFailure, nameOf } from './known-failure.js';

const known = (...entries: readonly KnownFailure[]) => ({ file: 'f', day: '2030-01-31', entries });

test('an entry without an operation knows every failure of its requirement, and of no other', () => {
  expect(isKnown(exampleFinding(), known(exampleKnownFailure()))).toBe(true);
  expect(isKnown(exampleFinding({ operationId: 'getShipResults' }), known(exampleKnownFailure()))).toBe(true);
  expect(isKnown(exampleFinding({ requirement: 'BAT-10' }), known(exampleKnownFailure()))).toBe(false);
});

test('an entry with an operation knows what that showed, or what its write did', () => {
  const entry = exampleKnownFailure({ operation: 'updateProductStatus' });
  expect(isKnown(exampleFinding({ operationId: 'updateProductStatus' }), known(entry))).toBe(true);
  expect(isKnown(exampleFinding({ write: 'updateProductStatus' }), known(entry))).toBe(true);
  expect(isKnown(exampleFinding(), known(entry))).toBe(false);
});

test('an entry counts on its last day, and not on the day after', () => {
  const ending = (expires: string) => isKnown(exampleFinding(), known(exampleKnownFailure({ expires })));
  expect(ending('2030-01-31')).toBe(true);
  expect(ending('2030-01-30')).toBe(false);
});

test('a warning can be known; a deviation is none, for it gates nothing', () => {
  const judged = (judgement: 'warned' | 'deviated') =>
    isKnown(exampleFinding({ judgement }), known(exampleKnownFailure()));
  expect(judged('warned')).toBe(true);
  expect(judged('deviated')).toBe(false);
});

test('without known failures nothing is known', () => {
  expect(isKnown(exampleFinding(), undefined)).toBe(false);
  expect(isKnown(exampleFinding(), known())).toBe(false);
});

test('an entry is called by its requirement, and its operation where it has one', () => {
  expect(nameOf(exampleKnownFailure())).toBe('BAT-09');
  expect(nameOf(exampleKnownFailure({ operation: 'getShipResults' }))).toBe('BAT-09 at getShipResults');
});
