import { readdirSync, readFileSync } from 'node:fs';
import { residentMemory } from '../../src/target/resident-memory.js';

/** Milliseconds between two readings. */
const interval = 200;

/** Measures the total memory of the processes that this process has started, directly or indirectly. */
export class PeakMemory implements Disposable {
  readonly #without: ReadonlySet<number>;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  /** @param without processes that don't count, together with their children */
  constructor(without: readonly number[]) {
    this.#without = new Set(without);
    this.#timer = setInterval(() => void this.#read(), interval);
  }

  /** The largest total at one time, in bytes; undefined if the system doesn't tell which process started which. */
  get bytes(): number | undefined {
    return this.#peak === 0 ? undefined : this.#peak;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    const held = await Promise.all(
      [...this.#startedBy(process.pid)].map((pid) => residentMemory(pid).catch(() => 0)),
    );
    this.#peak = Math.max(
      this.#peak,
      held.reduce((sum, each) => sum + each, 0),
    );
  }

  *#startedBy(pid: number): Generator<number> {
    for (const child of childrenOf(pid)) {
      if (this.#without.has(child)) continue;
      yield child;
      yield* this.#startedBy(child);
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // The process has ended, or the system has no such files.
    return [];
  }
}
