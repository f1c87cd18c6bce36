import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../../contract/operations.js';
import { rateOf } from '../../http/rate-window.js';
import { keyHeader } from '../../http/transports/translated-transport.js';
import {
  type Transport,
  TransportError,
  type TransportResponse,
  titleOf,
  type WireRequest,
} from '../../http/transports/transport.js';
import type { Paced } from '../../verdicts/finding.js';
import { isMerchantKey, type KeyName, type KeySettings, keyNames } from '../ledger/entry.js';
import type { Budget, Counter } from './rate-budget.js';
import type { RateResponse, Room, Unsent } from './window-budget.js';

/** The target kept responding with 429 although every wait was observed; this says nothing about the requirement. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
}

/**
 * The maximum number of attempts to send a request that is refused with 429; the budget waits in between, longer each
 * time.
 */
const mostRefusals = 6;

/** The longest pause after a 429 to a request that has no counter, in seconds. */
const longestPause = 120;

/** Waits for a turn, in a way that suits the sender. */
type Waiting = <Result>(turn: Promise<Result>) => Promise<Result>;

/** Sends the requests of one sender as the run's budget permits (clause 8.1). */
export class Turns {
  /** The name of a key in the budget and the desk of the run. */
  readonly nameOf: (key: string | undefined) => KeyName;
  readonly #budget: Budget;
  readonly #waiting: Waiting;
  readonly #requests = new Map<string, number>();
  #refusals = 0;

  constructor(budget: Budget, settings: KeySettings, waiting: Waiting = (turn) => turn) {
    this.nameOf = keyNames(settings);
    this.#budget = budget;
    this.#waiting = waiting;
  }

  /** The sender's use of the rate limits so far. */
  get paced(): Paced {
    return { refusals: this.#refusals, requests: Object.fromEntries(this.#requests) };
  }

  /**
   * A transport that waits for its turn before each request. If the response is nevertheless a 429, it waits and sends
   * the request again, because the target did not act on it.
   * @throws RateLimited if waiting doesn't help
   */
  over(transport: Transport): Transport {
    return {
      send: async (request) => {
        for (let refusals = 1; ; refusals += 1) {
          const response = await this.#counted(transport, request, true);
          if (response.status !== 429) return response;
          this.#refusals += 1;
          if (refusals >= mostRefusals)
            throw new RateLimited(
              `${titleOf(request)} was answered with 429 ${refusals} times although every wait was observed: others use up the limit of the key, or the target counts differently than it says`,
            );
          if (this.#counterOf(request) !== undefined) continue;
          const { retryAfter, reset } = rateOf(response, Date.now());
          const seconds = (retryAfter ?? reset ?? 2 ** refusals) + Math.random();
          await this.#waiting(sleep(Math.min(seconds, longestPause) * 1000));
        }
      },
    };
  }

  /** A transport that counts its requests but doesn't wait, for a sender that intends to reach the limit. */
  noted(transport: Transport): Transport {
    return { send: (request) => this.#counted(transport, request, false) };
  }

  /** Runs an action while no other sender in the run calls an operation with a key. */
  async alone<Result>(
    { method, path, rateLimit: limit }: Operation,
    key: string,
    room: Room,
    action: () => Promise<Result>,
  ): Promise<Result> {
    const counter = { operation: `${method} ${path}`, key: this.nameOf(key), limit };
    await this.#waiting(this.#budget.hold(counter, room));
    try {
      return await action();
    } finally {
      await this.#budget.release(counter);
    }
  }

  async #counted(transport: Transport, request: WireRequest, waits: boolean): Promise<TransportResponse> {
    const counter = this.#counterOf(request);
    if (counter !== undefined) await this.#waiting(this.#budget.take(counter, waits));
    const startedAt = Date.now();
    const start = performance.now();
    let ended: RateResponse | Unsent | undefined;
    try {
      const response = await transport.send(request);
      ended = { status: response.status, ...rateOf(response, Date.now()) };
      return { timing: { startedAt, milliseconds: performance.now() - start }, ...response };
    } catch (error) {
      if (error instanceof TransportError && error.trouble.kind === 'gone') ended = 'unsent';
      throw error;
    } finally {
      if (counter !== undefined) {
        const { operation } = counter;
        if (ended !== 'unsent') this.#requests.set(operation, (this.#requests.get(operation) ?? 0) + 1);
        await this.#budget.ended(counter, performance.now() - start, ended);
      }
    }
  }

  /** Undefined for a request that calls no operation, or has no key that the target counts by (clause 5.6). */
  #counterOf(request: WireRequest): Counter | undefined {
    const [key, limit] = [this.nameOf(request.headers[keyHeader]), request.operation?.rateLimit];
    const isCounted = isMerchantKey(key) && limit !== undefined;
    return isCounted ? { operation: titleOf(request), key, limit } : undefined;
  }
}
