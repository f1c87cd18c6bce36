import { pastWindow, type Rate, windowSeconds } from '../../http/rate-window.js';
import { quotaOf } from './share.js';

/** What a response says about the window in which its request was counted. */
export interface RateResponse extends Rate {
  readonly status: number;
}

/** Marks a request that its sender withdrew: the target never saw it. */
export type Unsent = 'unsent';

/** How many requests must fit into one window, or that the window must be one in which nothing has been counted yet. */
export type Room = number | 'fresh';

/** A window is taken to be this many seconds longer, on the target's clock. */
const margin = pastWindow - windowSeconds;

/** The longest time, in windows, that one 429 may hold requests back, even if it asks for more. */
const longestHold = 2;

/** What the last responses said about the current window. */
interface Known {
  remaining: number;
  /** When the window has certainly ended. */
  until: number;
  /** When the last response said so. */
  at: number;
}

/**
 * The account of one operation and key: how many requests may be sent now, so that no window gets more requests than
 * the run's share, no matter where the target's windows begin (clause 8.1). It counts each of the run's own requests
 * for a whole window after its response. It also takes the responses into account, because others may use the same key.
 * All times are in milliseconds and come from the same clock.
 */
export class WindowBudget {
  readonly #share: number;
  readonly #second: number;
  #limit: number;
  /** The times until which answered requests are counted, in order. */
  #counted: number[] = [];
  #known: Known | undefined;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #refusals = 0;

  /**
   * @param limit requests that a window allows, until a response says otherwise
   * @param share of the limit, above 0 and up to 1
   * @param speed seconds of the target's clock in one real second
   */
  constructor(limit: number, share: number, speed: number) {
    this.#limit = limit;
    this.#share = share;
    this.#second = 1000 / speed;
  }

  /**
   * The pause in milliseconds between simultaneous requests, which leaves room for a single request at any time: there
   * is no pause while most of the window is left; after that, requests are spaced as if spread evenly over a whole
   * window.
   * @param open how many requests have no response yet
   */
  pauseAt(now: number, open: number): number {
    const quota = this.#quota;
    const used = this.#countedAt(now).length + open;
    return used * 3 < quota ? 0 : this.#span / quota;
  }

  /**
   * The time at which there is room: `now` or earlier if requests can be sent immediately; undefined if that depends on
   * a response.
   * @param open how many requests have no response yet
   * @param room undefined for a single request; otherwise, the requests must not be counted together with open ones
   */
  roomAt(now: number, open: number, room?: Room): number | undefined {
    if (room !== undefined && open > 0) return undefined;
    const known = this.#known;
    if (room === 'fresh')
      return Math.max(now, this.#heldUntil, this.#counted.at(-1) ?? now, known?.until ?? now);
    if (now < this.#heldUntil) return this.#heldUntil;
    const [quota, counted] = [this.#quota, this.#countedAt(now)];
    const wanted = Math.min(room ?? 1, quota);
    const tooMany = counted.length + open + wanted - quota;
    if (tooMany > 0) return counted[tooMany - 1];
    // The first request of a window shows how much of it other clients have left over.
    if (known === undefined || now >= known.until) return open === 0 ? now : undefined;
    const left = known.remaining - open - (this.#limit - quota);
    return left >= wanted ? now : known.until;
  }

  /**
   * Notes that a request was answered, or that it never will be.
   * @param sentAt when it was sent
   * @param response undefined if there was none
   */
  ended(now: number, sentAt: number, response?: RateResponse | Unsent): void {
    if (response === 'unsent') return;
    this.#counted.push(now + this.#span);
    if (response === undefined) return;
    if (response.limit !== undefined && response.limit > 0) this.#limit = response.limit;
    if (response.status === 429) this.#hold(now, response);
    else this.#refusals = 0;
    if (response.remaining !== undefined) this.#listen(now, sentAt, response.remaining, response.reset);
  }

  get #quota(): number {
    return quotaOf(this.#limit, this.#share);
  }

  /** How long a request is counted after its response. */
  get #span(): number {
    return (windowSeconds + margin) * this.#second;
  }

  #countedAt(now: number): readonly number[] {
    this.#counted = this.#counted.filter((until) => until > now);
    return this.#counted;
  }

  /** Exponential backoff with jitter if the target doesn't say how long to wait. */
  #hold(now: number, { reset, retryAfter }: RateResponse): void {
    const backoff = 2 ** this.#refusals * (0.5 + Math.random());
    this.#refusals += 1;
    const asked = Math.max(retryAfter ?? 0, reset === undefined ? 0 : reset + margin);
    const seconds = Math.min(asked > 0 ? asked + Math.random() : backoff, longestHold * windowSeconds);
    this.#heldUntil = Math.max(this.#heldUntil, now + seconds * this.#second);
  }

  #listen(now: number, sentAt: number, remaining: number, reset?: number): void {
    const known = this.#known;
    const until = now + ((reset ?? windowSeconds) + margin) * this.#second;
    const isNew =
      known === undefined || sentAt >= known.until || (sentAt > known.at && remaining > known.remaining);
    if (isNew) {
      this.#known = { remaining, until, at: now };
      return;
    }
    if (remaining <= known.remaining) Object.assign(known, { remaining, at: now });
    if (reset !== undefined) known.until = until;
  }
}
