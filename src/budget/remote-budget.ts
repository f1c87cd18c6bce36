import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { BudgetCall, BudgetResult } from './budget-server.js';
import type { Counter } from './rate-budget.js';
import type { RateAnswer, Unsent } from './window-budget.js';

/** The run's budget as one of its workers sees it; each worker is a holder of its own. */
export class RemoteBudget {
  readonly #socket: Socket;
  readonly #open = new Map<number, { resolve: (waited: number) => void; reject: (error: Error) => void }>();
  #calls = 0;
  #isLost = false;

  /** @param address as the server gives it */
  constructor(address: string) {
    const [port, secret] = address.split('/');
    this.#socket = connect({ host: '127.0.0.1', port: Number(port) });
    this.#socket.write(`${secret}\n`);
    const end = () => this.#lost();
    this.#socket.on('error', end).on('close', end);
    const lines = createInterface({ input: this.#socket });
    lines.on('error', end);
    lines.on('line', (line) => {
      const { id, waited }: BudgetResult = JSON.parse(line);
      this.#open.get(id)?.resolve(waited);
      this.#open.delete(id);
    });
  }

  /** Waits until a request may be sent. @returns milliseconds that it waited */
  take(counter: Counter): Promise<number> {
    return this.#call('take', counter);
  }

  /** Counts a request without waiting. */
  async note(counter: Counter): Promise<void> {
    await this.#call('note', counter);
  }

  /** Tells of an answer, or that there is none. @param milliseconds between request and answer */
  async ended(counter: Counter, milliseconds: number, answer?: RateAnswer | Unsent): Promise<void> {
    // JSON has null alone for what is not there.
    await this.#call('ended', counter, milliseconds, ...(answer === undefined ? [] : [answer]));
  }

  /** Keeps all others from a counter. @param room requests that are to fit into one window, or a fresh one */
  hold(counter: Counter, room: number | 'fresh'): Promise<number> {
    return this.#call('hold', counter, room);
  }

  async release(counter: Counter): Promise<void> {
    await this.#call('release', counter);
  }

  close(): void {
    this.#socket.destroy();
  }

  #call(method: BudgetCall['method'], ...args: readonly unknown[]): Promise<number> {
    const id = ++this.#calls;
    const call: BudgetCall = { id, method, args };
    if (this.#isLost) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#socket.write(`${JSON.stringify(call)}\n`);
    });
  }

  #lost(): void {
    this.#isLost = true;
    const error = gone();
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }
}

function gone(): Error {
  return new Error('The budget of the run is gone: the run has ended.');
}
