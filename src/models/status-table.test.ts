import { expect, test } from '#testing/unit-test';
import {
  gapsOf,
  isRequestedStatus,
  requirementOf,
  requirementOfEffect,
  type StatusUpdate,
  transitionBetween,
} from './status-table.js';

test('each row of the table has its requirement, and an update that may end either way is judged by its reported outcome', () => {
  expect(requirementOf(['draft'], 'published')).toBe('STS-01');
  expect(requirementOf(['active'], 'inactive')).toBe('STS-03');
  expect(requirementOf(['pending_approval'], 'draft')).toBe('STS-04');
  expect(requirementOf(['pending_active', 'active'], 'draft')).toBe('STS-05');
  expect(requirementOf(['draft'], 'inactive')).toBe('STS-09');
  expect(requirementOf(['inactive'], 'published')).toBe('STS-11');
  expect(requirementOf(['rejected'], 'published')).toBe('STS-12');
  expect(requirementOf(['pending_active', 'active'], 'inactive')).toBe('BAT-18');
});

test('the outcome and the shown status then reveal the row of the table', () => {
  const published = ['pending_approval', 'pending_active', 'active'] as const;
  expect(requirementOfEffect(published, 'draft', 'success', 'draft')).toBe('STS-04');
  expect(requirementOfEffect(published, 'draft', 'failed', 'active')).toBe('STS-05');
  expect(requirementOfEffect(published, 'draft', 'failed', 'pending_approval')).toBe('STS-04');
  expect(requirementOfEffect(published, 'inactive', 'success', 'inactive')).toBe('STS-03');
  expect(requirementOfEffect(published, 'inactive', 'failed', 'active')).toBe('BAT-18');
  expect(requirementOfEffect(published, 'published', 'failed', 'active')).toBe('BAT-18');
  expect(requirementOfEffect(['draft'], 'draft', 'success', 'draft')).toBe('BAT-18');
});

test('a status that no clause names rests on the gap about statuses', () => {
  expect(gapsOf('draft', 'active', 'inactive')).toEqual([]);
  expect(gapsOf('draft', 'pending_active')).toEqual(['G-06']);
});

/** What two readings show after an update, or without one, and what caused the transition. */
const readings: readonly (readonly [
  before: string,
  update: string | undefined,
  after: string,
  by: string | undefined,
])[] = [
  ['draft', undefined, 'draft', undefined],
  ['draft', 'published success', 'pending_approval', 'updateProductStatus'],
  // It was pending approval in between, which nobody read.
  ['draft', 'published success', 'active', undefined],
  ['draft', 'published failed', 'pending_approval', undefined],
  ['draft', undefined, 'active', undefined],
  ['draft', 'inactive failed', 'inactive', undefined],
  ['pending_approval', undefined, 'pending_active', 'time'],
  ['pending_approval', undefined, 'rejected', 'time'],
  ['pending_approval', undefined, 'active', undefined],
  ['pending_approval', 'published failed', 'pending_active', 'time'],
  // A review may have rejected it before it was set back.
  ['pending_approval', 'draft success', 'draft', undefined],
  ['pending_active', 'inactive success', 'inactive', undefined],
  ['pending_active', 'inactive failed', 'active', 'time'],
  ['active', 'inactive success', 'inactive', 'updateProductStatus'],
  ['active', 'draft failed', 'draft', undefined],
  ['inactive', 'published success', 'active', 'updateProductStatus'],
  ['rejected', 'published success', 'pending_approval', 'updateProductStatus'],
  ['rejected', 'draft success', 'draft', 'updateProductStatus'],
  ['problem', undefined, 'draft', undefined],
];

for (const [before, update, after, by] of readings)
  test(`${before}, ${update ?? 'left alone'}, then ${after}: ${by ?? 'no certain transition'}`, () => {
    const expected = by === undefined ? undefined : { from: before, to: after, by };
    expect(transitionBetween(before, after, updateIn(update), ['active', 'rejected'])).toEqual(expected);
  });

test('if no review rejects products, only one transition leads from pending approval to draft', () => {
  expect(transitionBetween('pending_approval', 'draft', updateIn('draft success'), ['active'])).toMatchObject(
    {
      by: 'updateProductStatus',
    },
  );
});

function updateIn(text: string | undefined): StatusUpdate | undefined {
  const [status = '', outcome] = text?.split(' ') ?? [];
  return isRequestedStatus(status)
    ? { value: status, outcome: outcome === 'failed' ? 'failed' : 'success' }
    : undefined;
}
