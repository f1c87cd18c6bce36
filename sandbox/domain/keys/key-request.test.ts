import { expect, test } from '#unit-test';
import { keyRequestProblems, mayManageKeys, newKey, wishOf } from './key-request.js';

const NOON = Date.UTC(2026, 4, 5, 12);

function problems(label: string, expirationDate = ''): string[] {
  return keyRequestProblems({ label, expirationDate }, NOON).map(({ field }) => field);
}

test('a label has 1 to 100 characters, whatever they are made of', () => {
  for (const label of ['x', 'x'.repeat(100), '🗝️'.repeat(50), '🔑'.repeat(100)])
    expect(problems(label), label).toEqual([]);
  for (const label of ['', 'x'.repeat(101), '🔑'.repeat(101)])
    expect(problems(label), label).toEqual(['label']);
});

test('a key can expire today, and on no day that has passed', () => {
  expect(problems('x', '2026-05-05')).toEqual([]);
  expect(problems('x', '9999-12-31')).toEqual([]);
  expect(problems('x', '2026-05-04')).toEqual(['expirationDate']);
  expect(problems('x', '0000-01-01')).toEqual(['expirationDate']);
  expect(problems('x', '2026-06-31')).toEqual(['expirationDate']);
});

test('all problems are told at once', () => {
  expect(problems('', 'never')).toEqual(['label', 'expirationDate']);
});

test('a key is wished for with the end of its last day, and kept like that', () => {
  expect(wishOf({ label: 'x', expirationDate: '' })).toEqual({ label: 'x' });
  const wish = wishOf({ label: 'x', expirationDate: '2026-05-05' });
  expect(newKey(wish)).toEqual({ label: 'x', expiresAt: Date.UTC(2026, 4, 6) });
});

test('an Admin may do everything about keys, a Member nothing', () => {
  for (const action of ['see', 'create', 'revoke'] as const)
    expect([mayManageKeys('Admin', action), mayManageKeys('Member', action)]).toEqual([true, false]);
});
