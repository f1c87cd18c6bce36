import { expect, test } from '@playwright/test';
import { PRODUCT_STATUSES } from './product.js';
import { isSettable, statusAfter } from './status-moves.js';

const expected = {
  published: {
    draft: 'pending_approval',
    pending_approval: 'pending_approval',
    rejected: 'pending_approval',
    pending_active: 'pending_active',
    active: 'active',
    inactive: 'active',
    problem: 'active',
  },
  inactive: { active: 'inactive', inactive: 'inactive', problem: 'inactive' },
  draft: { draft: 'draft', pending_approval: 'draft', rejected: 'draft' },
} as const;

for (const asked of ['published', 'inactive', 'draft'] as const)
  for (const current of PRODUCT_STATUSES) {
    const next = Object.entries(expected[asked]).find(([from]) => from === current)?.[1];
    test(`${current}, ${asked}: ${next ?? 'forbidden'}`, () => {
      expect(statusAfter(current, asked)).toBe(next);
    });
  }

test('only published, inactive and draft can be set', () => {
  expect(['published', 'inactive', 'draft'].every(isSettable)).toBe(true);
  expect(['active', 'Published', 'draft ', '', 'constructor', '__proto__'].some(isSettable)).toBe(false);
});
