import { expect, test } from '#unit-test';
import { shardsInWords } from './shards-in-words.js';

test('what a run was merged from is said in words', () => {
  expect(shardsInWords({ total: 4, missing: [] })).toBe('all 4 shards');
  expect(shardsInWords({ total: 1, missing: [] })).toBe('1 shard');
  expect(shardsInWords({ total: 4, missing: [2, 3] })).toBe('2 of 4 shards, without 2, 3');
});
