import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JournalHeader, JournalLine } from './evidence-journal.js';

/** Writes the journal of a run line by line, so that the evidence of each test survives however the run ends. */
export class JournalFile {
  readonly #file: string;
  readonly #redact: (text: string) => string;
  #descriptor: number | undefined;
  #problem: string | undefined;

  /**
   * @param file its path; missing folders are created
   * @param redact replaces secrets in a text
   */
  constructor(file: string, redact: (text: string) => string) {
    this.#file = file;
    this.#redact = redact;
  }

  /** A sentence if the journal could not be written; the run then continues without it. */
  get problem(): string | undefined {
    return this.#problem;
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
    if (this.#problem === undefined) this.#attempt(() => this.#write(line));
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
      this.#problem = `${this.#file} could not be written: ${reason}; this run can't be resumed or merged with others.`;
    }
  }
}
