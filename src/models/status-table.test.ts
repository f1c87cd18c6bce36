import { expect, test } from '#testing/unit-test';
import { gapsOf, isRequestedStatus, type StatusUpdate, transitionBetween } from './status-table.js';

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
  ['pending_approval', undefined, 'pending_active', 'time'],
  ['pending_approval', undefined, 'rejected', 'time'],
  ['pending_approval', undefined, 'active', undefined],
  // A review may have rejected it before it was set back.
  ['pending_approval', 'draft success', 'draft', undefined],
  ['active', 'inactive success', 'inactive', 'updateProductStatus'],
  ['inactive', 'published success', 'active', 'updateProductStatus'],
];

for (const [before, update, after, by] of readings)
  test(`${before}, ${update ?? 'left alone'}, then ${after}: ${by ?? 'no certain transition'}`, () => {
    const expected = by === undefined ? undefined : { from: before, to: after, by };
    expect(transitionBetween(before, after, updateIn(update), ['active', 'rejected'])).toEqual(expected);
  });

function updateIn(text: string | undefined): StatusUpdate | undefined {
  const [status = '', outcome] = text?.split(' ') ?? [];
  return isRequestedStatus(status)
    ? { value: status, outcome: outcome === 'failed' ? 'failed' : 'success' }
    : undefined;
}
