import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { exampleReport, exampleReported, exampleRequirement, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { Refusal } from '../../contract/refusal.js';
import { writeAtomically } from './own-file.js';
import { readReport } from './report-file.js';

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

const json = JSON.stringify;
const [beginning = ''] = json(report).split(/\}$/);
const other = 'was written by a different version of the suite: it has';
const use = 'but this one reads format 2; use that version.';

/** Texts of files, and what is wrong with each. */
const refused: readonly (readonly [text: string, says: string])[] = [
  ...['', json(report).slice(0, -100)].map((text) => [text, `is not JSON: ${way}`] as const),
  ...['null', '[]', '{"format":1,"faults":[]}'].map(
    (text) => [text, `is not the report of a run: ${way}`] as const,
  ),
  [json({ ...report, format: 3 }), `${other} format 3, ${use}`],
  [json({ ...report, format: undefined }), `${other} no format, ${use}`],
  ...(
    [
      ['target', { name: 'a' }],
      ['requirements', [{ ...failed, verdict: 'fine' }]],
      ['trend', {}],
    ] as const
  ).map(
    ([part, damage]) =>
      [json({ ...report, [part]: damage }), `is a damaged report: its "${part}" is wrong; ${way}`] as const,
  ),
  // These are refused before they are parsed.
  [`${beginning},"more":${'['.repeat(200_000)}}`, 'is damaged: it is nested deeper than 150 levels.'],
  [`${beginning},"more":[${'{},'.repeat(2_000_000)}0]}`, 'is damaged: it has more than 2000000 values.'],
];

test('reading anything but a report of this version ends with one sentence', () => {
  const file = test.info().outputPath('x.json');
  for (const [text, says] of refused) {
    writeFileSync(file, text);
    expect(() => readReport(file), says).toThrow(new Refusal(`${file} ${says}`));
  }
});

test('a file is written with its folders and replaces an earlier one, and a failed write leaves no file', () => {
  const folder = test.info().outputPath('a/b');
  for (const text of ['one', 'two']) writeAtomically(`${folder}/c.txt`, text);
  expect(readFileSync(`${folder}/c.txt`, 'utf8')).toBe('two');
  mkdirSync(`${folder}/d.txt/e`, { recursive: true });
  expect(() => writeAtomically(`${folder}/d.txt`, 'one')).toThrow();
  expect(readdirSync(folder)).toEqual(['c.txt', 'd.txt']);
});
