import { expect, test } from '#unit-test';
import { gapsOf, requirementOf, requirementOfEffect } from './status-table.js';

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
