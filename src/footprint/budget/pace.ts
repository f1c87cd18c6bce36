import { pastWindow, type Rate, rateOf } from '../../http/rate-window.js';
import { keyHeader } from '../../http/transports/translated-transport.js';
import {
  type Transport,
  type TransportResponse,
  titleOf,
  type WireRequest,
} from '../../http/transports/transport.js';
import type { TargetClock } from '../../target/merchants/merchant.js';

/** The requests of one operation and key. */
interface Counter {
  unanswered: number;
  /** What the last response said about the current window; undefined before the first one. */
  window?: Required<Pick<Rate, 'limit' | 'remaining'>> | undefined;
}

/** For a target that counts nothing, or doesn't say how it counts. */
const uncounted = { limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY };

/**
 * Keeps the requests of a test with its own merchant within the rate limits, according to the response headers (clause
 * 8.1): once a window has no requests left, it lets time pass on the merchant's clock, which takes no real time.
 */
export class Pace {
  readonly #clock: TargetClock;
  readonly #counters = new Map<string, Counter>();
  #waiting: Promise<void> | undefined;
  /** Called when the next request ends, even with an error. */
  #onResponse: (() => void)[] = [];

  constructor(clock: TargetClock) {
    this.#clock = clock;
  }

  /**
   * A transport that waits instead of meeting a 429. If the responses have no rate limit headers, a 429 ends the
   * window, and the request is sent once more in the next window.
   */
  over(transport: Transport): Transport {
    return {
      send: async (request) => {
        const response = await this.#sent(transport, request);
        if (response.status !== 429 || rateOf(response).limit !== undefined) return response;
        await this.#nextWindow();
        return this.#sent(transport, request);
      },
    };
  }

  /**
   * Makes room for a series of requests that no wait should interrupt: if more than half of any window is used up, it
   * waits for the windows to end.
   */
  async makeRoom(): Promise<void> {
    const isTight = ({ window }: Counter) => window !== undefined && window.remaining < window.limit / 2;
    if ([...this.#counters.values()].some(isTight)) await this.#nextWindow();
  }

  async #sent(transport: Transport, request: WireRequest): Promise<TransportResponse> {
    // Limits are counted for each key.
    const name = `${titleOf(request)} ${request.headers[keyHeader] ?? ''}`;
    const counter = this.#counters.get(name) ?? { unanswered: 0 };
    this.#counters.set(name, counter);
    while (counter.unanswered >= (counter.window?.remaining ?? 1)) {
      // The first request of a window shows how large the window is; until then, no second one is sent.
      if (counter.window !== undefined) await this.#nextWindow();
      else await new Promise<void>((resolve) => this.#onResponse.push(resolve));
    }
    counter.unanswered += 1;
    try {
      const response = await transport.send(request);
      const { limit, remaining } = rateOf(response);
      if (limit !== undefined && remaining !== undefined) counter.window = { limit, remaining };
      return response;
    } finally {
      counter.unanswered -= 1;
      counter.window ??= uncounted;
      for (const resolve of this.#onResponse.splice(0)) resolve();
    }
  }

  /** Waits until all windows have restarted. */
  async #nextWindow(): Promise<void> {
    this.#waiting ??= this.#clock.wait(pastWindow).finally(() => {
      this.#waiting = undefined;
    });
    await this.#waiting;
    for (const counter of this.#counters.values()) counter.window = undefined;
  }
}
