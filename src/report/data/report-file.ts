import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parsePointer } from '../../contract/values/path.js';
import { fileExcess } from '../../http/json-excess.js';
import { verdicts } from '../../verdicts/requirement-verdict.js';
import { type ConformanceReport, type KeptRun, reportFormat } from './conformance-report.js';

/**
 * A file that this version of the suite can't read as a report; the message is one sentence that names it and the
 * solution.
 */
export class ReportFileError extends Error {
  override readonly name = 'ReportFileError';
}

/**
 * Reads the conformance.json of a run.
 * @param file its path, or that of its folder
 * @throws ReportFileError if it is missing, unreadable, not JSON, not a report, or of a different version of the suite
 */
export function readReport(file: string): ConformanceReport {
  const bytes = bytesOf(file);
  const excess = fileExcess(bytes);
  if (excess !== undefined) throw new ReportFileError(`${file} is not the report of a run: it ${excess}.`);
  return parseReport(bytes.toString(), file);
}

/**
 * Parses the text of a conformance.json.
 * @param text the content of the file
 * @param file the name of the file in an error
 * @throws ReportFileError if the text is not JSON, not a report, or of a different version of the suite
 */
export function parseReport(text: string, file: string): ConformanceReport {
  const value = jsonIn(text, file);
  if (typeof value !== 'object' || value === null || !('verdict' in value && 'observations' in value))
    throw new ReportFileError(`${file} is not the report of a run: ${wanted}.`);
  const format = 'format' in value ? value.format : undefined;
  if (format !== reportFormat) {
    const found = format === undefined ? 'no format' : `format ${JSON.stringify(format)}`;
    throw new ReportFileError(
      `${file} was written by a different version of the suite: it has ${found}, but this one reads format ${reportFormat}; use that version.`,
    );
  }
  const wrong = damagedPart(value);
  if (wrong === undefined) return value as ConformanceReport;
  throw new ReportFileError(`${file} is a damaged report: its "${wrong}" is wrong; ${wanted}.`);
}

/** The name of the first part of a report that no reader would understand; undefined if there is none. */
function damagedPart(report: object): string | undefined {
  if (ajv.validate(reportSchema, report)) return undefined;
  const [error] = ajv.errors ?? [];
  return parsePointer(error?.instancePath ?? '')[0] ?? error?.params.missingProperty;
}

const wanted = 'name the conformance.json of a run';

const [text, number] = [{ type: 'string' }, { type: 'number' }];
const [list, part] = [{ type: 'array' }, { type: 'object' }];
type Properties = Readonly<Record<string, object>>;
const record = (required: Properties, optional: Properties = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const ajv = new Ajv2020();
formats.default(ajv, ['date-time']);

const keptRun = {
  format: { const: reportFormat },
  verdict: text,
  target: record({ name: text }),
  profile: text,
  seed: number,
  startedAt: { ...text, format: 'date-time' },
  durationMs: number,
  requirements: { ...list, items: record({ id: text, verdict: { enum: verdicts } }) },
  tests: { ...list, items: record({ file: text, title: text, outcome: text }) },
  totals: record({ verdicts: part }),
};
const keptRunSchema = record(keptRun, { trend: list });

/** The parts of a report. It doesn't check what is below them: only the suite writes such a file. */
const reportSchema = record(
  {
    ...keptRun,
    target: record({ name: text, url: text }),
    ...{ exitCode: number, reason: text, contractVersion: text, command: text, errors: list },
    ...{ topics: list, clauses: part, gaps: list, operations: list, coverage: part, observations: part },
  },
  { trend: list },
);

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EISDIR') return bytesOf(join(file, 'conformance.json'));
    if (code === 'ENOENT') throw new ReportFileError(`There is no file ${file}: ${wanted}.`);
    throw new ReportFileError(`${file} can't be read (${code}): ${wanted}.`);
  }
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReportFileError(`${file} is not JSON: ${wanted}.`);
  }
}

/**
 * Writes a whole file or nothing: no reader sees half of it, and if two processes write at the same time, one wins.
 * @param file its path; missing folders are created
 * @throws Error of the file system
 */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  // A file can be moved in one step only within its folder.
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Refuses to replace a file that holds something other than an earlier output of the same command.
 * @param begins matches the beginning of such an output
 * @throws ReportFileError
 */
export function refuseOther(file: string, begins: RegExp): void {
  if (!existsSync(file) || statSync(file).isDirectory() || begins.test(readFileSync(file, 'utf8'))) return;
  throw new ReportFileError(
    `${file} exists, and this command didn't write it: name a different file with --output.`,
  );
}

/** A run that the history keeps; undefined if this version of the suite can't read the file as one. */
export function readKeptRun(file: string): KeptRun | undefined {
  try {
    const bytes = readFileSync(file);
    const value: unknown = fileExcess(bytes) === undefined ? JSON.parse(bytes.toString()) : undefined;
    return ajv.validate<KeptRun>(keptRunSchema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
