import type { Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { exampleEvidence } from '#testing/example-finding';
import { exampleRun } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { contractVersion } from '../../contract/documents/document.js';
import { evidenceAttachment } from '../../verdicts/finding.js';
import { mergedRun, type ShardRecord } from './merged-shards.js';

/** The records of two shards, with their own fields; a shard of `undefined` is missing. */
function metadataOf(...shards: readonly (Partial<ShardRecord> | undefined)[]): Record<string, unknown> {
  const { ran: _, ...record } = exampleRun;
  const usual: ShardRecord = { ...record, tests: 2, total: 2, contract: contractVersion };
  const all = shards.map((given, index) => [`shard ${index + 1}`, given && { ...usual, ...given }]);
  return { actualWorkers: 4, ...Object.fromEntries(all.filter(([, shard]) => shard !== undefined)) };
}

/** A test that began a second after the first shard, in the worker of its number. */
function endedIn(worker: number, status = 'passed'): [TestCase, TestResult] {
  const titlePath = () => ['', 'api', 'batches/entries.spec.ts', `test ${worker}`];
  const body = Buffer.from(JSON.stringify(exampleEvidence()));
  const result = {
    status,
    startTime: new Date(Date.parse(exampleRun.startedAt) + 1000),
    parallelIndex: worker,
    attachments: status === 'passed' ? [{ ...evidenceAttachment, body }] : [],
  };
  const testCase = { id: `${worker}`, title: `test ${worker}`, annotations: [], location: {}, titlePath };
  return [testCase as unknown as TestCase, result as unknown as TestResult];
}

function merge(metadata: Record<string, unknown>, ...tests: [TestCase, TestResult][]) {
  return mergeEnded(metadata, tests, tests);
}

function mergeEnded(metadata: Record<string, unknown>, tests: [TestCase, TestResult][], ended: typeof tests) {
  const suite = { allTests: () => tests } as unknown as Suite;
  return mergedRun({ metadata, suite, ended, errors: [] }, 5000);
}

test('the shards of a run become one run, without the raw evidence', () => {
  const ended = [endedIn(0), endedIn(1)];
  const run = merge(metadataOf({}, { startedAt: '2030-01-02T03:04:06.678Z' }), ...ended);
  expect(run).toMatchObject({
    seed: 42,
    startedAt: exampleRun.startedAt,
    durationMs: 5000,
    tests: 2,
    errors: [],
    shards: { total: 2, missing: [] },
    ran: [0, 1].map((worker) => ({ test: { began: { after: 1000, worker } }, evidence: exampleEvidence() })),
  });
  expect(run.unfinished).toBeUndefined();
  expect(ended.map(([, { attachments }]) => attachments)).toEqual([
    [evidenceAttachment],
    [evidenceAttachment],
  ]);
});

test('a run says which shard is missing, and that a shard ended early', () => {
  const missing = merge(metadataOf({}, undefined), endedIn(0));
  expect(missing).toMatchObject({
    unfinished: 'Not all tests ended: shard 2/2 is missing',
    shards: { total: 2, missing: [2] },
  });
  const tests = [endedIn(0), endedIn(1)];
  const early = mergeEnded(metadataOf({}, { interrupted: true }), tests, tests.slice(1));
  expect(early).toMatchObject({ unfinished: 'Not all tests ended: 1 of 2 did', interrupted: true });
});

const { target } = exampleRun;

for (const [difference, says] of [
  [{ total: 3 }, 'the number of shards is 2 in shard 1 and 3 in shard 2'],
  [{ target: { ...target, name: 'production' } }, 'the target is "unknown" in shard 1 and "production" in'],
  [{ target: { ...target, url: 'https://a.example.com' } }, 'the address of the target is "" in shard 1 and'],
  [{ contract: '0.9.0' }, /^the contract is ".*" in shard 1 and "0\.9\.0" in shard 2$/],
  [{ seed: 7 }, 'the seed is 42 in shard 1 and 7 in shard 2'],
  [{ profile: 'smoke' }, 'the profile is "standard" in shard 1 and "smoke" in shard 2'],
  [{ deselected: '--grep a' }, 'the choice of tests is "none" in shard 1 and "--grep a" in shard 2'],
] as const)
  test(`shards are refused if ${says}`, () => {
    expect(() => merge(metadataOf({}, difference), endedIn(0), endedIn(1))).toThrow(says);
  });

test('no shard, a shard given twice, and shards of another contract than the one here are refused', () => {
  const other = { contract: '0.9.0' };
  for (const [metadata, tests, says] of [
    [{ actualWorkers: 1 }, 0, /^there is none; start each run with --shard/],
    [metadataOf({}, {}), 3, /^together they have 3 of 2 /],
    [metadataOf({}, {}), 1, /^together they have 1 of 2 /],
    [metadataOf(other, other), 2, / are 0\.9\.0, none in the shards/],
  ] as const)
    expect(() => merge(metadata, ...[0, 1, 2].slice(0, tests).map((worker) => endedIn(worker)))).toThrow(
      says,
    );
});
