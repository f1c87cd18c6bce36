import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../contract/documents/base-document.js';
import { fileExcess } from '../../http/json-excess.js';
import type { Run } from '../../target/run/run.js';
import type { Evidence, Finding } from '../../verdicts/finding.js';
import type { RunRecord } from '../data/build-report.js';
import type { ConformanceReport, RanTest, Resumption, RunDescription } from '../data/conformance-report.js';
import { placeOf } from '../summary/in-words.js';

/** The number of the format of `evidence.jsonl`; each change of the format gets a new number. */
export const journalFormat = 1;

/** Name of the file, in the folder of a run's reports, that keeps the evidence of each test as it ends. */
export const journalName = 'evidence.jsonl';

/**
 * The identity of a run: the first line of its journal. Of a shard, `deselected` and `keepsTestsOf` tell what was left
 * out of all shards.
 */
export interface JournalHeader
  extends RunDescription,
    Pick<ConformanceReport, 'contractVersion'>,
    Pick<RunRecord, 'keepsTestsOf'>,
    Pick<Run, 'prefix' | 'shard'> {
  readonly format: typeof journalFormat;
  /** Show whether two runs used the same keys; absent if the settings could not be read. */
  readonly keys?: KeyFingerprints;
  readonly tests: readonly PlannedTest[];
  /** For a shard: the number of tests of all shards together. */
  readonly ofAllShards?: number;
}

export interface PlannedTest {
  readonly id: string;
  /** Its project, file and titles, without its tags, as `--grep` matches them. */
  readonly path: string;
}

/** A short hash for each setting, which shows whether two runs have the same keys without revealing them. */
export interface KeyFingerprints extends Readonly<Record<string, string>> {
  /** Prevents a comparison of the hashes of two runs without this value. */
  readonly salt: string;
}

/** A test that ended: a line of the journal. */
export interface EndedTest extends RanTest {
  /** Playwright's word for how it ended. */
  readonly status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
}

/** How a run ended; without a residue if it created nothing on a merchant that others use too. */
export interface RunEnd extends Pick<ConformanceReport, 'errors' | 'residue'> {
  /** Whether the operator stopped it. */
  readonly interrupted: boolean;
}

/** A line of the journal after the first; `after` is in milliseconds since the run began or was resumed. */
export type JournalLine =
  | { readonly ended: EndedTest; readonly after: number }
  | { readonly resumed: Resumption }
  | { readonly closed: RunEnd; readonly after: number };

/** A run so far, as the lines of its journal tell it, however often it was interrupted and resumed. */
interface Course {
  /** The tests that ended, each once, in the order in which they first ended. */
  readonly ended: readonly EndedTest[];
  readonly resumed: readonly Resumption[];
  /** Absent if the run, or its last resumption, did not finish. */
  readonly closed?: RunEnd;
  /**
   * Ids of the tests that ended since the run began or was last resumed: Playwright's report contains these alone.
   */
  readonly lastPart: ReadonlySet<string>;
  /** Milliseconds that the run took, without the time in which it was interrupted. */
  readonly durationMs: number;
  /** When its last line was written. */
  readonly endedAt: Date;
}

export interface Journal extends Course {
  readonly file: string;
  readonly run: JournalHeader;
  readonly lines: readonly JournalLine[];
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
  return journalOf(
    file,
    run,
    lines.map((text, index) => lineIn(text, file, index + 2)),
  );
}

/** A journal with these lines after the first. */
export function journalOf(file: string, run: JournalHeader, lines: readonly JournalLine[]): Journal {
  return { file, run, lines, ...courseOf(run, lines) };
}

/** Folds the lines of a journal. */
export function courseOf(
  { startedAt }: Pick<JournalHeader, 'startedAt'>,
  lines: readonly JournalLine[],
): Course {
  const ended = new Map<string, EndedTest>();
  const resumed: Resumption[] = [];
  let closed: RunEnd | undefined;
  const lastPart = new Set<string>();
  let before = 0;
  let after = 0;
  for (const line of lines)
    if ('resumed' in line) {
      resumed.push(line.resumed);
      before += after;
      after = 0;
      closed = undefined;
      lastPart.clear();
    } else {
      after = line.after;
      if ('closed' in line) closed = line.closed;
      else {
        const { id } = line.ended.test;
        ended.set(id, laterRun(ended.get(id), line.ended));
        lastPart.add(id);
      }
    }
  const endedAt = new Date(Date.parse(resumed.at(-1)?.at ?? startedAt) + after);
  return { ended: [...ended.values()], resumed, closed, lastPart, durationMs: before + after, endedAt };
}

/**
 * The record of a run, for its report.
 * @param hasDetails whether Playwright's report, where the reader finds the tests of the last part, is available
 */
export function recordOf({ tests, ...run }: JournalHeader, course: Course, hasDetails = true): RunRecord {
  const { closed, resumed, durationMs } = course;
  return {
    ...run,
    errors: closed?.errors ?? [],
    interrupted: closed?.interrupted === true,
    residue: closed?.residue,
    ran: ranIn(course, hasDetails),
    resumed,
    durationMs,
    tests: tests.length,
  };
}

/** The tests that ended; one that is not in Playwright's report says so. */
export function ranIn({ ended, lastPart }: Course, hasDetails = true): readonly RanTest[] {
  return ended.map(({ test, evidence }) => ({
    test: hasDetails && lastPart.has(test.id) ? test : { ...test, onlyHere: true },
    evidence,
  }));
}

