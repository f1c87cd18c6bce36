import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { exampleEvidence } from '../verdicts/example-evidence.js';
import { readJournal } from './evidence-journal.js';
import { exampleEnded, exampleHeader } from './example-journal.js';
import { JournalFile } from './journal-file.js';
import { leftIn, RunInProgress } from './run-in-progress.js';

const planned = exampleHeader().tests;
const begin = (file: string, earlier?: ReturnType<typeof readJournal>) => {
  const run = new RunInProgress(new JournalFile(file, (text) => text), earlier);
  const problem = run.plan(earlier === undefined ? planned : leftIn(earlier));
  return { run, problem };
};
const open = (run: RunInProgress) => run.open((given) => exampleHeader(given));

test('a run that is killed and resumed is one run', () => {
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

test('a run in which no test begins leaves the journal of an earlier one as it is', () => {
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

test('a suite that no longer has the tests that are left is told', () => {
  const file = test.info().outputPath('evidence.jsonl');
  open(begin(file).run);
  const run = new RunInProgress(new JournalFile(file, (text) => text), readJournal(file));
  expect(run.plan(planned.slice(1))).toBe(
    'The suite has changed since the interrupted run: it has 2 of the 3 remaining tests; start a new run without --resume.',
  );
});
