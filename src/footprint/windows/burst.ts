import type { Exchange } from '../../http/exchange.js';
import { rateOf } from '../../http/rate-window.js';
import { keyHeader } from '../../http/transports/translated-transport.js';
import {
  type Transport,
  type TransportResponse,
  titleOf,
  type WireRequest,
} from '../../http/transports/transport.js';

/** Consecutive requests to one operation with one key, and how they fared. */
export type Burst = ReturnType<typeof burstOf>;

/**
 * @param responses in the order in which the requests were sent
 * @param lost how many more requests got no response
 */
export function burstOf(responses: readonly Exchange[], lost = 0) {
  const rejected = responses.find(({ status }) => status === 429);
  const exchange = rejected ?? responses.at(-1);
  if (exchange === undefined) throw new Error('The burst has no requests.');
  return {
    responses,
    lost,
    /** The first 429 response. */
    rejected,
    /** The exchange to show to a reader: the first 429, or the last response if there is none. */
    exchange,
    trail: trailOf(responses),
  };
}

const longestTrail = 12;

/** Responses in a few lines: `requests 1 to 50: status 200, remaining 49 to 0`. */
function trailOf(responses: readonly Exchange[]): readonly string[] {
  const isChange = (index: number) => responses[index]?.status !== responses[index - 1]?.status;
  const starts = [...responses.keys()].filter(isChange);
  const lines = starts.map((from, index) => {
    const to = starts[index + 1] ?? responses.length;
    const [first, last] = [responses[from], responses[to - 1]];
    const [most, least] = [first, last].map((each) => each?.header('x-ratelimit-remaining') ?? '?');
    return to - from === 1
      ? `request ${to}: status ${first?.status}, remaining ${most}`
      : `requests ${from + 1} to ${to}: status ${first?.status}, remaining ${most} to ${least}`;
  });
  const more = lines.length - longestTrail;
  return more > 0 ? [...lines.slice(0, longestTrail), `and ${more} more changes`] : lines;
}

/** What the order of a test's requests says about one of them. */
interface PlaceInOrder {
  /**
   * Whether the request was sent while another one was still waiting for its response, so that it took longer than a
   * single request.
   */
  readonly overlapped?: boolean;
  /** The response to the previous request that counted against the same limit; undefined if unknown. */
  readonly before?: TransportResponse;
}

/**
 * Follows the order of a test's requests. A response is identified by its headers object, which its exchange shares.
 */
export class RequestOrder {
  readonly #key: string | undefined;
  #sent = 0;
  #unanswered = 0;
  /** The last response to each operation, with its path; empty as soon as anything else may have been counted. */
  readonly #last = new Map<string, { readonly path: string; readonly response: TransportResponse }>();
  readonly #paths = new Set<string>();
  readonly #places = new WeakMap<object, PlaceInOrder>();

  /** @param key the key, if only the test uses it and each of its requests is sent once; absent if others use it */
  constructor(key?: string) {
    this.#key = key;
  }

  async send(transport: Transport, request: WireRequest): Promise<TransportResponse> {
    const [title, path] = [titleOf(request), new URL(request.url).pathname];
    const wasRequested = this.#paths.has(path);
    this.#paths.add(path);
    this.#sent += 1;
    const sent = this.#sent;
    const isFirst = this.#unanswered === 0;
    this.#unanswered += 1;
    try {
      const response = await transport.send(request);
      const overlapped = !isFirst || this.#sent !== sent;
      const isNext = !overlapped && this.#isCounted(request, response);
      if (!isNext) this.#last.clear();
      const last = this.#last.get(title);
      // It is only recommended that ids share a limit (LIM-08): an id that was requested before may have its own count.
      const isSameCount = last?.path === path || !wasRequested;
      this.#places.set(response.headers, { overlapped, before: isSameCount ? last?.response : undefined });
      if (isNext) this.#last.set(title, { path, response });
      return response;
    } catch (error) {
      this.#last.clear();
      throw error;
    } finally {
      this.#unanswered -= 1;
    }
  }

  placeOf({ headers }: Pick<Exchange, 'headers'>): PlaceInOrder {
    return this.#places.get(headers) ?? {};
  }

  /**
   * Whether a request certainly counted once, for its own operation. A request that leads elsewhere may also count
   * there.
   */
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
}

/** After this many equal steps in a row without exception, the target itself must be causing them. */
const stepsAlike = 6;

/**
 * Decides from X-RateLimit-Remaining whether the target counted requests from other clients within a series of
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
   * Whether a series can be judged, because it includes no requests from other clients. Other clients send irregularly:
   * if every step of every series is too large by the same amount, the target itself counts like that. A gap at either
   * end of a window is never held against the target, because other clients may send at a steady pace: a series that
   * should have a whole window leaves all but one request at first and, if it meets a 429, none at the end.
   */
  letJudge(responses: readonly Pick<Exchange, 'status' | 'headers'>[]): boolean {
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
