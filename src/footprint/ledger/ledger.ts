import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyName, LedgerEntry, StatusAnswerEntry } from './entry.js';

export interface LedgerOptions {
  /** The folder of the target: see ledger-folder.ts. */
  readonly folder: string;
  /** Begins the name of everything that the run creates. */
  readonly prefix: string;
  /** The process that writes, and its parent. */
  readonly processes: readonly number[];
  /** The {base_url} where the run creates things. */
  readonly baseUrl: string;
  /** See fingerprint.ts. */
  readonly keys: Readonly<Record<KeyName, string>>;
}

/**
 * Records what a process of a run creates, line by line, before each request is sent. When `enter` returns, the
 * operating system has the line: even a process that is killed right then loses none. The first entry creates the
 * file.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  #file: number | undefined;
  /** Batches of status updates that were not followed to their end yet. */
  readonly #batches = new Set<string>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** @throws Error of the file system if the entry can't be written: then nothing may be sent */
  enter(entry: LedgerEntry): void {
    this.#file ??= this.#begin();
    write(this.#file, entry);
  }

  /** Enters the answer to a status update. */
  answerStatus(entry: StatusAnswerEntry): void {
    if (entry.batch !== undefined) this.#batches.add(entry.batch);
    this.enter(entry);
  }

  /** Enters that a batch of status updates has ended, once. */
  endBatch(batch: string): void {
    if (this.#batches.delete(batch)) this.enter({ kind: 'batch end', batch });
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #begin(): number {
    const { folder, prefix, processes, ...origin } = this.#options;
    mkdirSync(folder, { recursive: true });
    const file = openSync(join(folder, `${prefix}${processes.join('-')}.jsonl`), 'a');
    write(file, { kind: 'run', prefix, at: new Date().toISOString(), processes, ...origin });
    return file;
  }
}

function write(file: number, entry: LedgerEntry): void {
  const line = Buffer.from(`${JSON.stringify(entry)}\n`);
  for (let written = 0; written < line.length; ) written += writeSync(file, line, written);
}