/**
 * The result of a test that ran again. Its earlier findings remain: running a test again must not make a failure
 * disappear. The parts of the contract that it saw still count as seen, and what it observed is kept: other tests may
 * have left out what it already showed.
 * @param earlier undefined if the test ended for the first time
 */
export function laterRun(earlier: EndedTest | undefined, later: EndedTest): EndedTest {
  const before = earlier?.evidence;
  if (earlier === undefined || before === undefined) return later;
  const { evidence } = later;
  if (evidence === undefined) return { ...later, evidence: before };
  const found = new Set(evidence.findings.map(keyOf));
  const kept = before.findings.filter((finding) => !found.has(keyOf(finding)));
  const isFailed = kept.some(({ judgement }) => judgement === 'failed');
  return {
    ...later,
    test: isFailed ? { ...later.test, outcome: 'failed' } : later.test,
    evidence: {
      ...evidence,
      findings: [...kept, ...evidence.findings],
      seen: [...new Set([...before.seen, ...evidence.seen])],
      ...joined(before, evidence, 'verifying'),
      ...joined(before, evidence, 'batches'),
      ...joined(before, evidence, 'windows'),
      ...joined(before, evidence, 'transitions'),
      ...(evidence.answers === undefined
        ? {}
        : {
            answers: {
              ...evidence.answers,
              shapes: { ...before.answers?.shapes, ...evidence.answers.shapes },
            },
          }),
    },
  };
}

/** The lists of a name in both; nothing if neither has one. */
function joined(
  earlier: Evidence,
  later: Evidence,
  name: 'verifying' | 'batches' | 'windows' | 'transitions',
): Partial<Evidence> {
  const all = [...(earlier[name] ?? []), ...(later[name] ?? [])];
  return all.length === 0 ? {} : { [name]: all };
}

/** Two findings of a test with the same key are the same. */
function keyOf(finding: Finding): string {
  return JSON.stringify([finding.requirement, finding.operationId, placeOf(finding), finding.judgement]);
}

/** The journals of all shards below the folders. @throws Error of the file system */
export function journalsIn(folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name === journalName)
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return [...new Set(files)];
}

/**
 * The name of the target in the first journal below the folders; empty if no journal names one, which the merge
 * reports. The contract of this target is read later, so this module must not import it.
 */
export function targetOfShards(folders: readonly string[]): string {
  try {
    return String(readJournal(journalsIn(folders)[0] ?? '').run.target.name);
  } catch {
    return '';
  }
}

function textOf(file: string): string {
  try {
    const bytes = readFileSync(file);
    const excess = fileExcess(bytes);
    if (excess !== undefined) throw new JournalError(`${file} is damaged: it ${excess}.`);
    return bytes.toString();
  } catch (error) {
    if (error instanceof JournalError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new JournalError(`There is no journal at ${file}.`);
    throw new JournalError(`${file} can't be read (${code}).`);
  }
}

function headerIn(text: string, file: string): JournalHeader {
  const { run } = recordIn(text) ?? {};
  if (!isJsonObject(run) || !Array.isArray(run.tests) || !isJsonObject(run.target))
    throw new JournalError(`${file} is not the journal of a run: its first line doesn't describe one.`);
  if (run.format !== journalFormat)
    throw new JournalError(
      `${file} was written by a different version of the suite: it has format ${JSON.stringify(run.format)}, but this one reads format ${journalFormat}; use that version.`,
    );
  return run as unknown as JournalHeader;
}

function lineIn(text: string, file: string, number: number): JournalLine {
  const line = recordIn(text);
  const isTest =
    isJsonObject(line?.ended) && isJsonObject(line.ended.test) && typeof line.ended.test.id === 'string';
  if (line === undefined || !(isTest || isJsonObject(line.resumed) || isJsonObject(line.closed)))
    throw new JournalError(`${file} is damaged: line ${number} is not a line of a journal.`);
  return line as unknown as JournalLine;
}

function recordIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the journal of a run line by line, so that the evidence of each test survives however the run ends. */
export class JournalFile {
  readonly #file: string;
  readonly #redact: (text: string) => string;
  #descriptor: number | undefined;
  /** A sentence if the journal could not be written; the run then continues without it. */
  problem: string | undefined;

  /**
   * @param file its path; missing folders are created
   * @param redact replaces secrets in a string
   */
  constructor(file: string, redact: (text: string) => string) {
    this.#file = file;
    this.#redact = redact;
  }

  /** Begins a journal and replaces that of an earlier run. */
  begin(run: JournalHeader): void {
    this.#attempt(() => {
      mkdirSync(dirname(this.#file), { recursive: true });
      this.#descriptor = openSync(this.#file, 'w');
      this.#write({ run });
    });
  }

  /** Continues the existing journal after its last whole line. */
  goOn(): void {
    this.#attempt(() => {
      const end = readFileSync(this.#file).lastIndexOf('\n') + 1;
      this.#descriptor = openSync(this.#file, 'r+');
      ftruncateSync(this.#descriptor, end);
      closeSync(this.#descriptor);
      this.#descriptor = openSync(this.#file, 'a');
    });
  }

  /** Adds a line. */
  add(line: JournalLine): void {
    if (this.problem === undefined) this.#attempt(() => this.#write(line));
  }

  #write(line: object): void {
    if (this.#descriptor === undefined) return;
    const bytes = Buffer.from(`${this.#redact(JSON.stringify(line))}\n`);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
  }

  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problem = `${this.#file} could not be written: ${reason}; this run can't be resumed or merged with others.`;
    }
  }
}
