import { RemoteCalls } from './calls.js';
import type { Budget, Counter } from './rate-budget.js';
import type { RateAnswer, Unsent } from './window-budget.js';

/** The run's budget as one of its workers sees it; each worker is a separate holder. */
export class RemoteBudget {
  readonly #calls: RemoteCalls;

  /** @param address the server's address */
  constructor(address: string) {
    this.#calls = new RemoteCalls(address, 'budget');
  }

  /** Waits until a request may be sent. @returns milliseconds that it waited */
  take(counter: Counter): Promise<number> {
    return this.#call('take', counter);
  }

  /** Counts a request without waiting. */
  async note(counter: Counter): Promise<void> {
    await this.#call('note', counter);
  }

  /** Reports an answer, or its absence. @param milliseconds between request and answer */
  async ended(counter: Counter, milliseconds: number, answer?: RateAnswer | Unsent): Promise<void> {
    // JSON has no undefined, only null.
    await this.#call('ended', counter, milliseconds, ...(answer === undefined ? [] : [answer]));
  }

  /** Reserves a counter. @param room number of requests that must fit into one window, or a fresh window */
  hold(counter: Counter, room: number | 'fresh'): Promise<number> {
    return this.#call('hold', counter, room);
  }

  async release(counter: Counter): Promise<void> {
    await this.#call('release', counter);
  }

  close(): void {
    this.#calls.close();
  }

  async #call(method: keyof Budget, ...args: readonly unknown[]): Promise<number> {
    return Number(await this.#calls.call(method, ...args));
  }
}
