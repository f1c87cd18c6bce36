import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#unit-test';
import { requirement } from '../contract/requirements/catalogue.js';
import { exampleEvidence, exampleFinding } from '../verdicts/evidence.js';
import type { Verdict } from '../verdicts/requirement-verdict.js';
import type { ConformanceReport } from './conformance-report.js';
import { exampleEnded } from './example-journal.js';
import { exampleReport, exampleTest } from './example-report.js';
import { historySize, isSettled, keepRun, laterRun, previousRun } from './history.js';

for (const [value, size] of [
  [undefined, 20],
  ['', 20],
  ['0', 0],
  [' 5 ', 5],
  ['1000', 1000],
] as const)
  test(`CONFORMANCE_HISTORY=${value} keeps ${size} runs`, () =>
    expect(historySize({ CONFORMANCE_HISTORY: value })).toBe(size));

for (const value of ['-1', '1.5', '1001', '99999', 'all', '1e2', '0x10'])
  test(`CONFORMANCE_HISTORY=${value} is refused`, () =>
    expect(() => historySize({ CONFORMANCE_HISTORY: value })).toThrow(
      `CONFORMANCE_HISTORY must be a whole number from 0 to 1000, but is "${value}".`,
    ));

test('a run is kept under its target and its moment, and found by the next one', () => {
  keep(run(1));
  expect(filesOf('staging')).toEqual(['2030-01-01T03-04-05.678Z.json']);
  expect(previousOf(run(2))).toEqual(run(1));
});

test('the newest of the earlier runs is found, whatever was kept last', () => {
  for (const day of [4, 1, 3]) keep(run(day));
  expect(previousOf(run(4))).toEqual(run(3));
  expect(previousOf(run(3))).toEqual(run(1));
  expect(previousOf(run(1))).toBeUndefined();
});

test('a run of another target is none of this one, even where their folders look alike', () => {
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

test('what can not be read, or is of another version or target, is passed over', () => {
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

for (const verdict of ['passed', 'failed', 'warned', 'deviated'] as const)
  test(`a run in which something ${verdict} is kept`, () => {
    keep(run(1, judged(verdict)));
    expect(filesOf('staging')).toHaveLength(1);
  });

test('a run in which nothing was verified or found is not kept', () => {
  for (const verdict of ['blocked', 'unverified', 'untested', 'inapplicable'] as const)
    keep(run(1, { verdict: 'nothing can be said', ...judged(verdict) }));
  expect(filesOf('staging')).toEqual([]);
});

test('the oldest are removed, of this target and of nothing else', () => {
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

test('many runs of a part do not drive out a whole one', () => {
  keep(run(1), 2);
  for (const day of [2, 3, 4, 5]) keep(run(day, { deselected: '--grep a' }), 2);
  expect(filesOf('staging')).toEqual([
    '2030-01-01T03-04-05.678Z.json',
    '2030-01-04T03-04-05.678Z-partial.json',
    '2030-01-05T03-04-05.678Z-partial.json',
  ]);
});

test('with a size of 0 nothing is kept, and nothing removed', () => {
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
  const nothing = { tests: 1, exchanges: 1, verifiedBy: {}, findings: [], notes: {} };
  return { requirements: [{ ...requirement('BAT-09'), verdict, ...nothing }] };
}

const blocked = [{ requirement: 'BAT-09' as const, reason: 'no orders' }];
const finding = exampleFinding();

test('a test is run again where it did not say all that it can say', () => {
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

test('what a test found stays found when it is run again, once', () => {
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

test('what is only warned of does not fail a test that is run again', () => {
  const evidence = exampleEvidence({ findings: [exampleFinding({ judgement: 'warned' })] });
  expect(laterRun(exampleEnded('a', { evidence }), exampleEnded('a')).test.outcome).toBe('passed');
});

test('a test that broke when it was run again still has what it knew', () => {
  const evidence = exampleEvidence({ findings: [finding] });
  const broken = { test: exampleTest('a', { outcome: 'broken' }), status: 'failed' } as const;
  expect(laterRun(exampleEnded('a', { evidence }), broken)).toEqual({ ...broken, evidence });
  expect(laterRun(undefined, broken)).toBe(broken);
});
