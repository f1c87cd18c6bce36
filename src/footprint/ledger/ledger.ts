import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyName, LedgerEntry, StatusAnswerEntry } from './entry.js';

export interface LedgerOptions {
  /** Of the target: see ledger-folder.ts. */
  readonly folder: string;
  /** Begins everything that the run creates. */
  readonly prefix: string;
  /** The process that writes, and the one behind it. */
  readonly processes: readonly number[];
  /** Where it is created. */
  readonly baseUrl: string;
  /** See fingerprint.ts. */
  readonly keys: Readonly<Record<KeyName, string>>;
}

/**
 * What a process of a run creates, line by line, before it is sent. Each line is with the system when `enter` returns: a
 * process that is killed right then loses none. The file is made with the first entry.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  #file: number | undefined;
  /** Batches of status updates that were not read to their end yet. */
  readonly #batches = new Set<string>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** @throws Error of the file system when the entry can't be written: nothing may be sent then */
  enter(entry: LedgerEntry): void {
    this.#file ??= this.#begin();
    write(this.#file, entry);
  }

  /** Enters what a status update was answered. */
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
