import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplePassed, exampleReport, exampleRequirement, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { ConformanceReport } from './conformance-report.js';
import { keepRun, previousRun } from './history.js';

test('what later runs need of a run is kept under its target and start time, and the next run finds it', () => {
  const { startedAt } = run(1);
  keep(run(1, { tests: [exampleTest('one')] }));
  expect(filesOf('staging')).toEqual(['2030-01-01T03-04-05.678Z-42.json']);
  const found = previousRun(folder(), run(2));
  expect(found).toMatchObject({ startedAt, requirements: [{ id: 'BAT-09', verdict: 'passed' }] });
  expect(found?.tests).toEqual([expect.not.objectContaining({ covers: [] })]);
});

test('runs of different targets are not compared, even if their folders look alike', () => {
  keep(run(1, { target: target('Staging') }));
  keep(run(1, { target: target('prod') }));
  expect(previousRun(folder(), run(2))).toBeUndefined();
  expect(previousRun(folder(), run(2, { target: target('Staging') }))).toBeDefined();
});

test('a run that is incomplete, or says nothing about its target, is not kept', () => {
  keep(run(1));
  for (const change of [
    { deselected: '--grep a' },
    { endedEarly: true },
    { verdict: 'nothing can be said' },
  ] as const)
    keep(run(2, change));
  expect(filesOf('staging')).toEqual(['2030-01-01T03-04-05.678Z-42.json']);
});

test('a file that cannot be read, or is from a different version or target, is ignored', () => {
  keep(run(1));
  const wrong = [
    '',
    JSON.stringify(run(2)).slice(0, -9),
    JSON.stringify({ ...run(2), format: 0 }),
    JSON.stringify(run(2, { target: target('prod') })),
  ];
  for (const [index, text] of wrong.entries()) plant(`2030-01-0${index + 2}T03-04-05.678Z-42.json`, text);
  mkdirSync(join(folder(), 'staging', '2030-01-08T03-04-05.678Z-42.json'));
  for (const name of ['notes.txt', 'z.json', '2030-01-08.json']) plant(name, JSON.stringify(run(2)));
  expect(foundBy(run(9))).toBe(run(1).startedAt);
});

test('the last 20 runs of a target are kept', () => {
  keep(run(1, { target: target('prod') }));
  plant('notes.txt', 'ours');
  for (let day = 1; day <= 22; day++) keep(run(day));
  const names = filesOf('staging');
  expect(names).toHaveLength(21);
  expect(names[0]).toBe('2030-01-03T03-04-05.678Z-42.json');
  expect(filesOf('prod')).toHaveLength(1);
});

function folder(): string {
  return test.info().outputPath('history');
}

function keep(report: ConformanceReport): void {
  keepRun(folder(), report);
}

/** When the run started that a later one is compared with. */
const foundBy = (now: ConformanceReport) => previousRun(folder(), now)?.startedAt;

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
    startedAt: `2030-01-${String(day).padStart(2, '0')}T03:04:05.678Z`,
    requirements: [exampleRequirement('BAT-09', 'passed')],
    ...change,
  });
}

function target(name: string): ConformanceReport['target'] {
  return { ...examplePassed().target, name };
}
