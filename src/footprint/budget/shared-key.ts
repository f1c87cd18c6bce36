import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../../contract/operations.js';
import type { Transport } from '../../http/transports/transport.js';
import type { Merchant } from '../../target/merchants/merchant.js';
import type { Settings } from '../../target/settings.js';
import type { Paced } from '../../verdicts/finding.js';
import type { Wait } from '../../verdicts/recording/observations.js';
import { keyNames } from '../ledger/entry.js';
import { budgeted, countersOf, noted, RateLimited, Stopwatch } from './rate-limited-transport.js';
import type { RemoteBudget } from './remote-budget.js';

/** Milliseconds after which a test gives up waiting for its turn. */
const patience = 20 * 60_000;

/** The timeout of a test in milliseconds, which a wait extends. */
interface Timeout {
  readonly timeout: number;
  setTimeout(milliseconds: number): void;
}

/** Milliseconds by which the timeout of a waiting test is extended. */
const slice = 1000;

/** The keys that all tests of a run share, for one test: each request waits for its turn. */
export class SharedKey {
  readonly #budget: RemoteBudget;
  /** The name of the merchant's key, as the budget and the desk of the run know it. */
  readonly name: string;
  readonly #test: Timeout;
  readonly #inTurn = new Stopwatch();
  readonly #asleep: Stopwatch;
  readonly #requests = new Map<string, number>();
  #refusals = 0;
  readonly #limits: Parameters<typeof budgeted>[1];

  /** @param asleep measures how long the test lets time pass */
  constructor(
    budget: RemoteBudget,
    settings: Settings,
    merchant: Merchant,
    test: Timeout,
    asleep: Stopwatch,
  ) {
    this.#asleep = asleep;
    this.#budget = budget;
    this.#test = test;
    this.name = keyNames(settings)(merchant.apiKey);
    this.#limits = {
      budget: {
        take: (counter, waits) => this.#patiently(budget.take(counter, waits)),
        ended: (counter, milliseconds, response) => {
          if (response !== 'unsent')
            this.#requests.set(counter.operation, (this.#requests.get(counter.operation) ?? 0) + 1);
          return budget.ended(counter, milliseconds, response);
        },
      },
      counterOf: countersOf(settings),
      onRefusal: () => {
        this.#refusals += 1;
      },
      wait: (milliseconds) => this.#patiently(sleep(milliseconds)),
    };
  }

  /** The test's use of the rate limits so far. */
  get paced(): Paced {
    return { refusals: this.#refusals, requests: Object.fromEntries(this.#requests) };
  }

  /** When the test waited for its turn, and for time to pass on the target's clock; oldest first. */
  get waits(): readonly Wait[] {
    return [
      ...this.#inTurn.spans.map((span) => ({ kind: 'turn' as const, ...span })),
      ...this.#asleep.spans.map((span) => ({ kind: 'clock' as const, ...span })),
    ].toSorted((a, b) => a.from - b.from);
  }

  /** Wraps a transport so that it waits for its turn before each request. */
  budgeted(transport: Transport): Transport {
    return budgeted(transport, this.#limits);
  }

  /** Wraps a transport so that it doesn't wait, but counts its requests in the budget that all tests share. */
  noted(transport: Transport): Transport {
    return noted(transport, this.#limits);
  }

  /**
   * Does something while no other test of the run calls the operation with the test's key.
   * @param room the number of requests that must still fit in one window, or a window in which nothing was counted
   *   yet
   */
  async alone<Result>(
    { method, path, rateLimit: limit }: Operation,
    room: number | 'fresh',
    action: () => Promise<Result>,
  ): Promise<Result> {
    const counter = { operation: `${method} ${path}`, key: this.name, limit };
    await this.#patiently(this.#budget.hold(counter, room));
    try {
      return await action();
    } finally {
      await this.#budget.release(counter);
    }
  }

  /** Waits for a turn without using up the test's timeout. */
  async #patiently<Result>(turn: Promise<Result>): Promise<Result> {
    const more = setInterval(() => this.#test.setTimeout(this.#test.timeout + slice), slice);
    const tooLong = new AbortController();
    try {
      return await this.#inTurn.during(Promise.race([turn, endOfPatience(tooLong.signal)]));
    } finally {
      tooLong.abort();
      clearInterval(more);
    }
  }
}

async function endOfPatience(signal: AbortSignal): Promise<never> {
  await sleep(patience, undefined, { signal, ref: false }).catch(() => {});
  throw new RateLimited(
    `no request could be sent for ${patience / 60_000} minutes without going past the limit of the key: others are using it up`,
  );
}
