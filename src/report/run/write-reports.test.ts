import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplePassed, exampleRequirement } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { Verdict } from '../../verdicts/requirement-verdict.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { type ReportPlaces, type WrittenReports, writeReports } from './write-reports.js';

test('a run leaves data, a page and a summary, is kept, and is compared with the whole run before it', async () => {
  const written = await write(run(1));
  expect(written).toEqual({ report: run(1), file: at('reports/index.html'), problems: [] });
  expect(readdirSync(at('reports')).sort()).toEqual(['conformance.json', 'index.html', 'summary.md']);
  expect(JSON.parse(read('reports/conformance.json'))).toEqual(run(1));
  expect(read('reports/summary.md')).toContain('## Conformance: conformant');
  expect(readdirSync(at('history/staging'))).toEqual(['2030-01-01T03-04-05.678Z-42.json']);
  const { startedAt } = run(1);
  const { report } = await write(run(2));
  expect(report).toMatchObject({ since: { run: { startedAt } }, trend: [{ startedAt }] });
  expect((await write(run(3), { history: undefined })).report).not.toHaveProperty('since');
  expect((await write(run(3, 'blocked'))).report).not.toHaveProperty('since');
});

test('no file contains a secret', async () => {
  const report = { ...run(1), reason: 'the key is sk-good-1', errors: ['sk-good-1'] };
  const stepSummary = at('step.md');
  await write(report, { stepSummary });
  const strings = readdirSync(at(''), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(strings).toHaveLength(5);
  expect(strings.filter((text) => text.includes('sk-good-1'))).toEqual([]);
  expect(strings.filter((text) => text.includes('[redacted]')).length).toBeGreaterThanOrEqual(4);
});

test('each failed write is reported in a sentence, and the rest is written', async () => {
  const files = ['reports/index.html', 'reports/summary.md', 'step.md'];
  for (const name of files) mkdirSync(at(`${name}/x`), { recursive: true });
  writeFileSync(at('history'), 'a file');
  const written = await write(run(1), { stepSummary: at('step.md') });
  expect(written).toMatchObject({ file: at('reports/conformance.json'), report: { exitCode: 0 } });
  const begins = ['The run could not be kept in', ...files.map(at)];
  expect(written.problems).toHaveLength(begins.length);
  for (const [index, problem] of written.problems.entries()) {
    expect(problem).toMatch(/^[^\n]+: E[A-Z]+: [^\n]+\.$/);
    expect(problem.startsWith(begins[index] ?? '?')).toBe(true);
  }
  expect(JSON.parse(read('reports/conformance.json'))).toEqual(run(1));
});

test('a run whose data cannot be written, or not even be made into a text, has no verdict, and one sentence says what to do', async () => {
  const says =
    /^The verdict, conformant, is not saved, because \S+conformance\.json could not be written: .*; put that right,/;
  const endless = { ...run(1), target: { ...run(1).target, settings: { n: 1n } } };
  const unmade = await write(endless, { folder: at('other') });
  writeFileSync(at('reports'), 'a file');
  for (const { report, problems, file } of [unmade, await write(run(1))]) {
    expect(report).toMatchObject({ exitCode: 2, verdict: 'nothing can be said' });
    expect(report.reason).toMatch(says);
    expect([file, problems]).toEqual(['', []]);
  }
  mkdirSync(at('full/conformance.json'), { recursive: true });
  writeFileSync(at('full/evidence.jsonl'), '');
  expect((await write(run(1), { folder: at('full') })).report.reason).toMatch(
    /; put that right, then npm run report -- \S+full gives it\.$/,
  );
});

function at(name: string): string {
  return test.info().outputPath(name);
}

function read(name: string): string {
  return readFileSync(at(name), 'utf8');
}

function write(
  report: ConformanceReport,
  places: Partial<ReportPlaces> = {},
  redact = (text: string) => text.replaceAll('sk-good-1', '[redacted]'),
): Promise<WrittenReports> {
  const usual = { folder: at('reports'), history: at('history') };
  return writeReports(report, { ...usual, ...places }, redact);
}

/** A run on a day in January in which one requirement was verified. */
function run(day: number, verdict: Verdict = 'passed'): ConformanceReport {
  return examplePassed({
    startedAt: `2030-01-0${day}T03:04:05.678Z`,
    requirements: [exampleRequirement('BAT-09', verdict)],
  });
}
