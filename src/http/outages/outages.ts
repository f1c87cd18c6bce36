import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeRequest, ExchangeResponse } from '../exchange.js';
import { type ResponseLimits, responseLimits } from '../response.js';
import { type NetworkTrouble, TransportError } from './network-trouble.js';

/** Milliseconds of a clock that only goes forward, and a way to let them pass. */
const realTime = {
  now: () => performance.now(),
  sleep: async (milliseconds: number): Promise<void> => void (await sleep(milliseconds)),
};

/** Sends a request. @throws TransportError if no complete response arrives */
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

/** A host, and the requests in a row to which it gave no complete response. */
interface Host {
  /** How many they are, when the first was sent, and why the last got none. */
  lost: number;
  since: Date;
  trouble?: NetworkTrouble;
  /** When so many were lost that it counted as gone, when it was last probed, and a probe that is under way. */
  goneAt: number;
  probedAt: number;
  probing?: Promise<boolean> | undefined;
  /** The URL of the last successful read: a healthy host answers it. */
  answered?: string;
}

/**
 * Sends requests, but not to a host that is gone. After some requests in a row without a complete response, the next
 * ones wait for a while until the host answers again. Later ones fail immediately; otherwise a run would take hours
 * to report the same for every test. A probe finds out when the host is back: it is a GET without a key, to a URL
 * that the host answered before.
 */
export function heedingOutages(
  send: Send,
  limits: ResponseLimits = responseLimits,
  patience: typeof outagePatience = outagePatience,
  time = realTime,
): (request: ExchangeRequest) => Promise<ExchangeResponse> {
  const hosts = new Map<string, Host>();
  return async (request) => {
    const { origin, host: name } = new URL(request.url);
    const host = hosts.get(origin) ?? { lost: 0, since: new Date(), goneAt: 0, probedAt: 0 };
    hosts.set(origin, host);
    const { since, trouble } = host;
    if (host.lost >= patience.lost && !(await isBack(host, request.url)))
      throw new TransportError(request, {
        kind: 'gone',
        reason: `${name} has given no complete response since ${since.toISOString().slice(11, 19)} UTC (${trouble?.reason}), so nothing more was sent`,
        wayOut: trouble?.wayOut ?? '',
      });
    try {
      const response = await send(request, limits);
      host.lost = 0;
      const isRead = request.method === 'GET' && response.status >= 200 && response.status < 300;
      if (isRead) host.answered = request.url;
      return response;
    } catch (error) {
      if (error instanceof TransportError) lose(host, error.trouble);
      throw error;
    }
  };

  function lose(host: Host, trouble: NetworkTrouble): void {
    if (host.lost === 0) host.since = new Date();
    host.lost += 1;
    host.trouble = trouble;
    if (host.lost === patience.lost) host.goneAt = time.now();
  }

  /** Whether a host answers again; concurrent callers share the same probes. */
  async function isBack(host: Host, url: string): Promise<boolean> {
    const isHeld = time.now() < host.goneAt + patience.hold;
    const isTooSoon = !isHeld && time.now() < host.probedAt + patience.laterPause;
    if (host.probing === undefined && isTooSoon) return false;
    host.probing ??= probe(host, host.answered ?? url).finally(() => {
      host.probing = undefined;
    });
    return host.probing;
  }

  async function probe(host: Host, url: string): Promise<boolean> {
    // No rate limit counts a read without a key, which a query may hold, too.
    const request = { method: 'GET', url: url.replace(/[?#].*/s, ''), headers: { accept: '*/*' } };
    for (;;) {
      try {
        await send(request, { ...limits, milliseconds: patience.look });
        host.lost = 0;
        return true;
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        host.trouble = error.trouble;
      }
      host.probedAt = time.now();
      if (host.probedAt + patience.pause >= host.goneAt + patience.hold) return false;
      await time.sleep(patience.pause);
    }
  }
}
