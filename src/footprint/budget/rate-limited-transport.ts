import { pastWindow, type Rate, rateOf } from '../../http/rate-window.js';
import { keyHeader } from '../../http/transports/translated-transport.js';
import {
  type Transport,
  TransportError,
  type TransportResponse,
  titleOf,
  type WireRequest,
} from '../../http/transports/transport.js';
import type { TargetClock } from '../../target/merchants/merchant.js';
import { isMerchantKey, type KeySettings, keyNames } from '../ledger/entry.js';
import type { Budget, Counter } from './rate-budget.js';
import type { RateResponse, Unsent } from './window-budget.js';

/** The target kept answering 429 although every wait was observed: this says nothing about the requirement. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
}

/** The part of the run's budget that a sender needs. */
type RequestBudget = Pick<Budget, 'take' | 'ended'>;

interface BudgetedOptions {
  readonly budget: RequestBudget;
  readonly counterOf: ReturnType<typeof countersOf>;
  /** Called for each 429 that the test did not provoke. */
  readonly onRefusal: () => void;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** The maximum number of attempts to send a request that gets a 429; the budget waits in between, longer each time. */
const mostRefusals = 6;

/**
 * A transport that asks the run's budget before each request and reports each response to it (clause 8.1). If it gets a
 * 429 nevertheless, it waits and sends the request again, because the target did not act on it.
 * @throws RateLimited if waiting doesn't help
 */
export function budgeted(transport: Transport, options: BudgetedOptions): Transport {
  return {
    ...transport,
    send: async (request) => {
      for (let refusals = 1; ; refusals += 1) {
        const response = await counted(transport, options, request, true);
        if (response.status !== 429) return response;
        options.onRefusal();
        if (refusals >= mostRefusals)
          throw new RateLimited(
            `${titleOf(request)} was answered with 429 ${refusals} times although every wait was observed: others use up the limit of the key, or the target counts differently than it says`,
          );
        if (options.counterOf(request) === undefined) await options.wait(pauseBefore(refusals, response));
      }
    },
  };
}

/** A transport that never waits but reports its requests to the budget: its sender intends to reach the limit. */
export function noted(transport: Transport, options: Omit<BudgetedOptions, 'onRefusal' | 'wait'>): Transport {
  return { ...transport, send: (request) => counted(transport, options, request, false) };
}

async function counted(
  transport: Transport,
  { budget, counterOf }: Pick<BudgetedOptions, 'budget' | 'counterOf'>,
  request: WireRequest,
  waits: boolean,
): Promise<TransportResponse> {
  const counter = counterOf(request);
  if (counter !== undefined) await budget.take(counter, waits);
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
    if (counter !== undefined) await budget.ended(counter, performance.now() - start, ended);
  }
}

/** In milliseconds: as long as the target asks for, otherwise longer each time, with jitter. */
function pauseBefore(refusals: number, response: TransportResponse): number {
  const { retryAfter, reset } = rateOf(response, Date.now());
  const asked = retryAfter ?? reset ?? 0;
  const seconds = asked === 0 ? 2 ** refusals * (0.5 + Math.random()) : asked + Math.random();
  return Math.min(seconds, 120) * 1000;
}

/**
 * Finds the counter of a request by its operation and its key; there is none for a request that calls no operation, or
 * has no key that the target counts by (clause 5.6).
 */
export function countersOf(settings: KeySettings): (request: WireRequest) => Counter | undefined {
  const nameOf = keyNames(settings);
  return (request) => {
    const [key, limit] = [nameOf(request.headers[keyHeader]), request.operation?.rateLimit];
    const isCounted = isMerchantKey(key) && limit !== undefined;
    return isCounted ? { operation: titleOf(request), key, limit } : undefined;
  };
}

/** The known state of the current window of one operation and key. */
interface Window {
  readonly limit: number;
  remaining: number;
}

