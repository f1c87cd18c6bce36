import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files next to the plan by which the workers of a proof tell each other which faults are caught. */
export class CaughtMarks {
  readonly #folder: string;

  /** @param plan file of the plan */
  constructor(plan: string) {
    this.#folder = dirname(plan);
  }

  /** Notes that a test of this run caught its fault. */
  set(run: number): void {
    writeFileSync(this.#fileOf(run), '');
  }

  /** Whether a test of this run has already caught its fault. */
  has(run: number): boolean {
    return existsSync(this.#fileOf(run));
  }

  #fileOf(run: number): string {
    return join(this.#folder, `caught-${run}`);
  }
}
