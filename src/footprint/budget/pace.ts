import { pastWindow, type Rate, rateOf } from '../../http/rate-window.js';
import { keyHeader } from '../../http/transports/translated-transport.js';
import {
  type Transport,
  type TransportResponse,
  titleOf,
  type WireRequest,
} from '../../http/transports/transport.js';
import type { TargetClock } from '../../target/merchants/merchant.js';

/** The known state of the current window of one operation and key. */
type Window = Required<Pick<Rate, 'limit' | 'remaining'>>;

/** The target counts nothing, or doesn't say how it counts. */
const uncounted = { limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY };

/**
 * Keeps the requests of a test with its own merchant within the rate limits, by the headers of the responses (clause
 * 8.1): once a window has no requests left, it lets time pass on the merchant's clock, which takes no real time.
 */
export class Pace {
  readonly #clock: TargetClock;
  readonly #windows = new Map<string, Window>();
  readonly #unanswered = new Map<string, number>();
  #waiting: Promise<void> | undefined;
  /** Called by the next response, even if it is an error. */
  #onResponse: (() => void)[] = [];

  constructor(clock: TargetClock) {
    this.#clock = clock;
  }

  /**
   * A transport that waits instead of meeting a 429. If the responses have no headers about the limit, a 429 ends the
   * window, and the request is sent once more in the next window.
   */
  over(transport: Transport): Transport {
    return {
      ...transport,
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
    const tight = [...this.#windows.values()].some(({ limit, remaining }) => remaining < limit / 2);
    if (tight) await this.#nextWindow();
  }

  async #sent(transport: Transport, request: WireRequest): Promise<TransportResponse> {
    // Limits are counted for each key.
    const counter = `${titleOf(request)} ${request.headers[keyHeader] ?? ''}`;
    while (!this.#hasRoom(counter)) {
      // The first request of a window finds out how large the window is; until then, no second one is sent.
      if (this.#windows.has(counter)) await this.#nextWindow();
      else await new Promise<void>((resolve) => this.#onResponse.push(resolve));
    }
    this.#unanswered.set(counter, (this.#unanswered.get(counter) ?? 0) + 1);
    let rate: Rate = {};
    try {
      const response = await transport.send(request);
      rate = rateOf(response);
      return response;
    } finally {
      this.#unanswered.set(counter, (this.#unanswered.get(counter) ?? 1) - 1);
      this.#note(counter, rate);
    }
  }

  #note(counter: string, { limit, remaining }: Rate): void {
    if (limit !== undefined && remaining !== undefined) this.#windows.set(counter, { limit, remaining });
    else if (!this.#windows.has(counter)) this.#windows.set(counter, uncounted);
    for (const resolve of this.#onResponse.splice(0)) resolve();
  }

  /** Waits until all windows have restarted. */
  async #nextWindow(): Promise<void> {
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
