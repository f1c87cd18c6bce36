import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface NamedOrdersOptions {
  /** Numbers of the orders that the configuration names. */
  readonly numbers: readonly string[];
  /** Of the target's ledgers: what is taken is noted there. */
  readonly folder: string;
  /** Of the run. */
  readonly prefix: string;
}

/** Deals the orders that the configuration names out to tests: each to one test of the run, whichever worker runs it. */
export class NamedOrders {
  readonly #options: NamedOrdersOptions;

  constructor(options: NamedOrdersOptions) {
    this.#options = options;
  }

  get numbers(): readonly string[] {
    return this.#options.numbers;
  }

  /** Takes an order. @returns false where another test has taken it */
  take(number: string): boolean {
    mkdirSync(this.#options.folder, { recursive: true });
    try {
      // The file system lets one of several workers make it.
      closeSync(openSync(this.#fileOf(number), 'wx'));
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  }

  /** Leaves an order that was taken, and nothing done with it, to another test. */
  giveBack(number: string): void {
    rmSync(this.#fileOf(number), { force: true });
  }

  #fileOf(number: string): string {
    const { folder, prefix } = this.#options;
    const name = createHash('sha256').update(number).digest('hex').slice(0, 16);
    return join(folder, `${prefix}${name}.order`);
  }
}
