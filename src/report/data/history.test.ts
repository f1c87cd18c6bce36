import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplePassed, exampleReport, exampleRequirement, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { readSettings } from '../../target/settings.js';
import { type Verdict, verdicts } from '../../verdicts/requirement-verdict.js';
import type { Comparison, ConformanceReport, RequirementReport, TestReport } from './conformance-report.js';
import { compareRuns, keepRun, knownSeconds, previousRun, trendAfter } from './history.js';

test('a run carries on the trend of the run before', () => {
  const before = { ...run(1), durationMs: 7 };
  const { verdict, startedAt, totals } = before;
  const first = { verdict, startedAt, durationMs: 7, verdicts: totals.verdicts };
  expect(trendAfter(before)).toEqual([first]);
  const second = run(2, { trend: [first] });
  expect(trendAfter(second).map((each) => each.startedAt)).toEqual([before.startedAt, second.startedAt]);
});

test('a run is kept under its target and start time, and the next run finds it', () => {
  keep(run(1));
  expect(filesOf('staging')).toEqual(['2030-01-01T03-04-05.678Z.json']);
  expect(previousRun(folder(), run(2))).toEqual(run(1));
});

test('the newest of the earlier runs is found, in whatever order they were kept', () => {
  for (const day of [4, 1, 3]) keep(run(day));
  expect(previousRun(folder(), run(4))).toEqual(run(3));
  expect(previousRun(folder(), run(3))).toEqual(run(1));
  expect(previousRun(folder(), run(1))).toBeUndefined();
});

test('the seconds of tests are those of the last run, otherwise those of a plan if the tests share keys', () => {
  const settings = (given: object) =>
    readSettings({
      TARGET_NAME: 'staging',
      TARGET_URL: 'https://staging.example.com',
      TARGET_API_KEY: 'k',
      ...given,
    });
  const own = settings({
    TARGET_CONTROL_URL: 'https://staging.example.com/control',
    TARGET_CONTROL_TOKEN: 't',
  });
  expect(knownSeconds(own, 'standard', folder()).size).toBe(0);
  expect(knownSeconds(settings({}), 'standard', folder()).size).toBeGreaterThan(100);
  keep(run(1, { tests: [exampleTest('one', { milliseconds: 2500 })] }));
  expect([...knownSeconds(own, 'standard', folder())]).toEqual([
    ['batches/entries.spec.ts › A finished batch › one', 2.5],
  ]);
  expect(knownSeconds(own, 'release', folder()).size).toBe(0);
});

test('runs of different targets are not compared, even if their folders look alike', () => {
  keep(run(1, { target: target('Staging') }));
  keep(run(1, { target: target('prod') }));
  expect(previousRun(folder(), run(2))).toBeUndefined();
  expect(previousRun(folder(), run(2, { target: target('Staging') }))).toBeDefined();
});

const incomparable: Readonly<Record<string, Partial<ConformanceReport>>> = {
  'that left something out': { deselected: '--grep a' },
  'that ended early': { endedEarly: true },
  'that says nothing about its target': { verdict: 'nothing can be said' },
};

for (const [what, change] of Object.entries(incomparable)) {
  test(`a run ${what} is kept, but no later run is compared with it`, () => {
    keep(run(1));
    keep(run(2, change));
    expect(filesOf('staging')).toContain('2030-01-02T03-04-05.678Z-partial.json');
    expect(previousRun(folder(), run(3))).toEqual(run(1));
  });
}

test('a file that cannot be read, or is from a different version or target, is ignored', () => {
  keep(run(1));
  const wrong = [
    '',
    JSON.stringify(run(2)).slice(0, -9),
    JSON.stringify({ ...run(2), format: 0 }),
    JSON.stringify(run(2, { target: target('prod') })),
    JSON.stringify(run(2, { deselected: 'a' })),
  ];
  for (const [index, text] of wrong.entries()) plant(`2030-01-0${index + 2}T03-04-05.678Z.json`, text);
  mkdirSync(join(folder(), 'staging', '2030-01-08T03-04-05.678Z.json'));
  for (const name of ['notes.txt', 'z.json', '2030-01-08.json']) plant(name, JSON.stringify(run(2)));
  expect(previousRun(folder(), run(9))).toEqual(run(1));
});

test('a run is kept if it verified or found something', () => {
  for (const verdict of ['blocked', 'unverified', 'untested', 'inapplicable'] as const)
    keep(run(1, { verdict: 'nothing can be said', ...judged(verdict) }));
  expect(filesOf('staging')).toEqual([]);
  for (const [index, verdict] of (['passed', 'failed', 'warned', 'deviated'] as const).entries())
    keep(run(index + 1, judged(verdict)));
  expect(filesOf('staging')).toHaveLength(4);
});

