import type { Suite } from '@playwright/test/reporter';
import { exampleRun } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { contractVersion } from '../../contract/documents/document.js';
import { mergedRun, type ShardRecord } from './merged-shards.js';

/** Merges shards with these fields and this number of tests. */
function merge(tests: number, ...shards: readonly Partial<ShardRecord>[]) {
  const { ran: _, ...record } = exampleRun;
  const usual: ShardRecord = { ...record, tests: 2, total: 2, contract: contractVersion };
  const all = shards.map((given, index) => [`shard ${index + 1}`, { ...usual, ...given }]);
  const suite = { allTests: () => Array(tests) } as unknown as Suite;
  return mergedRun(
    { metadata: { actualWorkers: 4, ...Object.fromEntries(all) }, suite, ended: [], errors: [] },
    5000,
  );
}

const other = { contract: '0.9.0' };

for (const [says, tests, ...shards] of [
  ['there is none; start each run with --shard', 0],
  ['together they have 3 of 2 ', 3, {}, {}],
  ['together they have 1 of 2 ', 1, {}, {}],
  [`the contract is "0.9.0" in shard 1 and "${contractVersion}" in this process`, 2, other, other],
  ['the number of shards is 2 in shard 1 and 3 in shard 2', 2, {}, { total: 3 }],
] as const)
  test(`shards are refused if ${says}`, () => {
    expect(() => merge(tests, ...shards)).toThrow(says);
  });

test('a run says that a shard is missing, or ended early', () => {
  expect(merge(1, {})).toMatchObject({
    unfinished: 'Not all tests ended: shard 2/2 is missing',
    shards: { total: 2, missing: [2] },
  });
  const unfinished = 'Not all tests ended: 0 of 2 did';
  expect(merge(2, {}, { interrupted: true })).toMatchObject({ unfinished, interrupted: true });
});
