import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { requirement } from '../contract/requirements/catalogue.js';
import { exampleFinding } from '../verdicts/evidence.js';
import type { RequirementReport } from './conformance-report.js';
import { exampleReport, exampleTest } from './example-report.js';
import {
  type DetectionReport,
  parseReport,
  proofBeside,
  ReportFileError,
  readReport,
  writeAtomically,
} from './report-file.js';

const failed: RequirementReport = {
  ...requirement('BAT-09'),
  verdict: 'failed',
  tests: 1,
  exchanges: 0,
  verifiedBy: {},
  findings: [{ ...exampleFinding(), test: 'test-1' }],
  notes: {},
};
const report = exampleReport({ requirements: [failed], tests: [exampleTest('test-1')] });
const way = 'name a conformance.json, or a file below reports/history.';

test('what a run wrote is read', () => {
  const file = test.info().outputPath('conformance.json');
  writeFileSync(file, JSON.stringify(report));
  expect(readReport(file)).toEqual(report);
});

test('a file that is missing, or a folder, is named', () => {
  const missing = test.info().outputPath('missing.json');
  const folder = test.info().outputPath('folder.json');
  mkdirSync(folder);
  expect(() => readReport(missing)).toThrow(new ReportFileError(`There is no file ${missing}: ${way}`));
  expect(() => readReport(folder)).toThrow(new ReportFileError(`${folder} can't be read (EISDIR): ${way}`));
});

/** The text of a file, and the sentence about it. */
const refused: readonly (readonly [what: string, text: string, says: string])[] = [
  ['nothing', '', `x.json is not JSON: ${way}`],
  ['half a report', JSON.stringify(report).slice(0, -100), `x.json is not JSON: ${way}`],
  ['null', 'null', `x.json is not the report of a run: ${way}`],
  ['a list', '[]', `x.json is not the report of a run: ${way}`],
  ['other data', '{"format":1,"faults":[]}', `x.json is not the report of a run: ${way}`],
  [
    'a report of a later version',
    JSON.stringify({ ...report, format: 2 }),
    'x.json was written by another version of the suite: it has format 2, and this one reads format 1; use that version.',
  ],
  [
    'a report from before there were formats',
    JSON.stringify({ ...report, format: undefined }),
    'x.json was written by another version of the suite: it has no format, and this one reads format 1; use that version.',
  ],
];

for (const [what, text, says] of refused) {
  test(`${what} is refused in a sentence`, () => {
    expect(() => parseReport(text, 'x.json')).toThrow(new ReportFileError(says));
  });
}

/** The mistake, the part that contains it, and the damage. */
const damages: readonly (readonly [what: string, part: string, change: object])[] = [
  ['a target without a URL', 'target', { target: { name: 'a' } }],
  ['no moment', 'startedAt', { startedAt: 'today' }],
  ['a seed in words', 'seed', { seed: '1' }],
  ['an error that is no text', 'errors', { errors: [1] }],
  ['no list of requirements', 'requirements', { requirements: {} }],
  ['a verdict that there is not', 'requirements', { requirements: [{ ...failed, verdict: 'fine' }] }],
  [
    'a finding of another form',
    'requirements',
    { requirements: [{ ...failed, findings: [{ ...failed.findings[0], actual: 1 }] }] },
  ],
  ['a test that is none', 'tests', { tests: [null] }],
  ['no totals', 'totals', { totals: undefined }],
  ['a list for what was covered', 'coverage', { coverage: [] }],
];

for (const [what, part, change] of damages) {
  test(`a report with ${what} is damaged`, () => {
    expect(() => parseReport(JSON.stringify({ ...report, ...change }), 'x.json')).toThrow(
      `x.json is a damaged report: its "${part}" is wrong; ${way}`,
    );
  });
}

test('a file is written with its folders, and over an earlier one', () => {
  const file = test.info().outputPath('a/b/c.txt');
  writeAtomically(file, 'one');
  writeAtomically(file, 'two');
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(readdirSync(test.info().outputPath('a/b'))).toEqual(['c.txt']);
});

test('what can not be written leaves nothing behind', () => {
  const folder = test.info().outputPath('a');
  mkdirSync(`${folder}/c.txt/d`, { recursive: true });
  expect(() => writeAtomically(`${folder}/c.txt`, 'one')).toThrow();
  expect(readdirSync(folder)).toEqual(['c.txt']);
});

const proof: DetectionReport = {
  seed: 1,
  complete: true,
  durationMs: 12,
  faults: [],
  falseAlarms: [],
  files: { 'batches/entries.spec.ts': 0 },
  errors: [],
};

test('a proof is read from beside the report', () => {
  expect(proofBesideOne(JSON.stringify(proof))).toEqual(proof);
});

for (const text of ['', '{"seed":', 'null', '{}', JSON.stringify({ ...proof, faults: {} })]) {
  test(`${text || 'an empty file'} is no proof`, () => {
    expect(proofBesideOne(text)).toBeUndefined();
  });
}

test('where there is none, there is none', () => {
  expect(proofBeside(test.info().outputPath('conformance.json'))).toBeUndefined();
});

function proofBesideOne(text: string): DetectionReport | undefined {
  writeFileSync(test.info().outputPath('detection.json'), text);
  return proofBeside(test.info().outputPath('conformance.json'));
}
