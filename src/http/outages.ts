import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  type AnswerLimits,
  type Asked,
  answerLimits,
  NoAnswer,
  redirectIn,
  redirectTrouble,
} from './answer.js';
import type { NetworkTrouble } from './network-trouble.js';

/** The clock that requests use while they wait for a host. */
interface OutageTime {
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

const realTime: OutageTime = { now: () => performance.now(), sleep };

/** Sends a request. @throws NoAnswer when no complete answer came back */
export type Send = (asked: Asked, limits: AnswerLimits) => Promise<Answer>;

/** When a host counts as gone, and how long requests wait for it. */
export interface OutagePatience {
  /** This many requests in a row without a complete answer make a host count as gone. */
  readonly lost: number;
  /** Milliseconds for which requests wait for the host to come back: as long as a restart takes. */
  readonly hold: number;
  /** Milliseconds between two probes while requests wait. */
  readonly pause: number;
  /** Milliseconds between two probes afterwards, when requests fail at once. */
  readonly laterPause: number;
  /** Milliseconds that a probe may take. */
  readonly look: number;
}

const outagePatience: OutagePatience = {
  lost: 3,
  hold: 15_000,
  pause: 1_000,
  laterPause: 5_000,
  look: 3_000,
};

/**
 * Sends requests, but not to a host that is gone. After some requests in a row without a complete answer, the next ones
 * wait for a while until the host answers again. Later ones fail at once; otherwise a run would take hours to report
 * the same of every test. A probe finds out when the host is back: a GET without a key, to a URL that it answered
 * before.
 *
 * A redirect is an answer like any other, unless the host also redirects a request that it answered before: then
 * something else answers in its place.
 */
export function heedingOutages(
  send: Send,
  limits: AnswerLimits = answerLimits,
  patience: OutagePatience = outagePatience,
  time: OutageTime = realTime,
): (asked: Asked) => Promise<Answer> {
  const hosts = new Map<string, Host>();
  return (asked) => {
    const { origin } = new URL(asked.url);
    const host = hosts.get(origin) ?? new Host(send, limits, patience, time);
    hosts.set(origin, host);
    return host.answerTo(asked);
  };
}

/** Tracks whether a host answers. */
class Host {
  readonly #send: Send;
  readonly #limits: AnswerLimits;
  readonly #patience: OutagePatience;
  readonly #time: OutageTime;
  /** The number of requests in a row without a complete answer, the time of the first and the trouble of the last. */
  #lost = 0;
  #since = new Date();
  #trouble: NetworkTrouble | undefined;
  /** The last two successful reads of different paths, the newer first: a healthy host answers these. */
  #answeredReads: readonly Asked[] = [];
  #goneAt = 0;
  #lookedAt = 0;
  #looking: Promise<boolean> | undefined;

  constructor(send: Send, limits: AnswerLimits, patience: OutagePatience, time: OutageTime) {
    this.#send = send;
    this.#limits = limits;
    this.#patience = patience;
    this.#time = time;
  }

  async answerTo(asked: Asked): Promise<Answer> {
    if (this.#isGone && !(await this.#isBack(asked.url))) throw this.#goneError(asked.url);
    try {
      const answer = await this.#send(asked, this.#limits);
      const place = redirectIn(answer, asked.url);
      if (place !== undefined && (await this.#redirectsAll(asked)))
        throw new NoAnswer(redirectTrouble(place));
      this.#lost = 0;
      if (asked.method === 'GET' && isSuccess(answer)) this.#keep(asked);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) this.#lose(error.trouble);
      throw error;
    }
  }

  get #isGone(): boolean {
    return this.#lost >= this.#patience.lost;
  }

  #keep(read: Asked): void {
    const [other] = this.#answeredReads.filter(({ url }) => withoutQuery(url) !== withoutQuery(read.url));
    this.#answeredReads = other === undefined ? [read] : [read, other];
  }

  /**
   * Whether the host also redirects another request, one that succeeded before. We send that request without its key,
   * so it doesn't count against a rate limit.
   */
  async #redirectsAll({ url }: Asked): Promise<boolean> {
    const other = this.#answeredReads.find((each) => withoutQuery(each.url) !== withoutQuery(url));
    if (other === undefined) return false;
    const keyless = { method: 'GET', url: withoutQuery(other.url), headers: { accept: '*/*' } };
    return redirectIn(await this.#send(keyless, this.#limits), keyless.url) !== undefined;
  }

  #lose(trouble: NetworkTrouble): void {
    if (this.#lost === 0) this.#since = new Date();
    this.#lost += 1;
    this.#trouble = trouble;
    if (this.#lost === this.#patience.lost) this.#goneAt = this.#time.now();
  }

  /** Whether the host answers again; concurrent callers share the same probes. */
  #isBack(url: string): Promise<boolean> {
    const { hold, laterPause } = this.#patience;
    const isHeld = this.#time.now() < this.#goneAt + hold;
    if (!isHeld && this.#looking === undefined && this.#time.now() < this.#lookedAt + laterPause)
      return Promise.resolve(false);
    const [{ url: answered } = { url }] = this.#answeredReads;
    // A query may hold a key.
    this.#looking ??= this.#look(withoutQuery(answered)).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(url: string): Promise<boolean> {
    const { hold, pause, look } = this.#patience;
    const asked = { method: 'GET', url, headers: { accept: '*/*' } };
    for (;;) {
      try {
        const answer = await this.#send(asked, { ...this.#limits, milliseconds: look });
        const place = redirectIn(answer, url);
        if (place === undefined || this.#trouble?.kind !== 'redirected') {
          this.#lost = 0;
          return true;
        }
        this.#trouble = redirectTrouble(place);
        this.#lookedAt = this.#time.now();
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        this.#trouble = error.trouble;
        this.#lookedAt = this.#time.now();
      }
      if (this.#time.now() + pause >= this.#goneAt + hold) return false;
      await this.#time.sleep(pause);
    }
  }

  #goneError(url: string): NoAnswer {
    const { reason = 'the connection failed', wayOut = '' } = this.#trouble ?? {};
    const since = this.#since.toISOString().slice(11, 19);
    return new NoAnswer({
      kind: 'gone',
      reason: `${new URL(url).host} has given no complete answer since ${since} UTC (${reason}), so nothing more was sent`,
      wayOut,
    });
  }
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