test('only the oldest runs of the same target are removed', () => {
  keep(run(1, { target: target('prod') }));
  plant('notes.txt', 'ours');
  for (const day of [1, 2, 3, 4]) keep(run(day), 2);
  expect(filesOf('staging')).toEqual([
    '2030-01-03T03-04-05.678Z.json',
    '2030-01-04T03-04-05.678Z.json',
    'notes.txt',
  ]);
  expect(filesOf('prod')).toHaveLength(1);
});

test('partial runs never push a whole run out of the history', () => {
  keep(run(1), 2);
  for (const day of [2, 3, 4, 5]) keep(run(day, { deselected: '--grep a' }), 2);
  expect(filesOf('staging')).toEqual([
    '2030-01-01T03-04-05.678Z.json',
    '2030-01-04T03-04-05.678Z-partial.json',
    '2030-01-05T03-04-05.678Z-partial.json',
  ]);
});

test('with a size of 0, nothing is kept or removed', () => {
  keep(run(1));
  keep(run(2), 0);
  expect(filesOf('staging')).toEqual(['2030-01-01T03-04-05.678Z.json']);
});

function folder(): string {
  return test.info().outputPath('history');
}

function keep(report: ConformanceReport, size = 20): void {
  keepRun(folder(), size, report, JSON.stringify(report));
}

function plant(name: string, text: string): void {
  mkdirSync(join(folder(), 'staging'), { recursive: true });
  writeFileSync(join(folder(), 'staging', name), text);
}

function filesOf(name: string): string[] {
  const own = join(folder(), name);
  return existsSync(own) ? readdirSync(own).sort() : [];
}

/** A whole run on a day in January. */
function run(day: number, change: Partial<ConformanceReport> = {}): ConformanceReport {
  return exampleReport({
    verdict: 'conformant',
    target: target('staging'),
    startedAt: `2030-01-0${day}T03:04:05.678Z`,
    ...judged('passed'),
    ...change,
  });
}

function target(name: string): ConformanceReport['target'] {
  return { ...examplePassed().target, name };
}

function judged(verdict: Verdict | 'gone'): Pick<ConformanceReport, 'requirements'> {
  return { requirements: verdict === 'gone' ? [] : [exampleRequirement('BAT-09', verdict)] };
}

type List = 'newlyFailing' | 'fixed' | 'newlyCovered' | 'noLongerVerified';

const verified = ['passed', 'partial'] as const;
const violated = ['failed', 'warned', 'deviated'] as const;
const unknown = ['blocked', 'unverified', 'inapplicable', 'untested', 'gone'] as const;

/**
 * For each verdict now, the list that contains a requirement, by its verdict before; `gone`: not in the catalogue.
 */
const lists: Readonly<Record<Verdict | 'gone', Readonly<Partial<Record<Verdict | 'gone', List>>>>> = {
  failed: into('newlyFailing', 'warned', 'deviated', ...verified, ...unknown),
  warned: into('newlyFailing', ...verified, ...unknown),
  deviated: into('newlyFailing', ...verified, ...unknown),
  passed: { ...into('fixed', ...violated), ...into('newlyCovered', ...unknown) },
  partial: { ...into('fixed', ...violated), ...into('newlyCovered', ...unknown) },
  blocked: into('noLongerVerified', ...verified, ...violated),
  unverified: into('noLongerVerified', ...verified, ...violated),
  inapplicable: into('noLongerVerified', ...verified, ...violated),
  untested: into('noLongerVerified', ...verified, ...violated),
  gone: into('noLongerVerified', ...verified, ...violated),
};

test('the verdicts of two runs decide in which list of changes a requirement appears', () => {
  for (const before of [...verdicts, 'gone'] as const)
    for (const now of [...verdicts, 'gone'] as const) {
      const list = lists[now][before];
      const found = listsIn(compareRuns(exampleReport(judged(now)), exampleReport(judged(before))));
      expect(found, `${before}, then ${now}`).toEqual(list === undefined ? [] : [list]);
    }
});

