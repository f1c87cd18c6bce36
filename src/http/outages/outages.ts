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
  const hosts = new Map<string, ReturnType<typeof sendingTo>>();
  return (request) => {
    const { origin, host } = new URL(request.url);
    const own = hosts.get(origin) ?? sendingTo(host, send, limits, patience, time);
    hosts.set(origin, own);
    return own(request);
  };
}

/** Sends requests to one host, and tracks whether it answers. */
function sendingTo(
  host: string,
  send: Send,
  limits: ResponseLimits,
  patience: OutagePatience,
  time: typeof realTime,
): (request: ExchangeRequest) => Promise<ExchangeResponse> {
  /** The requests in a row without a complete response: how many, the time of the first, and the trouble of the last. */
  let lost = 0;
  let since = new Date();
  let trouble: NetworkTrouble | undefined;
  /** The URL of the last successful read: a healthy host answers it. */
  let answered: string | undefined;
  let goneAt = 0;
  let probedAt = 0;
  let probing: Promise<boolean> | undefined;

  const lose = (latest: NetworkTrouble) => {
    if (lost === 0) since = new Date();
    lost += 1;
    trouble = latest;
    if (lost === patience.lost) goneAt = time.now();
  };

  const probe = async (url: string) => {
    // No rate limit counts a read without a key, which a query may hold, too.
    const request = { method: 'GET', url: url.replace(/[?#].*/s, ''), headers: { accept: '*/*' } };
    for (;;) {
      try {
        await send(request, { ...limits, milliseconds: patience.look });
        lost = 0;
        return true;
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        trouble = error.trouble;
      }
      probedAt = time.now();
      if (time.now() + patience.pause >= goneAt + patience.hold) return false;
      await time.sleep(patience.pause);
    }
  };

  /** Whether the host answers again; concurrent callers share the same probes. */
  const isBack = (url: string) => {
    const isHeld = time.now() < goneAt + patience.hold;
    if (!isHeld && probing === undefined && time.now() < probedAt + patience.laterPause)
      return Promise.resolve(false);
    probing ??= probe(answered ?? url).finally(() => {
      probing = undefined;
    });
    return probing;
  };

  return async (request) => {
    if (lost >= patience.lost && !(await isBack(request.url)))
      throw new NoResponse({
        kind: 'gone',
        reason: `${host} has given no complete response since ${since.toISOString().slice(11, 19)} UTC (${trouble?.reason}), so nothing more was sent`,
        wayOut: trouble?.wayOut ?? '',
      });
    try {
      const response = await send(request, limits);
      lost = 0;
      const isRead = request.method === 'GET' && response.status >= 200 && response.status < 300;
      if (isRead) answered = request.url;
      return response;
    } catch (error) {
      if (error instanceof NoResponse) lose(error.trouble);
      throw error;
    }
  };
}
