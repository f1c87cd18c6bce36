import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import { verdicts } from '../verdicts/requirement-verdict.js';
import { type ConformanceReport, reportFormat } from './conformance-report.js';

/**
 * A file that this version of the suite can't read as a report; the message is one sentence that names it and the
 * solution.
 */
export class ReportFileError extends Error {
  override readonly name = 'ReportFileError';
}

/**
 * Reads the conformance.json of a run.
 * @param file its path
 * @throws ReportFileError if it is missing, unreadable, not JSON, not a report, or of another version of the suite
 */
export function readReport(file: string): ConformanceReport {
  return parseReport(textOf(file), file);
}

/**
 * Parses the text of a conformance.json.
 * @param text the content of the file
 * @param file the name of the file in an error
 * @throws ReportFileError if the text is not JSON, not a report, or of another version of the suite
 */
export function parseReport(text: string, file: string): ConformanceReport {
  const value = jsonIn(text, file);
  if (!isRecord(value) || !('verdict' in value && 'requirements' in value))
    throw new ReportFileError(`${file} is not the report of a run: ${wanted}.`);
  if (value.format !== reportFormat) {
    const found = value.format === undefined ? 'no format' : `format ${JSON.stringify(value.format)}`;
    throw new ReportFileError(
      `${file} was written by another version of the suite: it has ${found}, and this one reads format ${reportFormat}; use that version.`,
    );
  }
  const wrong = Object.keys(parts).find((name) => parts[name]?.(value[name]) !== true);
  if (wrong !== undefined)
    throw new ReportFileError(`${file} is a damaged report: its "${wrong}" is wrong; ${wanted}.`);
  return value as unknown as ConformanceReport;
}

const wanted = 'name a conformance.json, or a file below reports/history';

type Test = (value: unknown) => boolean;

/** The parts that a comparison and a page need; it doesn't check anything below them. */
const parts: Readonly<Record<string, Test>> = {
  verdict: isText,
  exitCode: isNumber,
  reason: isText,
  target: (value) => isRecord(value) && isText(value.name) && isText(value.url),
  contractVersion: isText,
  profile: isText,
  seed: isNumber,
  startedAt: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  durationMs: isNumber,
  command: isText,
  errors: isListOf(isText),
  topics: isListOf(isRecord),
  requirements: isListOf(
    (value) =>
      isRecord(value) &&
      isText(value.id) &&
      isText(value.sentence) &&
      isText(value.strength) &&
      verdicts.some((verdict) => verdict === value.verdict) &&
      isListOf(isFinding)(value.findings),
  ),
  gaps: isListOf(isRecord),
  operations: isListOf((value) => isRecord(value) && isText(value.operationId)),
  coverage: isRecord,
  tests: isListOf(
    (value) => isRecord(value) && isText(value.file) && isText(value.title) && isText(value.outcome),
  ),
  totals: (value) => isRecord(value) && isNumber(value.exchanges) && isRecord(value.verdicts),
};

function isFinding(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value.operationId) &&
    isListOf(isText)(value.expected) &&
    isText(value.actual) &&
    isText(value.replay) &&
    isRecord(value.exchange)
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isListOf(isEntry: Test): Test {
  return (value) => Array.isArray(value) && value.every(isEntry);
}

/**
 * Writes a whole file or nothing: nobody reads half of it, and if two processes write at once, one of them wins.
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

/** The result of planting one fault. */
export interface Detection {
  readonly fault: string;
  readonly violates: RequirementId;
  readonly does: string;
  readonly showsFor?: string;
  /** Caught by a check of the requirement that it violates; missed even if a check of another requirement failed. */
  readonly caught: boolean;
  /** Tests that found the requirement violated. */
  readonly by: readonly string[];
  /** Steps of the target's file that the findings name, because they are about the same place. */
  readonly steps: readonly string[];
  /** Unconfirmed gaps that kept findings about the requirement from counting as catching the fault. */
  readonly openGaps: readonly string[];
  /** Other requirements that were found violated. */
  readonly alsoFailed: readonly RequirementId[];
  /** Number of tests that judged the requirement. */
  readonly tests: number;
  /** Exchanges up to the end of the first test that caught it; if none did, those of all tests. */
  readonly exchanges: number;
  /** Reasons why tests of the requirement could not be carried out. */
  readonly blocked: readonly string[];
}

/** A violation that was reported on a clean sandbox. */
export interface FalseAlarm {
  readonly test: string;
  readonly requirements: readonly RequirementId[];
}

/** The result of a proof: the content of detection.json. */
export interface DetectionReport {
  readonly seed: number;
  /** The world that the faults were planted in; absent for the usual sandbox. */
  readonly world?: string;
  /** Whether every fault was planted. */
  readonly complete: boolean;
  readonly durationMs: number;
  readonly faults: readonly Detection[];
  readonly falseAlarms: readonly FalseAlarm[];
  /** The number of faults that the tests of each file caught. */
  readonly files: Readonly<Record<string, number>>;
  /** Tests that could not be judged because of a mistake of the suite. */
  readonly errors: readonly string[];
}

/**
 * The result of `npm run prove`, from the detection.json next to a report.
 * @param file path of the report
 * @returns undefined if there is no such file or it can't be read: a report is complete without it
 */
export function proofBeside(file: string): DetectionReport | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(dirname(file), 'detection.json'), 'utf8'));
    return isDetectionReport(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDetectionReport(value: unknown): value is DetectionReport {
  if (typeof value !== 'object' || value === null) return false;
  const { seed, complete, durationMs, faults, falseAlarms, files, errors } = value as Partial<
    Record<keyof DetectionReport, unknown>
  >;
  return (
    typeof seed === 'number' &&
    typeof complete === 'boolean' &&
    typeof durationMs === 'number' &&
    [faults, falseAlarms, errors].every(Array.isArray) &&
    typeof files === 'object' &&
    files !== null
  );
}
