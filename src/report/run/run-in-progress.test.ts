import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { exampleEnded, exampleHeader, exampleTest, journalText } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { covers, mayMeet } from '../../contract/requirements/covers.js';
import { runFolders } from '../../target/environment.js';
import { type EndedTest, JournalFile, readJournal } from './evidence-journal.js';
import { isSettled, leftIn, leftTests, outcomeOf, RunInProgress, testReport } from './run-in-progress.js';

const planned = exampleHeader().tests;
const blocked = [{ requirement: 'BAT-09' as const, reason: 'no orders' }];
const begin = (file: string, earlier?: ReturnType<typeof readJournal>) => {
  const run = new RunInProgress(new JournalFile(file, (text) => text), earlier);
  const problem = run.plan(earlier === undefined ? planned : leftIn(earlier));
  return { run, problem };
};
const open = (run: RunInProgress) => run.open(exampleHeader);
const close = (run: RunInProgress, ...errors: string[]) =>
  run.closed({ errors, interrupted: false }, exampleHeader);

test('a run that was killed and resumed is reported as one run', () => {
  const file = test.info().outputPath('evidence.jsonl');
  const first = begin(file).run;
  open(first);
  first.ended(exampleEnded('one'));
  first.ended(exampleEnded('two', { evidence: exampleEvidence({ blocked }) }));

  const earlier = readJournal(file);
  expect(leftIn(earlier).map(({ id }) => id)).toEqual(['two', 'three']);
  const { run, problem } = begin(file, earlier);
  expect(problem).toBeUndefined();
  open(run);
  expect(run.ran.map(({ test: { id, onlyHere } }) => [id, onlyHere])).toEqual([
    ['one', true],
    ['two', true],
  ]);
  run.ended(exampleEnded('three'));
  run.ended(exampleEnded('two'));
  const { startedAt, durationMs, resumed, ran } = close(run);

  expect(startedAt).toBe(first.startedAt);
  expect(durationMs).toBeGreaterThanOrEqual(earlier.durationMs);
  expect(run.planned).toEqual(planned);
  expect(resumed).toEqual([{ at: expect.any(String), kept: 1 }]);
  expect(ran.map(({ test: { id, onlyHere } }) => [id, onlyHere])).toEqual([
    ['one', true],
    ['two', undefined],
    ['three', undefined],
  ]);
  expect(ran.flatMap(({ evidence }) => evidence?.blocked)).toEqual([]);

  const whole = readJournal(file);
  expect(leftIn(whole)).toEqual([]);
  expect(whole.closed).toEqual({ errors: [], interrupted: false });
});

test('a test began some time after its run, in its worker; in a resumed run, after the time of the first part', () => {
  const file = test.info().outputPath('evidence.jsonl');
  const header = { run: exampleHeader() };
  const first = exampleEnded('one', { test: exampleTest('one', { began: { after: 7, worker: 1 } }) });
  writeFileSync(file, journalText(header, { ended: first, after: 5000 }));
  const { run } = begin(file, readJournal(file));
  const soon = Date.now() + 1000;
  open(run);
  run.ended(exampleEnded('two'), { startTime: new Date(soon), parallelIndex: 0 });
  run.ended(exampleEnded('three'), { startTime: new Date(soon), parallelIndex: -1 });
  const [one, two, three] = run.ran.map(({ test: { began } }) => began);
  expect(one).toEqual({ after: 7, worker: 1 });
  expect(two).toEqual({ after: expect.any(Number), worker: 0 });
  // The run was resumed a moment ago.
  expect(two?.after).toBeGreaterThanOrEqual(6000);
  expect(soon - Date.parse(close(run).resumed?.[0]?.at ?? '') + 5000).toBe(two?.after);
  expect(three).toBeUndefined();
  expect(readJournal(file).ended.map(({ test: { began } }) => began)).toEqual([one, two, three]);
});

