import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleReport, exampleRequirement } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { ConformanceReport } from './conformance-report.js';
import { keepRun, previousRun } from './history.js';

test('a whole run that says something is kept under its target and start time, and found by the next run of that target', () => {
  for (const change of [
    { deselected: '--grep a' },
    { endedEarly: true },
    { verdict: 'nothing can be said' },
    { target: target('Prod') },
  ] as const)
    keepRun(folder(), run(1, change));
  keepRun(folder(), run(1));
  expect(filesOf('staging')).toEqual(['2030-01-01T03-04-05.678Z-42.json']);
  const found = previousRun(folder(), run(2));
  expect(found).toMatchObject({
    startedAt: run(1).startedAt,
    requirements: [{ id: 'BAT-09', verdict: 'passed' }],
  });
  expect(previousRun(folder(), run(1))).toBeUndefined();
  expect(previousRun(folder(), run(2, { target: target('prod') }))).toBeUndefined();
});

test('a file that cannot be read, or is from a different version or target, is ignored', () => {
  keepRun(folder(), run(1));
  const wrong = [
    '',
    JSON.stringify(run(2)).slice(0, -9),
    JSON.stringify({ ...run(2), format: 0 }),
    JSON.stringify(run(2, { target: target('prod') })),
  ];
  for (const [index, text] of wrong.entries()) plant(`2030-01-0${index + 2}T03-04-05.678Z-42.json`, text);
  mkdirSync(join(folder(), 'staging', '2030-01-08T03-04-05.678Z-42.json'));
  for (const name of ['notes.txt', '2030-01-08.json']) plant(name, JSON.stringify(run(2)));
  expect(previousRun(folder(), run(9))?.startedAt).toBe(run(1).startedAt);
});

test('the last 20 runs of a target are kept', () => {
  plant('notes.txt', 'ours');
  for (let day = 1; day <= 22; day++) keepRun(folder(), run(day));
  expect(filesOf('staging')).toHaveLength(21);
  expect(filesOf('staging')[0]).toBe('2030-01-03T03-04-05.678Z-42.json');
});

function folder(): string {
  return test.info().outputPath('history');
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
    startedAt: `2030-01-${String(day).padStart(2, '0')}T03:04:05.678Z`,
    requirements: [exampleRequirement('BAT-09', 'passed')],
    ...change,
  });
}

function target(name: string): ConformanceReport['target'] {
  return { ...exampleReport().target, name };
}
