import type { ExchangeResponse } from '../../http/exchange.js';
import { wholeNumber, windowSeconds } from '../../http/rate-window.js';
import { keyHeader } from '../../http/translated-transport.js';
import { type Transport, type TransportAnswer, titleOf, type WireRequest } from '../../http/transport.js';
import type { TargetClock } from '../../target/clock.js';

/** One second more than a window, because clocks may differ by a second. */
const pastWindow = windowSeconds + 1;

/** The known state of the current window of one operation and key. */
interface Window {
  readonly limit: number;
  remaining: number;
}

/** The target counts nothing, or doesn't say how it counts. */
const uncounted: Window = { limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY };

/**
 * Keeps the requests of a test within the rate limits: it uses the requests that the headers of the answers leave, and
 * waits on the target's clock until the window ends once none is left.
 */
export class Pace {
  readonly #clock: TargetClock;
  readonly #windows = new Map<string, Window>();
  readonly #unanswered = new Map<string, number>();
  #waiting: Promise<void> | undefined;
  /** Resolved by the next answer, whatever it is. */
  #answer = deferred();

  constructor(clock: TargetClock) {
    this.#clock = clock;
  }

  /** Call this before each request. @param counter what the target counts together: an operation and a key */
  async before(counter: string): Promise<void> {
    while (!this.#hasRoom(counter)) {
      // The first request of a window finds out how large the window is; until then, no second one is sent.
      if (this.#windows.has(counter)) await this.nextWindow();
      else await this.#answer.promise;
    }
    this.#unanswered.set(counter, (this.#unanswered.get(counter) ?? 0) + 1);
  }

  /** Call this after each answer; leave out the numbers if the answer has none. */
  after(counter: string, limit?: number, remaining?: number): void {
    this.#unanswered.set(counter, (this.#unanswered.get(counter) ?? 1) - 1);
    const told = limit === undefined || remaining === undefined ? uncounted : { limit, remaining };
    if (told !== uncounted || !this.#windows.has(counter)) this.#windows.set(counter, told);
    this.#answer.resolve();
    this.#answer = deferred();
  }

  /**
   * Makes room for a row of requests that no wait should interrupt: if more than half of any window is used up, it
   * waits for the windows to end.
   */
  async makeRoom(): Promise<void> {
    const tight = [...this.#windows.values()].some(({ limit, remaining }) => remaining < limit / 2);
    if (tight) await this.nextWindow();
  }

  /** Waits until all windows have restarted. */
  async nextWindow(): Promise<void> {
    this.#waiting ??= this.#clock.wait(pastWindow).finally(() => {
      this.#waiting = undefined;
    });
    await this.#waiting;
    this.#windows.clear();
  }

  #hasRoom(counter: string): boolean {
    const unanswered = this.#unanswered.get(counter) ?? 0;
    const known = this.#windows.get(counter);
    return known === undefined ? unanswered === 0 : known.remaining > unanswered;
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/**
 * A transport that observes the rate limits by the headers of the answers (clause 8.1): it waits instead of meeting a
 * 429. If the answers have no such headers, a 429 ends the window, and the request is sent once more in the next
 * window.
 */
export function paced(transport: Transport, pace: Pace): Transport {
  const sent = async (counter: string, request: WireRequest): Promise<TransportAnswer> => {
    await pace.before(counter);
    let answer: TransportAnswer | undefined;
    try {
      answer = await transport.send(request);
      return answer;
    } finally {
      pace.after(counter, toldBy(answer, 'limit'), toldBy(answer, 'remaining'));
    }
  };
  return {
    ...transport,
    send: async (request) => {
      // Limits are counted for each key.
      const counter = `${titleOf(request)} ${request.headers[keyHeader] ?? ''}`;
      const answer = await sent(counter, request);
      if (answer.status !== 429 || toldBy(answer, 'limit') !== undefined) return answer;
      await pace.nextWindow();
      return sent(counter, request);
    },
  };
}

function toldBy(answer: ExchangeResponse | undefined, what: 'limit' | 'remaining'): number | undefined {
  return wholeNumber(answer?.headers[`x-ratelimit-${what}`]);
}

/** Measures how long activities of one kind last; simultaneous ones count once. */
export class Stopwatch {
  readonly #now: () => number;
  #running = 0;
  #since = 0;
  #milliseconds = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds so far, without activities that still run. */
  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** Measures an action. */
  async during<Result>(action: Promise<Result>): Promise<Result> {
    if (this.#running === 0) this.#since = this.#now();
    this.#running += 1;
    try {
      return await action;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#milliseconds += this.#now() - this.#since;
    }
  }
}
