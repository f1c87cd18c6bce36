import { readdirSync, readFileSync } from 'node:fs';
import { residentMemory } from '../../src/target/resident-memory.js';

/** Milliseconds between two readings. */
const interval = 200;

/** Watches how much memory the processes that this one has started hold together, and those that they have started. */
export class PeakMemory implements Disposable {
  readonly #without: ReadonlySet<number>;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  /** @param without processes that don't count, nor what they have started */
  constructor(without: readonly number[]) {
    this.#without = new Set(without);
    this.#timer = setInterval(() => void this.#read(), interval);
  }

  /** The most that they held at a time, in bytes; undefined where the system doesn't tell whose process is whose. */
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
    // It has ended, or the system has no such files.
    return [];
  }
}