test('a run in which no test begins does not change an earlier journal', () => {
  const file = test.info().outputPath('evidence.jsonl');
  const first = begin(file).run;
  open(first);
  first.ended(exampleEnded('one'));
  const text = readFileSync(file, 'utf8');
  close(begin(file).run, 'TARGET_URL is not set.');
  close(begin(file, readJournal(file)).run, 'No response.');
  expect(readFileSync(file, 'utf8')).toBe(text);
  const other = test.info().outputPath('other.jsonl');
  close(begin(other).run);
  expect(existsSync(other)).toBe(false);
});

test('a resumed run reports that the suite has changed', () => {
  const file = test.info().outputPath('evidence.jsonl');
  open(begin(file).run);
  const run = new RunInProgress(new JournalFile(file, (text) => text), readJournal(file));
  expect(run.plan(planned.slice(1))).toBe(
    'The suite has changed since the interrupted run, or Playwright alone had started it: it has 2 of the 3 remaining tests; start a new run without --resume.',
  );
});

const path = (title: string) => `api batches/entries.spec.ts ${title}`;

test('the remaining tests are chosen by project, file and titles, whatever their tags', () => {
  const tests = ['one', 'A finished batch (of [2]) of GET /x.y', 'two'].map((id) => ({ id, path: path(id) }));
  const file = test.info().outputPath('evidence.jsonl');
  writeFileSync(
    file,
    journalText({ run: exampleHeader({ tests }) }, { ended: exampleEnded('one'), after: 1 }),
  );
  const folders = runFolders({ CONFORMANCE_REPORTS: dirname(file) });
  const { grep } = leftTests({ resumes: true, folders });
  const isLeft = (title: string) => grep?.test(` ${path(title)}`);
  expect(isLeft('A finished batch (of [2]) of GET /x.y @BAT-09 @BAT-10')).toBe(true);
  expect(isLeft('two')).toBe(true);
  expect(isLeft('one')).toBe(false);
  expect(isLeft('two and more')).toBe(false);
  expect(grep?.test(' rate-limits batches/entries.spec.ts two')).toBe(false);
  expect(leftTests({ resumes: false, folders })).toEqual({});
});

test('a test has its file, its titles, and the requirements that it covers, not those that it may meet', () => {
  const { annotation: annotations } = mayMeet(covers('BAT-09', 'BAT-10'), 'ORD-01');
  const ended = {
    id: 'abc-1',
    annotations,
    location: { file: '/specs/batches/entries.spec.ts', line: 7, column: 3 },
    titlePath: () => ['', 'api', 'batches/entries.spec.ts', 'A finished batch', 'of GET /x'],
  } as unknown as TestCase;
  expect(testReport(ended, { duration: 12 } as TestResult, 'passed')).toEqual({
    id: 'abc-1',
    file: 'batches/entries.spec.ts',
    line: 7,
    title: 'A finished batch › of GET /x',
    outcome: 'passed',
    milliseconds: 12,
    covers: ['BAT-09', 'BAT-10'],
  });
});

test('an interrupted test counts as skipped, and one that timed out as failed', () => {
  const statuses = ['passed', 'skipped', 'failed', 'timedOut', 'interrupted'] as const;
  const outcomes = statuses.map((status) => outcomeOf({ status } as TestResult));
  expect(outcomes).toEqual(['passed', 'skipped', 'failed', 'failed', 'skipped']);
});

test('a test runs again if it was cut short, blocked or broken', () => {
  const settled = (given: Partial<EndedTest>) => isSettled(exampleEnded('a', given));
  const findings = [exampleFinding()];
  expect(settled({})).toBe(true);
  expect(settled({ status: 'skipped' })).toBe(true);
  expect(settled({ status: 'failed', evidence: exampleEvidence({ findings }) })).toBe(true);
  expect(settled({ status: 'timedOut' })).toBe(false);
  expect(settled({ status: 'interrupted' })).toBe(false);
  expect(settled({ evidence: exampleEvidence({ blocked }) })).toBe(false);
  expect(settled({ evidence: exampleEvidence({ suiteError: 'no' }) })).toBe(false);
  expect(isSettled({ test: exampleTest('a', { outcome: 'broken' }), status: 'failed' })).toBe(false);
});
