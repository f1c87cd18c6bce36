import type { ExchangeResponse } from '../../http/exchange.js';
import { rateOf } from '../../http/rate-window.js';
import { keyHeader } from '../../http/transports/translated-transport.js';
import {
  type Transport,
  type TransportResponse,
  titleOf,
  type WireRequest,
} from '../../http/transports/transport.js';
import type { WindowPoint } from '../../verdicts/recording/observations.js';

/** The parts of a response that show how its request fared, and how it was counted. */
type BurstResponse = Pick<ExchangeResponse, 'status' | 'headers'>;

/** Consecutive requests to one operation with one key, and how they fared. */
export class Burst<Each extends BurstResponse> {
  /** In the order in which the requests were sent. */
  readonly responses: readonly Each[];
  /** How many more requests got no response. */
  readonly lost: number;

  constructor(responses: readonly Each[], lost = 0) {
    this.responses = responses;
    this.lost = lost;
  }

  /** The first response 429. */
  get rejected(): Each | undefined {
    return this.responses.find(({ status }) => status === 429);
  }

  /** The parts of the responses that show how the requests were counted, in order. */
  get points(): readonly WindowPoint[] {
    return this.responses.map((response) => ({
      status: response.status,
      remaining: rateOf(response).remaining,
    }));
  }

  /** The exchange for a reader: the first 429, or the last response if there is none. */
  get exchange(): Each {
    const last = this.rejected ?? this.responses.at(-1);
    if (last === undefined) throw new Error('The burst has no requests.');
    return last;
  }

  /** The burst in a few lines: `requests 1 to 50: status 200, remaining 49 to 0`. */
  get trail(): readonly string[] {
    const { responses } = this;
    const isChange = (index: number) => responses[index]?.status !== responses[index - 1]?.status;
    const starts = [...responses.keys()].filter(isChange);
    const lines = starts.map((from, index) => this.#line(from, (starts[index + 1] ?? responses.length) - 1));
    const more = lines.length - longestTrail;
    return more > 0 ? [...lines.slice(0, longestTrail), `and ${more} more changes`] : lines;
  }

  #line(from: number, to: number): string {
    const [first, last] = [from, to].map((index) => this.responses[index]);
    const left = [first, last].map((each) => each?.headers['x-ratelimit-remaining'] ?? '?');
    return from === to
      ? `request ${from + 1}: status ${first?.status}, remaining ${left[0]}`
      : `requests ${from + 1} to ${to + 1}: status ${first?.status}, remaining ${left.join(' to ')}`;
  }
}

const longestTrail = 12;

/**
 * Follows the order of a test's requests: which of them it sent while others had no response yet, so that theirs took
 * longer than that to a single request, and which were counted right after another one. A response is known by its
 * headers, which its exchange has too.
 */
export class RequestOrder {
  readonly #key: string | undefined;
  #sent = 0;
  #unanswered = 0;
  readonly #simultaneous = new WeakSet<object>();
  /** By operation, the last response with its path; empty as soon as anything else may have been counted. */
  readonly #last = new Map<string, { readonly path: string; readonly response: TransportResponse }>();
  readonly #paths = new Set<string>();
  readonly #before = new WeakMap<object, TransportResponse>();

  /** @param key the key whose requests are only those of the test, each sent once; absent if others use it */
  constructor(key?: string) {
    this.#key = key;
  }

  async send(transport: Transport, request: WireRequest): Promise<TransportResponse> {
    const wasRequested = this.#paths.has(pathOf(request));
    this.#paths.add(pathOf(request));
    this.#sent += 1;
    const sent = this.#sent;
    const isFirst = this.#unanswered === 0;
    this.#unanswered += 1;
    try {
      const response = await transport.send(request);
      const overlaps = !isFirst || this.#sent !== sent;
      if (overlaps) this.#simultaneous.add(response.headers);
      if (overlaps || !this.#isCounted(request, response)) this.#last.clear();
      else this.#follow(request, response, wasRequested);
      return response;
    } catch (error) {
      this.#last.clear();
      throw error;
    } finally {
      this.#unanswered -= 1;
    }
  }

  /** Whether the request of an exchange was sent while another one had no response. */
  overlapped({ headers }: Pick<ExchangeResponse, 'headers'>): boolean {
    return this.#simultaneous.has(headers);
  }

  /** The response to the request that the same limit counted right before; undefined if that is unknown. */
  before({ headers }: Pick<ExchangeResponse, 'headers'>): TransportResponse | undefined {
    return this.#before.get(headers);
  }

  /** Whether a request certainly counted once, for its own operation. What leads elsewhere may count there too. */
  #isCounted({ operation, call, headers }: WireRequest, response: TransportResponse): boolean {
    return (
      this.#key !== undefined &&
      response.sentAgain === undefined &&
      headers[keyHeader] === this.#key &&
      call?.request.outsideContract !== true &&
      response.headers.location === undefined &&
      operation?.responses.some(({ status }) => status === response.status) === true
    );
  }

  #follow(request: WireRequest, response: TransportResponse, wasRequested: boolean): void {
    const [title, path] = [titleOf(request), pathOf(request)];
    const last = this.#last.get(title);
    // That ids share a limit is only recommended (LIM-08): one that was requested before may have a count of its own.
    if (last !== undefined && (last.path === path || !wasRequested))
      this.#before.set(response.headers, last.response);
    this.#last.set(title, { path, response });
  }
}

function pathOf({ url }: WireRequest): string {
  return new URL(url).pathname;
}

/** After this many equal steps in a row without an exception, the target itself must cause them. */
const stepsAlike = 6;

/**
 * Decides by X-RateLimit-Remaining whether the target counted requests from other clients within a series of
 * requests, or only seems to have done so (clause 8.1).
 */
export class OthersInWindow {
  readonly #wholeWindow: boolean;
  readonly #seen: number[] = [];

  /** @param wholeWindow whether the series should begin a window and use it up */
  constructor(wholeWindow: boolean) {
    this.#wholeWindow = wholeWindow;
  }

  /**
   * Whether a series can be judged, because it includes no requests from other clients. Other clients send
   * irregularly: if every step of every series is too large by the same amount, the target itself counts like that. A
   * gap at either end of a window is never held against the target, because other clients may send at a steady pace: a
   * series that should have a whole one leaves all but one request at first and, if it meets a 429, none at the end.
   */
  letJudge(responses: readonly BurstResponse[]): boolean {
    const admitted = responses.filter(({ status }) => status !== 429);
    const left = admitted
      .map((response) => rateOf(response).remaining)
      .filter((each) => each !== undefined)
      .toSorted((a, b) => b - a);
    const { limit = 0 } = rateOf(responses[0] ?? { headers: {} });
    const isUsedUp = admitted.length === responses.length || left.at(-1) === 0;
    if (this.#wholeWindow && (left[0] !== limit - 1 || !isUsedUp)) return false;
    const steps = left.slice(1).map((each, index) => (left[index] ?? each) - each);
    if (steps.every((step) => step <= 1)) return true;
    this.#seen.push(...steps);
    return this.#seen.length >= stepsAlike && new Set(this.#seen).size === 1;
  }
}
