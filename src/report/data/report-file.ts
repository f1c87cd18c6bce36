import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { commandLine } from '../../contract/documents/folders.js';
import { Refusal } from '../../contract/refusal.js';
import { parsePointer } from '../../contract/values/path.js';
import { verdicts } from '../../verdicts/requirement-verdict.js';
import { type ConformanceReport, type KeptRun, reportFormat } from './conformance-report.js';
import { textOfFile } from './own-file.js';

const wanted = 'name the folder of a run, or its conformance.json';

/**
 * Reads the conformance.json of a run.
 * @param file its path, or that of its folder
 * @throws Refusal if it is missing, unreadable, not JSON, not a report, or of a different version of the suite
 */
export function readReport(file: string): ConformanceReport {
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  const path = isFolder ? join(file, 'conformance.json') : file;
  const made = isFolder ? `${commandLine('report', [file])} makes that of a run that was killed, or ` : '';
  return parseReport(textOfFile(path, `There is no file ${path}: ${made}${wanted}.`), path);
}

/**
 * Parses the text of a conformance.json.
 * @param text the content of the file
 * @param file the name of the file in an error
 * @throws Refusal if the text is not JSON, not a report, or of a different version of the suite
 */
export function parseReport(text: string, file: string): ConformanceReport {
  const value = jsonIn(text, file);
  if (typeof value !== 'object' || value === null || !('verdict' in value && 'observations' in value))
    throw new Refusal(`${file} is not the report of a run: ${wanted}.`);
  const format = 'format' in value ? value.format : undefined;
  if (format !== reportFormat) {
    const found = format === undefined ? 'no format' : `format ${JSON.stringify(format)}`;
    throw new Refusal(
      `${file} was written by a different version of the suite: it has ${found}, but this one reads format ${reportFormat}; use that version.`,
    );
  }
  if (ajv.validate<ConformanceReport>(reportSchema, value)) return value;
  const [error] = ajv.errors ?? [];
  const wrong = parsePointer(error?.instancePath ?? '')[0] ?? error?.params.missingProperty;
  throw new Refusal(`${file} is a damaged report: its "${wrong}" is wrong; ${wanted}.`);
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`${file} is not JSON: ${wanted}.`);
  }
}

const ajv = new Ajv2020();
const [text, number] = [{ type: 'string' }, { type: 'number' }];
const [list, part] = [{ type: 'array' }, { type: 'object' }];
const record = (required: Readonly<Record<string, object>>) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, trend: list },
});

const keptRun = {
  format: { const: reportFormat },
  verdict: text,
  target: record({ name: text }),
  profile: text,
  seed: number,
  startedAt: { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' },
  durationMs: number,
  requirements: { ...list, items: record({ id: text, verdict: { enum: verdicts } }) },
  totals: record({ verdicts: part }),
};
const keptRunSchema = record(keptRun);

/** The parts of a report. It doesn't check what is below them: only the suite writes such a file. */
const reportSchema = record({
  ...keptRun,
  tests: { ...list, items: record({ file: text, title: text, outcome: text }) },
  target: record({ name: text, url: text }),
  ...{ exitCode: number, reason: text, contractVersion: text, command: text, errors: list },
  ...{ topics: list, clauses: part, gaps: list, operations: list, coverage: part, observations: part },
});

/** A run that the history keeps; undefined if this version of the suite can't read the file as one. */
export function readKeptRun(file: string): KeptRun | undefined {
  try {
    const value: unknown = JSON.parse(textOfFile(file, ''));
    return ajv.validate<KeptRun>(keptRunSchema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Refuses to replace a file that holds something other than an earlier output of the same command.
 * @param begins matches the beginning of such an output
 * @throws Refusal
 */
export function refuseOther(file: string, begins: RegExp): void {
  if (!existsSync(file) || statSync(file).isDirectory() || begins.test(readFileSync(file, 'utf8'))) return;
  throw new Refusal(`${file} exists, and this command didn't write it: name a different file with --output.`);
}
