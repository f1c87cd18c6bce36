import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#unit-test';
import { exampleEvidence, exampleFinding } from '../verdicts/finding.js';
import type { Verdict } from '../verdicts/requirement-verdict.js';
import type { ConformanceReport } from './conformance-report.js';
import { exampleEnded } from './example-journal.js';
import { exampleReport, exampleRequirement, exampleTest } from './example-report.js';
import { historySize, isSettled, keepRun, laterRun, previousRun } from './history.js';

test('CONFORMANCE_HISTORY is the number of kept runs, from 0 to 1000', () => {
  const sizes = [undefined, '', '0', ' 5 ', '1000'].map((value) =>
    historySize({ CONFORMANCE_HISTORY: value }),
  );
  expect(sizes).toEqual([20, 20, 0, 5, 1000]);
  for (const value of ['-1', '1.5', '1001', '99999', 'all', '1e2', '0x10'])
    expect(() => historySize({ CONFORMANCE_HISTORY: value })).toThrow(
      `CONFORMANCE_HISTORY must be a whole number from 0 to 1000, but is "${value}".`,
    );
});

test('a run is kept under its target and its moment, and found by the next one', () => {
  keep(run(1));
  expect(filesOf('staging')).toEqual(['2030-01-01T03-04-05.678Z.json']);
  expect(previousOf(run(2))).toEqual(run(1));
});

test('the newest of the earlier runs is found, in whatever order they were kept', () => {
  for (const day of [4, 1, 3]) keep(run(day));
  expect(previousOf(run(4))).toEqual(run(3));
  expect(previousOf(run(3))).toEqual(run(1));
  expect(previousOf(run(1))).toBeUndefined();
});

test('a run of another target is not compared, even if their folders look alike', () => {
  keep(run(1, { target: target('Staging') }));
  keep(run(1, { target: target('prod') }));
  expect(previousOf(run(2))).toBeUndefined();
  expect(previousOf(run(2, { target: target('Staging') }))).toBeDefined();
});

const incomparable: Readonly<Record<string, Partial<ConformanceReport>>> = {
  'of which something was left out': { deselected: '--grep a' },
  'that was ended early': { endedEarly: true },
  'of which nothing can be said': { verdict: 'nothing can be said' },
};

for (const [what, change] of Object.entries(incomparable)) {
  test(`a run ${what} is kept, but never compared with`, () => {
    keep(run(1));
    keep(run(2, change));
    expect(filesOf('staging')).toContain('2030-01-02T03-04-05.678Z-partial.json');
    expect(previousOf(run(3))).toEqual(run(1));
  });
}

test('a file that cannot be read, or of another version or target, is ignored', () => {
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
  expect(previousOf(run(9))).toEqual(run(1));
});

test('a run is kept if it verified or found something', () => {
  for (const verdict of ['blocked', 'unverified', 'untested', 'inapplicable'] as const)
    keep(run(1, { verdict: 'nothing can be said', ...judged(verdict) }));
  expect(filesOf('staging')).toEqual([]);
  for (const [index, verdict] of (['passed', 'failed', 'warned', 'deviated'] as const).entries())
    keep(run(index + 1, judged(verdict)));
  expect(filesOf('staging')).toHaveLength(4);
});

test('only the oldest runs of this target are removed', () => {
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

test('many partial runs do not push out a whole one', () => {
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

function previousOf(report: ConformanceReport): ConformanceReport | undefined {
  return previousRun(folder(), report);
}

function plant(name: string, text: string): void {
  mkdirSync(join(folder(), 'staging'), { recursive: true });
  writeFileSync(join(folder(), 'staging', name), text);
}

function filesOf(name: string): string[] {
  const [own] = readdirSync(test.info().outputPath(), { encoding: 'utf8' }).includes('history')
    ? readdirSync(folder()).filter((each) => each.startsWith(name))
    : [];
  return own === undefined ? [] : readdirSync(join(folder(), own)).sort();
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
  return { name, url: 'https://staging.example.com', confirmedGaps: [], settings: {} };
}

function judged(verdict: Verdict): Pick<ConformanceReport, 'requirements'> {
  return { requirements: [exampleRequirement('BAT-09', verdict)] };
}

const blocked = [{ requirement: 'BAT-09' as const, reason: 'no orders' }];
const finding = exampleFinding();

test('a test runs again if it was cut short, blocked or broken', () => {
  const evidence = exampleEvidence();
  expect(isSettled(exampleEnded('a'))).toBe(true);
  expect(isSettled(exampleEnded('a', { status: 'skipped' }))).toBe(true);
  expect(
    isSettled(exampleEnded('a', { status: 'failed', evidence: exampleEvidence({ findings: [finding] }) })),
  ).toBe(true);
  expect(isSettled(exampleEnded('a', { status: 'timedOut', evidence }))).toBe(false);
  expect(isSettled(exampleEnded('a', { status: 'interrupted', evidence }))).toBe(false);
  expect(isSettled(exampleEnded('a', { evidence: exampleEvidence({ blocked }) }))).toBe(false);
  expect(isSettled(exampleEnded('a', { evidence: exampleEvidence({ suiteError: 'no' }) }))).toBe(false);
  expect(isSettled({ test: exampleTest('a', { outcome: 'broken' }), status: 'failed' })).toBe(false);
});

test('findings of a test stay when it runs again, each once', () => {
  const other = exampleFinding({ requirement: 'BAT-10', at: 'body items[3]' });
  const earlier = exampleEnded('a', {
    status: 'timedOut',
    evidence: exampleEvidence({ blocked, findings: [finding, other] }),
  });
  const met = { ...other, at: 'body items[0]' };
  const later = exampleEnded('a', {
    evidence: exampleEvidence({ findings: [met], verified: { 'BAT-12': { listBrands: 1 } } }),
  });
  const { test: report, evidence } = laterRun(earlier, later);
  expect(evidence?.findings).toEqual([finding, met]);
  expect(evidence).toMatchObject({ blocked: [], verified: { 'BAT-12': { listBrands: 1 } } });
  expect(report.outcome).toBe('failed');
});

test('an earlier warning does not fail a test that runs again', () => {
  const evidence = exampleEvidence({ findings: [exampleFinding({ judgement: 'warned' })] });
  expect(laterRun(exampleEnded('a', { evidence }), exampleEnded('a')).test.outcome).toBe('passed');
});

test('a test that breaks when it runs again keeps its evidence', () => {
  const evidence = exampleEvidence({ findings: [finding] });
  const broken = { test: exampleTest('a', { outcome: 'broken' }), status: 'failed' } as const;
  expect(laterRun(exampleEnded('a', { evidence }), broken)).toEqual({ ...broken, evidence });
  expect(laterRun(undefined, broken)).toBe(broken);
});
