import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestResult } from '@playwright/test/reporter';
import { isJsonObject, type JsonObject } from '../../contract/documents/base-document.js';
import { Refusal } from '../../contract/refusal.js';
import { journalName } from '../../target/folders/run-folder.js';
import type { BegunRun, RunEnd, RunRecord } from '../data/build-report.js';
import type { RanTest } from '../data/conformance-report.js';
import { textOfFile } from '../data/own-file.js';

/**
 * The number of the format of `evidence.jsonl`; each change of the format gets a new number.
 * @internal tests write journals
 */
export const journalFormat = 2;

/** A line of the journal after the first; `after` is in milliseconds since the run began. */
type JournalLine = { readonly after: number } & ({ readonly ended: RanTest } | { readonly closed: RunEnd });

/**
 * Gathers the tests of a run as they end: in memory and, from the first test on, in its journal, line by line, so that
 * the evidence of each test survives however the run ends.
 */
export class RunInProgress {
  readonly startedAt = new Date().toISOString();
  /** By a clock that can't be set while the run goes on. */
  readonly #began = performance.now();
  readonly #file: string;
  readonly #redact: (text: string) => string;
  readonly #ran: RanTest[] = [];
  #descriptor: number | undefined;
  /** A sentence if the journal could not be written; the run then continues without it. */
  problem: string | undefined;

  /**
   * @param file of the journal; missing folders are created
   * @param redact replaces secrets in a string
   */
  constructor(file: string, redact: (text: string) => string) {
    this.#file = file;
    this.#redact = redact;
  }

  get ran(): readonly RanTest[] {
    return this.#ran;
  }

  /** Begins the journal, once. */
  open(run: () => BegunRun): void {
    if (this.#descriptor !== undefined) return;
    this.#attempt(() => {
      mkdirSync(dirname(this.#file), { recursive: true });
      this.#descriptor = openSync(this.#file, 'wx');
      this.#append({ run: { ...run(), format: journalFormat } });
      for (const ended of this.#ran) this.#append({ ended, after: this.#after });
    });
  }

  /** @param result says when and where it ran */
  ended({ test, evidence }: RanTest, { parallelIndex, duration }: TestResult): void {
    const began = { after: Math.max(0, this.#after - duration), worker: parallelIndex };
    // A test that was skipped before it reached a worker never began.
    const ended = { test: parallelIndex < 0 ? test : { ...test, began }, evidence };
    this.#ran.push(ended);
    this.#attempt(() => this.#append({ ended, after: this.#after }));
  }

  /** @returns the record of the run, for its report */
  closed(closed: RunEnd, run: BegunRun): RunRecord {
    const after = this.#after;
    this.#attempt(() => this.#append({ closed, after }));
    return { ...run, ...closed, ran: this.#ran, durationMs: after };
  }

  get #after(): number {
    return Math.round(performance.now() - this.#began);
  }

  #append(line: JournalLine | { readonly run: BegunRun & { readonly format: number } }): void {
    if (this.#descriptor === undefined) return;
    const bytes = Buffer.from(`${this.#redact(JSON.stringify(line))}\n`);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
  }

  #attempt(action: () => void): void {
    if (this.problem !== undefined) return;
    try {
      action();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problem = `${this.#file} could not be written: ${reason}.`;
    }
  }
}

/**
 * The record of a run from the journal that it left, whether or not the run finished. A last line that was only half
 * written is ignored: its test counts as one that did not end.
 * @throws Refusal if the file is missing, unreadable, damaged, or of a different version of the suite
 */
export function readJournal(file: string): RunRecord {
  const text = textOfFile(file, `${dirname(file)} is not the folder of a run: name one of reports/runs.`);
  const [first, ...lines] = text.split('\n').slice(0, -1);
  if (first === undefined) throw new Refusal(`${file} is empty: the run ended before its first test.`);
  const run = begunIn(first, file);
  const read = lines.map((line, index) => lineIn(line, file, index + 2));
  const ran = read.flatMap((line) => ('ended' in line ? line.ended : []));
  const end = read.flatMap((line) => ('closed' in line ? line.closed : [])).at(-1);
  return {
    ...run,
    ...(end ?? { errors: [], unfinished: `The run ended after ${ran.length} of its ${run.tests} tests` }),
    ran,
    durationMs: read.at(-1)?.after ?? 0,
  };
}

/**
 * The name of the target in the journal of a folder; empty if there is none, which the command reports. The contract of
 * this target is read later, so this module must not import it.
 */
export function targetOfRun(folder: string): string {
  try {
    return readJournal(join(folder, journalName)).target.name;
  } catch {
    return '';
  }
}

function begunIn(text: string, file: string): BegunRun {
  const { run } = objectIn(text) ?? {};
  if (!isJsonObject(run) || !isJsonObject(run.target))
    throw new Refusal(`${file} is not the journal of a run: its first line doesn't describe one.`);
  const { format, ...begun } = run;
  if (format !== journalFormat)
    throw new Refusal(
      `${file} was written by a different version of the suite: it has format ${JSON.stringify(format)}, but this one reads format ${journalFormat}; use that version.`,
    );
  return begun as unknown as BegunRun;
}

function lineIn(text: string, file: string, number: number): JournalLine {
  const line = objectIn(text);
  if (line === undefined || !('ended' in line || 'closed' in line))
    throw new Refusal(`${file} is damaged: line ${number} is not a line of a journal.`);
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