test('a partial run lists as no longer verified only the requirements that it did not leave out', () => {
  for (const partial of [{ deselected: '--grep a' }, { endedEarly: true }] as const) {
    const of = (now: Verdict | 'gone', before: Verdict) =>
      listsIn(compareRuns(exampleReport({ ...judged(now), ...partial }), exampleReport(judged(before))));
    expect(of('unverified', 'passed')).toEqual([]);
    expect(of('unverified', 'failed')).toEqual([]);
    for (const now of ['blocked', 'inapplicable', 'gone'] as const)
      expect(of(now, 'passed')).toEqual(['noLongerVerified']);
    expect(of('failed', 'passed')).toEqual(['newlyFailing']);
    expect(of('passed', 'failed')).toEqual(['fixed']);
  }
});

test('each list has the order of the catalogue, followed by requirements that left it', () => {
  const now = withRequirements(['BAT-10', 'failed'], ['BAT-09', 'failed'], ['ORD-01', 'blocked']);
  const before = withRequirements(
    ['ORD-02', 'passed'],
    ['ORD-01', 'passed'],
    ['BAT-09', 'passed'],
    ['BAT-10', 'deviated'],
  );
  expect(compareRuns(now, before)).toMatchObject({
    newlyFailing: ['BAT-10', 'BAT-09'],
    noLongerVerified: ['ORD-01', 'ORD-02'],
  });
});

const results: readonly string[] = ['passed', 'failed'];
const outcomes = ['passed', 'failed', 'skipped', 'broken', 'missing'] as const;

test('a test no longer ran if it had a result before and has none now', () => {
  for (const before of outcomes)
    for (const now of outcomes) {
      const isLost = results.includes(before) && !results.includes(now);
      const title = 'orders/list.spec.ts › Orders › are listed';
      const { noLongerRan } = compareRuns(tested(now), tested(before));
      expect(noLongerRan, `${before}, then ${now}`).toEqual(isLost ? [title] : []);
    }
});

test('a test with a different line or id is the same test, but one in a different file is not', () => {
  const before = withTests(exampleTest('1', { title: 'a', line: 3 }));
  expect(compareRuns(withTests(exampleTest('2', { title: 'a', line: 9 })), before).noLongerRan).toEqual([]);
  expect(
    compareRuns(withTests(exampleTest('1', { title: 'a', file: 'x.spec.ts' })), before).noLongerRan,
  ).toEqual(['batches/entries.spec.ts › a']);
});

test('a repeated test is named once, and counts as run if one repetition ran', () => {
  const [ran, skipped] = [
    exampleTest('1', { title: 'a' }),
    exampleTest('2', { title: 'a', outcome: 'skipped' }),
  ];
  expect(compareRuns(withTests(), withTests(ran, ran)).noLongerRan).toHaveLength(1);
  expect(compareRuns(withTests(skipped, ran), withTests(ran)).noLongerRan).toEqual([]);
});

test('a test that ran and was blocked still ran', () => {
  const [ran, left] = [
    exampleTest('1', { title: 'a' }),
    exampleTest('1', { title: 'a', outcome: 'skipped' }),
  ];
  expect(compareRuns(withTests({ ...left, blocked: true }), withTests(ran)).noLongerRan).toEqual([]);
  expect(compareRuns(withTests(left), withTests(ran)).noLongerRan).toEqual(['batches/entries.spec.ts › a']);
});

test('tests are not compared if a run was partial or had a different profile', () => {
  const before = tested('passed');
  const now = tested('missing');
  for (const change of [{ deselected: '--grep a' }, { endedEarly: true }, { profile: 'release' }] as const) {
    expect(compareRuns({ ...now, ...change }, before).noLongerRan).toEqual([]);
    expect(compareRuns(now, { ...before, ...change }).noLongerRan).toEqual([]);
  }
});

function into(list: List, ...before: readonly (Verdict | 'gone')[]): Partial<Record<Verdict | 'gone', List>> {
  return Object.fromEntries(before.map((verdict) => [verdict, list]));
}

/** The lists that contain the only requirement. */
function listsIn({ run: _, noLongerRan: __, ...rest }: Comparison): string[] {
  return Object.entries(rest).flatMap(([list, ids]) => ids.map(() => list));
}

function withRequirements(...given: readonly (readonly [RequirementReport['id'], Verdict])[]) {
  return exampleReport({ requirements: given.map(([id, verdict]) => exampleRequirement(id, verdict)) });
}

function tested(outcome: TestReport['outcome'] | 'missing'): ConformanceReport {
  const test = { file: 'orders/list.spec.ts', title: 'Orders › are listed' };
  return outcome === 'missing' ? withTests() : withTests(exampleTest('1', { ...test, outcome }));
}

function withTests(...tests: readonly TestReport[]): ConformanceReport {
  return exampleReport({ tests });
}
