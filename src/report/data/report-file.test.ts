import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { exampleReport, exampleReported, exampleRequirement, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { Refusal } from '../../contract/refusal.js';
import { writeAtomically } from './own-file.js';
import { parseReport, readReport } from './report-file.js';

const failed = exampleRequirement('BAT-09', 'failed', { findings: [exampleReported()] });
const report = exampleReport({ requirements: [failed], tests: [exampleTest('test-1')] });
const way = 'name the folder of a run, or its conformance.json.';

test('a report is found in its folder, and the error names a file that is missing', () => {
  const file = test.info().outputPath('run', 'conformance.json');
  expect(() => readReport(file)).toThrow(new Refusal(`There is no file ${file}: ${way}`));
  mkdirSync(test.info().outputPath('killed'));
  expect(() => readReport(test.info().outputPath('killed'))).toThrow(
    /killed\/conformance\.json: npm run report -- \S+killed makes that of a run that was killed, or name the folder/,
  );
  writeAtomically(file, JSON.stringify(report));
  expect(readReport(test.info().outputPath('run'))).toEqual(readReport(file));
});

const otherVersion = 'x.json was written by a different version of the suite: it has';
/** Error messages, each with the texts of files that get it. */
const refused: readonly (readonly [says: string, ...texts: readonly string[]])[] = [
  [`x.json is not JSON: ${way}`, '', JSON.stringify(report).slice(0, -100)],
  [`x.json is not the report of a run: ${way}`, 'null', '[]', '{"format":1,"faults":[]}'],
  [
    `${otherVersion} format 3, but this one reads format 2; use that version.`,
    JSON.stringify({ ...report, format: 3 }),
  ],
  [
    `${otherVersion} no format, but this one reads format 2; use that version.`,
    JSON.stringify({ ...report, format: undefined }),
  ],
];

test('reading anything but a report of this version ends with one sentence', () => {
  for (const [says, ...texts] of refused)
    for (const text of texts) expect(() => parseReport(text, 'x.json'), text).toThrow(new Refusal(says));
});

/** The damaged part of a report, and the damage. */
const damages: readonly (readonly [part: string, value: unknown])[] = [
  ['target', { name: 'a' }],
  ['requirements', {}],
  ['requirements', [{ ...failed, verdict: 'fine' }]],
  ['coverage', []],
  ['trend', {}],
];

test('a file of too many small pieces, or nested too deep, is refused before it is parsed', () => {
  const file = test.info().outputPath('hostile.json');
  const [beginning = ''] = JSON.stringify(report).split(/\}$/);
  for (const [more, says] of [
    ['['.repeat(200_000) + ']'.repeat(200_000), 'is nested deeper than 150 levels'],
    [`[${'{},'.repeat(2_000_000)}0]`, 'has more than 2000000 values'],
  ]) {
    writeFileSync(file, `${beginning},"more":${more}}`);
    expect(() => readReport(file)).toThrow(new Refusal(`${file} is damaged: it ${says}.`));
  }
});

test('a damaged report is refused with the name of its damaged part', () => {
  for (const [part, value] of damages)
    expect(() => parseReport(JSON.stringify({ ...report, [part]: value }), 'x.json')).toThrow(
      `x.json is a damaged report: its "${part}" is wrong; ${way}`,
    );
});

test('a file is written with its folders and replaces an earlier one, and a failed write leaves no file', () => {
  const folder = test.info().outputPath('a/b');
  for (const text of ['one', 'two']) writeAtomically(`${folder}/c.txt`, text);
  expect(readFileSync(`${folder}/c.txt`, 'utf8')).toBe('two');
  mkdirSync(`${folder}/d.txt/e`, { recursive: true });
  expect(() => writeAtomically(`${folder}/d.txt`, 'one')).toThrow();
  expect(readdirSync(folder)).toEqual(['c.txt', 'd.txt']);
});
