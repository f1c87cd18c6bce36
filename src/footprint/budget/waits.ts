import { setTimeout as sleep } from 'node:timers/promises';
import type { Wait } from '../../verdicts/recording/observations.js';
import { RateLimited } from './turns.js';

/** The timeout of a test in milliseconds. */
interface Timeout {
  readonly timeout: number;
  setTimeout(milliseconds: number): void;
}

/**
 * Milliseconds after which a test gives up waiting for its turn, and the steps by which its timeout is extended
 * meanwhile.
 */
const [patience, slice] = [20 * 60_000, 1000];

/** In milliseconds: the shortest wait that is kept, and the shortest gap that separates it from the previous one. */
const [shortestWait, shortestGap] = [50, 1000];

/**
 * The waits of a test: for its turn, which doesn't count against its timeout, and for time to pass on the target's
 * clock.
 */
export class Waits {
  readonly #test: Timeout;
  readonly #now: () => number;
  readonly #began: number;
  #all: readonly Wait[] = [];

  /** @param now milliseconds on a monotonic clock */
  constructor(test: Timeout, now = () => performance.now()) {
    this.#test = test;
    this.#now = now;
    this.#began = now();
  }

  /** The longer waits, oldest first; waits of the same kind with only a short gap between them count as one. */
  get all(): readonly Wait[] {
    return this.#all.toSorted((a, b) => a.from - b.from);
  }

  /** @throws RateLimited if the turn doesn't come for a long time */
  async forTurn<Result>(turn: Promise<Result>): Promise<Result> {
    const extend = setInterval(() => this.#test.setTimeout(this.#test.timeout + slice), slice);
    const turnCame = new AbortController();
    const giveUp = sleep(patience, undefined, { signal: turnCame.signal }).then(() => {
      throw new RateLimited(
        `no request could be sent for ${patience / 60_000} minutes without going past the limit of the key: others are using it up`,
      );
    });
    try {
      return await this.during('turn', Promise.race([turn, giveUp]));
    } finally {
      clearInterval(extend);
      turnCame.abort();
    }
  }

  async during<Result>(kind: Wait['kind'], wait: Promise<Result>): Promise<Result> {
    const from = this.#now();
    try {
      return await wait;
    } finally {
      this.#note(kind, Math.round(from - this.#began), Math.round(this.#now() - this.#began));
    }
  }

  #note(kind: Wait['kind'], from: number, to: number): void {
    if (to - from < shortestWait) return;
    const isNear = (each: Wait) => each.kind === kind && from - each.from - each.milliseconds < shortestGap;
    const start = Math.min(from, ...this.#all.filter(isNear).map((each) => each.from));
    const apart = this.#all.filter((each) => !isNear(each));
    this.#all = [...apart, { kind, from: start, milliseconds: to - start }];
  }
}
