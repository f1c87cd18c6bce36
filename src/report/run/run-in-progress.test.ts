import { existsSync } from 'node:fs';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { exampleEvidence } from '#testing/example-finding';
import { exampleEnded, exampleHeader } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { covers, mayMeet } from '../../contract/requirements/covers.js';
import type { Evidence } from '../../verdicts/finding.js';
import { JournalFile, readJournal } from './evidence-journal.js';
import { endedTest, RunInProgress } from './run-in-progress.js';

const begin = (file: string) => {
  const run = new RunInProgress(new JournalFile(file, (text) => text));
  run.planned = exampleHeader().tests;
  return run;
};
const open = (run: RunInProgress) => run.open(exampleHeader);
const close = (run: RunInProgress, ...errors: string[]) =>
  run.closed({ errors, interrupted: false }, exampleHeader);

test('a test began some time after its run, in its worker, unless it was skipped before it had one', () => {
  const file = test.info().outputPath('evidence.jsonl');
  const run = begin(file);
  const soon = new Date(Date.now() + 1000);
  run.ended(exampleEnded('one'), { startTime: soon, parallelIndex: 0 });
  open(run);
  run.ended(exampleEnded('two'), { startTime: soon, parallelIndex: -1 });
  const began = run.ran.map(({ test: each }) => each.began);
  expect(began).toEqual([{ after: expect.any(Number), worker: 0 }, undefined]);
  expect(began[0]?.after).toBeGreaterThanOrEqual(1000);
  expect(close(run, 'No response.')).toMatchObject({ ran: run.ran, errors: ['No response.'], tests: 3 });
  expect(readJournal(file)).toMatchObject({ ended: run.ran, closed: { errors: ['No response.'] } });
});

test('a run in which no test begins leaves no journal', () => {
  const file = test.info().outputPath('evidence.jsonl');
  const run = begin(file);
  close(run, 'TARGET_URL is not set.');
  expect(existsSync(file)).toBe(false);
});

test('a test has its file, its titles, and the requirements that it covers, not those that it may meet', () => {
  const { annotation: annotations } = mayMeet(covers('BAT-09', 'BAT-10'), 'ORD-01');
  const testCase = {
    id: 'abc-1',
    annotations,
    location: { file: '/specs/batches/entries.spec.ts', line: 7, column: 3 },
    titlePath: () => ['', 'api', 'batches/entries.spec.ts', 'A finished batch', 'of GET /x'],
  } as unknown as TestCase;
  const result = { status: 'passed', duration: 12 } as TestResult;
  expect(endedTest(testCase, result, exampleEvidence()).test).toEqual({
    id: 'abc-1',
    file: 'batches/entries.spec.ts',
    line: 7,
    title: 'A finished batch › of GET /x',
    outcome: 'passed',
    milliseconds: 12,
    covers: ['BAT-09', 'BAT-10'],
  });
});

test('an interrupted test counts as skipped, one that timed out as failed, and one without evidence as broken', () => {
  const testCase = { annotations: [], location: {}, titlePath: () => [] } as unknown as TestCase;
  const outcomes = (evidence: Evidence | undefined) =>
    (['passed', 'skipped', 'failed', 'timedOut', 'interrupted'] as const).map(
      (status) => endedTest(testCase, { status } as TestResult, evidence).test.outcome,
    );
  expect(outcomes(exampleEvidence())).toEqual(['passed', 'skipped', 'failed', 'failed', 'skipped']);
  expect(outcomes(undefined)).toEqual(['broken', 'skipped', 'broken', 'broken', 'skipped']);
  expect(new Set(outcomes(exampleEvidence({ suiteError: 'no' })))).toEqual(new Set(['broken']));
});