/** The target counts nothing, or doesn't say how it counts. */
const uncounted: Window = { limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY };

/**
 * Keeps the requests of a test within the rate limits: it uses the requests that the headers of the responses leave, and
 * waits on the target's clock until the window ends once none is left.
 */
export class Pace {
  readonly #clock: TargetClock;
  readonly #windows = new Map<string, Window>();
  readonly #unanswered = new Map<string, number>();
  #waiting: Promise<void> | undefined;
  /** Resolved by the next response, even if it is an error. */
  #response = deferred();

  constructor(clock: TargetClock) {
    this.#clock = clock;
  }

  /**
   * Call this before each request. @param counter the operation and the key, whose requests the target counts
   * together
   */
  async before(counter: string): Promise<void> {
    while (!this.#hasRoom(counter)) {
      // The first request of a window finds out how large the window is; until then, no second one is sent.
      if (this.#windows.has(counter)) await this.nextWindow();
      else await this.#response.promise;
    }
    this.#unanswered.set(counter, (this.#unanswered.get(counter) ?? 0) + 1);
  }

  /** Call this after each response; leave out the rate if there is no response. */
  after(counter: string, { limit, remaining }: Rate = {}): void {
    this.#unanswered.set(counter, (this.#unanswered.get(counter) ?? 1) - 1);
    const window = limit === undefined || remaining === undefined ? uncounted : { limit, remaining };
    if (window !== uncounted || !this.#windows.has(counter)) this.#windows.set(counter, window);
    this.#response.resolve();
    this.#response = deferred();
  }

  /**
   * Makes room for a series of requests that no wait should interrupt: if more than half of any window is used up, it
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
 * A transport that observes the rate limits by the headers of the responses (clause 8.1): it waits instead of meeting a
 * 429. If the responses have no such headers, a 429 ends the window, and the request is sent once more in the next
 * window.
 */
export function paced(transport: Transport, pace: Pace): Transport {
  const sent = async (counter: string, request: WireRequest): Promise<TransportResponse> => {
    await pace.before(counter);
    let response: TransportResponse | undefined;
    try {
      response = await transport.send(request);
      return response;
    } finally {
      pace.after(counter, response && rateOf(response));
    }
  };
  return {
    ...transport,
    send: async (request) => {
      // Limits are counted for each key.
      const counter = `${titleOf(request)} ${request.headers[keyHeader] ?? ''}`;
      const response = await sent(counter, request);
      if (response.status !== 429 || rateOf(response).limit !== undefined) return response;
      await pace.nextWindow();
      return sent(counter, request);
    },
  };
}

/** A span of time: when it began, in milliseconds since its stopwatch was made, and how long it lasted. */
interface Span {
  readonly from: number;
  readonly milliseconds: number;
}

/** The duration in milliseconds from which a span is kept, and that of a gap that parts it from the one before. */
const [shortestSpan, shortestGap] = [50, 1000];

/** Measures when activities of one kind ran. */
export class Stopwatch {
  readonly #now: () => number;
  readonly #made: number;
  readonly #spans: Span[] = [];
  #running = 0;
  #since = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#made = now();
  }

  /** The longer spans in which an activity ran, oldest first: those with a short gap between them are one. */
  get spans(): readonly Span[] {
    return this.#spans;
  }

  async during<Result>(action: Promise<Result>): Promise<Result> {
    if (this.#running === 0) this.#since = this.#now();
    this.#running += 1;
    try {
      return await action;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#note(this.#since - this.#made, this.#now() - this.#made);
    }
  }

  #note(from: number, to: number): void {
    if (to - from < shortestSpan) return;
    const last = this.#spans.at(-1);
    const isNear = last !== undefined && from - last.from - last.milliseconds < shortestGap;
    if (isNear) this.#spans.pop();
    const start = isNear ? last.from : Math.round(from);
    this.#spans.push({ from: start, milliseconds: Math.round(to) - start });
  }
}
