import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeRequest, ExchangeResponse } from '../exchange.js';
import { type ResponseLimits, responseLimits } from '../response.js';
import { type NetworkTrouble, NoResponse } from './network-trouble.js';

/** Milliseconds of a clock that only goes forward, and a way to let them pass. */
const realTime = {
  now: () => performance.now(),
  sleep: async (milliseconds: number): Promise<void> => void (await sleep(milliseconds)),
};

/** Sends a request. @throws NoResponse if no complete response arrives */
export type Send = (request: ExchangeRequest, limits: ResponseLimits) => Promise<ExchangeResponse>;

/** The rules by which a host counts as gone and requests wait for it; times are in milliseconds. */
const outagePatience = {
  /** This many requests in a row without a complete response make a host count as gone. */
  lost: 3,
  /** Requests wait this long for the host to come back: as long as a restart takes. */
  hold: 15_000,
  /** Between two probes while requests wait. */
  pause: 1_000,
  /** Between two probes afterwards, when requests fail immediately. */
  laterPause: 5_000,
  /** A probe may take this long. */
  look: 3_000,
};
type OutagePatience = typeof outagePatience;

/**
 * Sends requests, but not to a host that is gone. After some requests in a row without a complete response, the next
 * ones wait for a while until the host answers again. Later ones fail immediately; otherwise a run would take hours
 * to report the same for every test. A probe finds out when the host is back: it is a GET without a key, to a URL
 * that the host answered before.
 */
export function heedingOutages(
  send: Send,
  limits: ResponseLimits = responseLimits,
  patience: OutagePatience = outagePatience,
  time = realTime,
): (request: ExchangeRequest) => Promise<ExchangeResponse> {
  const hosts = new Map<string, Host>();
  return (request) => {
    const { origin } = new URL(request.url);
    const host = hosts.get(origin) ?? new Host(send, limits, patience, time);
    hosts.set(origin, host);
    return host.responseTo(request);
  };
}

/** Tracks whether a host answers. */
class Host {
  readonly #send: Send;
  readonly #limits: ResponseLimits;
  readonly #patience: OutagePatience;
  readonly #time: typeof realTime;
  /** The number of requests in a row without a complete response, the time of the first and the trouble of the last. */
  #lost = 0;
  #since = new Date();
  #trouble: NetworkTrouble | undefined;
  /** The URL of the last successful read: a healthy host answers it. */
  #answered: string | undefined;
  #goneAt = 0;
  #lookedAt = 0;
  #looking: Promise<boolean> | undefined;

  constructor(send: Send, limits: ResponseLimits, patience: OutagePatience, time: typeof realTime) {
    this.#send = send;
    this.#limits = limits;
    this.#patience = patience;
    this.#time = time;
  }

  async responseTo(request: ExchangeRequest): Promise<ExchangeResponse> {
    const isGone = this.#lost >= this.#patience.lost;
    if (isGone && !(await this.#isBack(request.url))) throw this.#goneError(request.url);
    try {
      const response = await this.#send(request, this.#limits);
      this.#lost = 0;
      const isRead = request.method === 'GET' && response.status >= 200 && response.status < 300;
      if (isRead) this.#answered = request.url;
      return response;
    } catch (error) {
      if (error instanceof NoResponse) this.#lose(error.trouble);
      throw error;
    }
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
    this.#looking ??= this.#look(this.#answered ?? url).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(url: string): Promise<boolean> {
    const { hold, pause, look } = this.#patience;
    // No rate limit counts a read without a key, which a query may hold, too.
    const probe = { method: 'GET', url: url.replace(/[?#].*/s, ''), headers: { accept: '*/*' } };
    for (;;) {
      try {
        await this.#send(probe, { ...this.#limits, milliseconds: look });
        this.#lost = 0;
        return true;
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        this.#trouble = error.trouble;
      }
      this.#lookedAt = this.#time.now();
      if (this.#time.now() + pause >= this.#goneAt + hold) return false;
      await this.#time.sleep(pause);
    }
  }

  #goneError(url: string): NoResponse {
    const { reason = 'the connection failed', wayOut = '' } = this.#trouble ?? {};
    const since = this.#since.toISOString().slice(11, 19);
    return new NoResponse({
      kind: 'gone',
      reason: `${new URL(url).host} has given no complete response since ${since} UTC (${reason}), so nothing more was sent`,
      wayOut,
    });
  }
}
