import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../contract/documents/base-document.js';
import { fileExcess } from '../../http/json-excess.js';
import { journalName } from '../../target/folders/run-folder.js';
import type { Run } from '../../target/run/run.js';
import type { RunRecord } from '../data/build-report.js';
import type { ConformanceReport, RanTest, RunDescription } from '../data/conformance-report.js';

/** The number of the format of `evidence.jsonl`; each change of the format gets a new number. */
export const journalFormat = 1;

/** The identity of a run: the first line of its journal. */
export interface JournalHeader
  extends RunDescription,
    Pick<ConformanceReport, 'contractVersion'>,
    Pick<RunRecord, 'keepsTestsOf'>,
    Pick<Run, 'prefix'> {
  readonly format: typeof journalFormat;
  /** The tests that Playwright was about to run, each with its project, file and titles. */
  readonly tests: readonly { readonly id: string; readonly path: string }[];
}

/** How a run ended; without a residue if it created nothing on a merchant that others use too. */
export interface RunEnd extends Pick<ConformanceReport, 'errors' | 'residue'> {
  /** Whether the operator stopped it. */
  readonly interrupted: boolean;
}

/** A line of the journal after the first; `after` is in milliseconds since the run began. */
export type JournalLine =
  | { readonly ended: RanTest; readonly after: number }
  | { readonly closed: RunEnd; readonly after: number };

/** A run so far, as the lines of its journal tell it. */
interface Course {
  readonly ended: readonly RanTest[];
  /** Absent if the run did not finish. */
  readonly closed?: RunEnd | undefined;
  readonly durationMs: number;
}

interface Journal extends Course {
  readonly run: JournalHeader;
}

/** The journal is missing or can't be read; the message is one sentence that names it. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/**
 * Reads the journal that a run left, whether or not the run finished. A last line that was only half written is
 * ignored: its test counts as one that did not end.
 * @throws JournalError if the file is missing, unreadable, damaged, or of a different version of the suite
 */
export function readJournal(file: string): Journal {
  const [first, ...lines] = textOf(file).split('\n').slice(0, -1);
  if (first === undefined) throw new JournalError(`${file} is empty: the run ended before its first test.`);
  const run = headerIn(first, file);
  const read = lines.map((text, index) => lineIn(text, file, index + 2));
  return {
    run,
    ended: read.flatMap((line) => ('ended' in line ? line.ended : [])),
    closed: read.flatMap((line) => ('closed' in line ? line.closed : [])).at(-1),
    durationMs: read.at(-1)?.after ?? 0,
  };
}

/** The record of a run, for its report. */
export function recordOf({ tests, ...run }: JournalHeader, { ended, closed, durationMs }: Course): RunRecord {
  return {
    ...run,
    errors: closed?.errors ?? [],
    interrupted: closed?.interrupted === true,
    residue: closed?.residue,
    ran: ended,
    durationMs,
    tests: tests.length,
  };
}

/**
 * The name of the target in the journal of a folder; empty if there is none, which the command reports. The contract of
 * this target is read later, so this module must not import it.
 */
export function targetOfRun(folder: string): string {
  try {
    return String(readJournal(join(folder, journalName)).run.target.name);
  } catch {
    return '';
  }
}

function textOf(file: string): string {
  const bytes = bytesOf(file);
  const excess = fileExcess(bytes);
  if (excess !== undefined) throw new JournalError(`${file} is damaged: it ${excess}.`);
  return bytes.toString();
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new JournalError(`${dirname(file)} is not the folder of a run: name one of reports/runs.`);
    throw new JournalError(`${file} can't be read (${code}).`);
  }
}

function headerIn(text: string, file: string): JournalHeader {
  const { run } = objectIn(text) ?? {};
  if (!isJsonObject(run) || !Array.isArray(run.tests) || !isJsonObject(run.target))
    throw new JournalError(`${file} is not the journal of a run: its first line doesn't describe one.`);
  if (run.format !== journalFormat)
    throw new JournalError(
      `${file} was written by a different version of the suite: it has format ${JSON.stringify(run.format)}, but this one reads format ${journalFormat}; use that version.`,
    );
  return run as unknown as JournalHeader;
}

function lineIn(text: string, file: string, number: number): JournalLine {
  const line = objectIn(text);
  if (line === undefined || !('ended' in line || 'closed' in line))
    throw new JournalError(`${file} is damaged: line ${number} is not a line of a journal.`);
  return line as unknown as JournalLine;
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
