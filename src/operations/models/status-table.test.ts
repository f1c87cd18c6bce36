import { expect, test } from '#unit-test';
import {
  afterTime,
  afterUpdate,
  gapsOf,
  requestedStatuses,
  requirementOf,
  requirementOfEffect,
  statuses,
} from './status-table.js';

test('the table says for each status what an update may report, and where it leads', () => {
  const table = requestedStatuses.flatMap((value) =>
    statuses.map((status) => {
      const [success] = afterUpdate([status], value, 'success');
      const [failed] = afterUpdate([status], value, 'failed');
      return `${status} to ${value}: ${success ?? 'never'}, refused ${failed ?? 'never'}`;
    }),
  );
  expect(table).toEqual([
    'draft to published: pending_approval, refused never',
    'pending_approval to published: pending_approval, refused pending_approval',
    'rejected to published: pending_approval, refused never',
    'pending_active to published: pending_active, refused pending_active',
    'active to published: active, refused active',
    'inactive to published: active, refused never',
    'draft to inactive: never, refused draft',
    'pending_approval to inactive: never, refused pending_approval',
    'rejected to inactive: never, refused rejected',
    'pending_active to inactive: never, refused pending_active',
    'active to inactive: inactive, refused never',
    'inactive to inactive: inactive, refused inactive',
    'draft to draft: draft, refused draft',
    'pending_approval to draft: draft, refused never',
    'rejected to draft: draft, refused never',
    'pending_active to draft: never, refused pending_active',
    'active to draft: never, refused active',
    'inactive to draft: never, refused inactive',
  ]);
});

test('what was reported narrows where a product may have been', () => {
  expect(afterUpdate(['pending_approval', 'pending_active', 'active'], 'draft', 'success')).toEqual([
    'draft',
  ]);
  expect(afterUpdate(['pending_approval', 'pending_active', 'active'], 'draft', 'failed')).toEqual([
    'pending_active',
    'active',
  ]);
  expect(afterUpdate(['pending_active', 'active'], 'inactive', 'success')).toEqual(['inactive']);
  expect(afterUpdate(['pending_active', 'active'], 'inactive', 'failed')).toEqual(['pending_active']);
});

test('time leads forward only, and to a rejection only where one may be', () => {
  expect(afterTime(['pending_approval'], false)).toEqual(['pending_approval', 'pending_active', 'active']);
  expect(afterTime(['pending_approval'], true)).toContain('rejected');
  expect(afterTime(['pending_active'], true)).toEqual(['pending_active', 'active']);
  for (const still of ['draft', 'rejected', 'active', 'inactive'] as const)
    expect(afterTime([still], true)).toEqual([still]);
});

test('each row of the table has its requirement, and what may be either is held to what is reported', () => {
  expect(requirementOf(['draft'], 'published')).toBe('STS-01');
  expect(requirementOf(['active'], 'inactive')).toBe('STS-03');
  expect(requirementOf(['pending_approval'], 'draft')).toBe('STS-04');
  expect(requirementOf(['pending_active', 'active'], 'draft')).toBe('STS-05');
  expect(requirementOf(['draft'], 'inactive')).toBe('STS-09');
  expect(requirementOf(['inactive'], 'published')).toBe('STS-11');
  expect(requirementOf(['rejected'], 'published')).toBe('STS-12');
  expect(requirementOf(['pending_active', 'active'], 'inactive')).toBe('BAT-18');
});

test('the outcome and what is shown then tell which row of the table it was', () => {
  const published = ['pending_approval', 'pending_active', 'active'] as const;
  expect(requirementOfEffect(published, 'draft', 'success', 'draft')).toBe('STS-04');
  expect(requirementOfEffect(published, 'draft', 'failed', 'active')).toBe('STS-05');
  expect(requirementOfEffect(published, 'draft', 'failed', 'pending_approval')).toBe('STS-04');
  expect(requirementOfEffect(published, 'inactive', 'success', 'inactive')).toBe('STS-03');
  expect(requirementOfEffect(published, 'inactive', 'failed', 'active')).toBe('BAT-18');
  expect(requirementOfEffect(published, 'published', 'failed', 'active')).toBe('BAT-18');
  expect(requirementOfEffect(['draft'], 'draft', 'success', 'draft')).toBe('BAT-18');
});

test('a status that no clause names rests on the gap of the statuses', () => {
  expect(gapsOf('draft', 'active', 'inactive')).toEqual([]);
  expect(gapsOf('draft', 'pending_active')).toEqual(['G-06']);
});
