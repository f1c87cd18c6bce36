import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '#unit-test';
import { exampleEvidence } from '../verdicts/evidence.js';
import { JournalFile, readJournal } from './evidence-journal.js';
import { exampleEnded, exampleHeader, journalText } from './example-journal.js';
import { exampleRequirement } from './example-report.js';
import { leftIn, leftTests, openByReason, openRequirements, RunInProgress } from './run-in-progress.js';

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

const path = (title: string) => `api batches/entries.spec.ts ${title}`;

test('the tests that are left are told by project, file and titles, whatever tags stand behind', () => {
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

const requirements = [
  exampleRequirement('BAT-09', 'passed'),
  exampleRequirement('ORD-01', 'blocked', { reason: 'there is no order' }),
  exampleRequirement('ORD-02', 'blocked', { reason: 'there is no order' }),
  exampleRequirement('ORD-03', 'unverified', { reason: 'no check of it ran' }),
  exampleRequirement('KEYS-01', 'untested', { reason: 'no settings area' }),
];

test('what is blocked is open, and what no check looked at unless somebody left it out', () => {
  const idsOf = (deselected?: string) =>
    openRequirements({ requirements, ...(deselected === undefined ? {} : { deselected }) }).map(
      ({ id }) => id,
    );
  expect(idsOf()).toEqual(['ORD-01', 'ORD-02', 'ORD-03']);
  expect(idsOf('--grep a')).toEqual(['ORD-01', 'ORD-02']);
});

test('one reason is told once', () => {
  const told = openByReason({ requirements }).map(({ verdict, reason, requirements: alike }) => [
    `${verdict}: ${reason}`,
    alike.map(({ id }) => id),
  ]);
  expect(told).toEqual([
    ['blocked: there is no order', ['ORD-01', 'ORD-02']],
    ['unverified: no check of it ran', ['ORD-03']],
  ]);
});

for (const [kind, whole, selected] of [
  ['blocked', true, true],
  ['unverified', true, false],
  ['inapplicable', false, false],
] as const) {
  test(`operations missed as ${kind} are open: ${whole} in a whole run, ${selected} in a selected part`, () => {
    const missed = { operationIds: ['getShipResults'], kind, reason: 'no orders' };
    for (const verdict of ['partial', 'deviated'] as const) {
      const of = { requirements: [exampleRequirement('BAT-08', verdict, { missed })] };
      expect(openRequirements(of)).toHaveLength(whole ? 1 : 0);
      expect(openRequirements({ ...of, deselected: '--grep a' })).toHaveLength(selected ? 1 : 0);
    }
  });
}

test('a deviation at some operations says why the others were missed', () => {
  const missed = { operationIds: ['getShipResults'], kind: 'blocked', reason: 'no orders' } as const;
  const deviated = exampleRequirement('BAT-08', 'deviated', { missed });
  expect(openByReason({ requirements: [deviated] })).toMatchObject([{ reason: 'no orders' }]);
});
