import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { exampleEvidence } from '#testing/example-finding';
import { exampleEnded, exampleHeader } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { covers, mayMeet } from '../../contract/requirements/covers.js';
import { anewAnnotation, type Evidence } from '../../verdicts/finding.js';
import { readJournal } from './evidence-journal.js';
import { beginsAnew, endedTest, RunInProgress } from './run-in-progress.js';

const fileOf = (name: string) => test.info().outputPath(name);
const begin = (file: string) => {
  const run = new RunInProgress(file, (text) => text.replaceAll('staging.example', '[redacted]'));
  run.planned = exampleHeader().tests;
  return run;
};
const inWorker = (parallelIndex: number, duration = 0) => ({ parallelIndex, duration }) as TestResult;
const close = (run: RunInProgress, ...errors: string[]) =>
  run.closed({ errors, interrupted: false }, exampleHeader);

test('a run keeps its tests in memory and, from the first one on, in its journal, each line at once and without secrets', () => {
  const file = fileOf('new/evidence.jsonl');
  const run = begin(file);
  run.ended(exampleEnded('one'), inWorker(0));
  expect(existsSync(file)).toBe(false);
  run.open(exampleHeader);
  run.ended(exampleEnded('two'), inWorker(-1));
  expect(readJournal(file)).toMatchObject({ ended: run.ran });
  expect(readFileSync(file, 'utf8')).toContain('https://[redacted].com');
  expect(run.ran.map(({ test: { began } }) => began)).toEqual([
    { after: expect.any(Number), worker: 0 },
    undefined,
  ]);
  expect(close(run, 'No response.')).toMatchObject({ ran: run.ran, errors: ['No response.'], tests: 3 });
  expect(readJournal(file)).toMatchObject({ ended: run.ran, closed: { errors: ['No response.'] } });
  expect(run.problem).toBeUndefined();
});

test('a run and its tests take as long as they take if the clock of the machine is set back meanwhile', async () => {
  const { now } = Date;
  const run = begin(fileOf('evidence.jsonl'));
  try {
    Date.now = () => now() - 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 20));
    run.ended(exampleEnded('one'), inWorker(0, 5));
    expect(run.ran[0]?.test.began?.after).toBeGreaterThanOrEqual(10);
    expect(close(run).durationMs).toBeGreaterThanOrEqual(15);
  } finally {
    Date.now = now;
  }
});

test('a journal that cannot be written, or would replace that of another run, is reported and stops nothing', () => {
  const theirs = fileOf('evidence.jsonl');
  mkdirSync(dirname(theirs), { recursive: true });
  writeFileSync(theirs, 'of an earlier run\n');
  for (const [file, says] of [
    [theirs, /could not be written: EEXIST/],
    [`${theirs}/evidence.jsonl`, /evidence\.jsonl could not be written: .*\.$/],
  ] as const) {
    const run = begin(file);
    run.open(exampleHeader);
    run.ended(exampleEnded('two'), inWorker(0));
    expect(close(run).ran).toHaveLength(1);
    expect(run.problem).toMatch(says);
  }
  expect(readFileSync(theirs, 'utf8')).toBe('of an earlier run\n');
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

const statuses = ['passed', 'skipped', 'failed', 'timedOut', 'interrupted'] as const;
const testCase = { annotations: [], location: {}, titlePath: () => [] } as unknown as TestCase;

test('an interrupted test counts as skipped, one that timed out as failed, and one without evidence as broken', () => {
  const outcomes = (evidence: Evidence | undefined) =>
    statuses.map((status) => endedTest(testCase, { status } as TestResult, evidence).test.outcome);
  expect(outcomes(exampleEvidence())).toEqual(['passed', 'skipped', 'failed', 'failed', 'skipped']);
  expect(outcomes(undefined)).toEqual(['broken', 'skipped', 'broken', 'broken', 'skipped']);
  expect(new Set(outcomes(exampleEvidence({ suiteError: 'no' })))).toEqual(new Set(['broken']));
});

test('a try that begins anew counts for nothing in any report, and any other try is the last one', () => {
  const ended = (status: TestResult['status'], retry: number, ...annotations: TestResult['annotations']) => {
    const [tried, result] = [
      { expectedStatus: 'failed', retries: 2 },
      { status, retry, annotations },
    ];
    const isAnew = beginsAnew(tried as TestCase, result as TestResult);
    return [isAnew, result.status, tried.expectedStatus, tried.retries];
  };
  expect(ended('failed', 0, { type: anewAnnotation })).toEqual([true, 'interrupted', 'passed', 2]);
  for (const status of statuses)
    for (const retry of [0, 1]) expect(ended(status, retry)).toEqual([false, status, 'passed', retry]);
});
