import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '#unit-test';
import { exampleEvidence } from '../verdicts/finding.js';
import { JournalFile, readJournal } from './evidence-journal.js';
import { exampleEnded, exampleHeader, journalText } from './example-journal.js';
import { leftIn, leftTests, RunInProgress } from './run-in-progress.js';

const planned = exampleHeader().tests;
const begin = (file: string, earlier?: ReturnType<typeof readJournal>) => {
  const run = new RunInProgress(new JournalFile(file, (text) => text), earlier);
  const problem = run.plan(earlier === undefined ? planned : leftIn(earlier));
  return { run, problem };
};
const open = (run: RunInProgress) => run.open((given) => exampleHeader(given));

test('a killed and resumed run is one run', () => {
  const file = test.info().outputPath('evidence.jsonl');
  const blocked = [{ requirement: 'BAT-09' as const, reason: 'the way is broken' }];
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
  run.closed({ errors: [], interrupted: false });

  expect(run.startedAt).toEqual(first.startedAt);
  expect(run.durationMs).toBeGreaterThanOrEqual(earlier.durationMs);
  expect(run.planned).toEqual(planned);
  expect(run.resumed).toEqual([{ at: expect.any(String), kept: 1 }]);
  expect(run.ran.map(({ test: { id, onlyHere } }) => [id, onlyHere])).toEqual([
    ['one', true],
    ['two', undefined],
    ['three', undefined],
  ]);
  expect(run.ran.flatMap(({ evidence }) => evidence?.blocked)).toEqual([]);

  const whole = readJournal(file);
  expect(leftIn(whole)).toEqual([]);
  expect(whole.closed).toEqual({ errors: [], interrupted: false });
});

test('a run in which no test begins does not change an earlier journal', () => {
  const file = test.info().outputPath('evidence.jsonl');
  const first = begin(file).run;
  open(first);
  first.ended(exampleEnded('one'));
  const text = readFileSync(file, 'utf8');
  begin(file).run.closed({ errors: ['TARGET_URL is not set.'], interrupted: false });
  begin(file, readJournal(file)).run.closed({ errors: ['No answer.'], interrupted: false });
  expect(readFileSync(file, 'utf8')).toBe(text);
  const other = test.info().outputPath('other.jsonl');
  begin(other).run.closed({ errors: [], interrupted: false });
  expect(existsSync(other)).toBe(false);
});

test('a resumed run reports that the suite has changed', () => {
  const file = test.info().outputPath('evidence.jsonl');
  open(begin(file).run);
  const run = new RunInProgress(new JournalFile(file, (text) => text), readJournal(file));
  expect(run.plan(planned.slice(1))).toBe(
    'The suite has changed since the interrupted run: it has 2 of the 3 remaining tests; start a new run without --resume.',
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
  const environment = { CONFORMANCE_REPORTS: dirname(file), CONFORMANCE_RESUMES: '1' };
  const { grep } = leftTests(environment);
  const isLeft = (title: string) => grep?.test(` ${path(title)}`);
  expect(isLeft('A finished batch (of [2]) of GET /x.y @BAT-09 @BAT-10')).toBe(true);
  expect(isLeft('two')).toBe(true);
  expect(isLeft('one')).toBe(false);
  expect(isLeft('two and more')).toBe(false);
  expect(grep?.test(' rate-limits batches/entries.spec.ts two')).toBe(false);
  expect(leftTests({ ...environment, TEST_WORKER_INDEX: '0' })).toEqual({});
  expect(leftTests({ CONFORMANCE_REPORTS: dirname(file) })).toEqual({});
});
