import { expect, test } from '#testing/unit-test';
import { gapsOf } from './status-table.js';

test('a status that no clause names rests on the gap about statuses', () => {
  expect(gapsOf('draft', 'active', 'inactive')).toEqual([]);
  expect(gapsOf('draft', 'pending_active')).toEqual(['G-06']);
});
