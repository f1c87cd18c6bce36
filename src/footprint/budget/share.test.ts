import { expect, test } from '#testing/unit-test';
import { quotaOf } from './share.js';

test('a share of a limit is rounded down, but leaves at least one request', () => {
  expect([quotaOf(50, 0.9), quotaOf(1000, 1), quotaOf(7, 0.5), quotaOf(1, 0.1)]).toEqual([45, 1000, 3, 1]);
});
