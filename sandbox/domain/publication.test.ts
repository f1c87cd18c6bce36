import { expect, test } from '#unit-test';
import { PRODUCT_STATUSES } from './products.js';
import { isSettable, statusAfter } from './publication.js';

const expected = {
  published: {
    draft: 'pending_approval',
    pending_approval: 'pending_approval',
    rejected: 'pending_approval',
    pending_active: 'pending_active',
    active: 'active',
    inactive: 'active',
    problem: 'pending_approval',
  },
  inactive: { active: 'inactive', inactive: 'inactive' },
  draft: { draft: 'draft', pending_approval: 'draft', rejected: 'draft' },
} as const;

test('each status leads where the table says, and nowhere else', () => {
  const moves = Object.entries(expected).map(([asked, row]) => {
    const all = PRODUCT_STATUSES.map((current) => [
      current,
      isSettable(asked) && statusAfter(current, asked),
    ]);
    return [all.filter(([, next]) => next !== undefined), Object.entries(row)].map(Object.fromEntries);
  });
  expect(moves.map(([actual]) => actual)).toEqual(moves.map(([, wanted]) => wanted));
  expect(moves).toHaveLength(3);
});

test('only published, inactive and draft can be set', () => {
  expect(['published', 'inactive', 'draft'].every(isSettable)).toBe(true);
  expect(['active', 'Published', 'draft ', '', 'constructor', '__proto__'].some(isSettable)).toBe(false);
});
