import { setImmediate as otherWork } from 'node:timers/promises';
import type { Clock } from '../src/footprint/budget/clock.js';

/** A clock that a test moves. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  readonly #due = new Set<{ readonly at: number; readonly action: () => void }>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, action: () => void): () => void {
    const entry = { at: this.#now + milliseconds, action };
    this.#due.add(entry);
    return () => this.#due.delete(entry);
  }

  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    while (this.#act(end));
    this.#now = end;
  }

  /**
   * Lets time pass until a promise is settled, from one action to the next: senders react to each before the next.
   * @throws Error if the promise waits for something other than time
   */
  async passUntil<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      await otherWork();
      if (isSettled) return promise;
      if (!this.#act()) throw new Error('Nothing is due any more.');
    }
  }

  /** Carries out the next action, if one is due by then. */
  #act(until = Number.POSITIVE_INFINITY): boolean {
    const [next] = [...this.#due].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
    if (next === undefined) return false;
    this.#due.delete(next);
    this.#now = next.at;
    next.action();
    return true;
  }
}
