import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeRequest, ExchangeResponse } from '../exchange.js';
import { redirectIn } from '../response.js';
import { type NetworkTrouble, TransportError } from './network-trouble.js';

/** Milliseconds of a clock that only goes forward, and a way to let them pass. */
const realTime = { now: () => performance.now(), sleep: (time: number): Promise<unknown> => sleep(time) };

/** Sends a request, perhaps with a time limit of its own. @throws TransportError if no complete response arrives */
export type Send = (request: ExchangeRequest, milliseconds?: number) => Promise<ExchangeResponse>;

type Outcome = ExchangeResponse | TransportError;

/** This many requests in a row without a complete response make a host count as gone. */
const mostLost = 3;

/** How requests wait for a host that is gone, in milliseconds. */
const patience = {
  /** They wait this long for the host to come back: as long as a restart takes. */
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
  /** The URLs of two successful reads, without their queries: a healthy host answers them. */
  answered: readonly string[];
}

/**
 * Sends requests, but not to a host that is gone. After some requests in a row without a complete response, the next
 * ones wait for a while until the host answers again. Later ones fail immediately; otherwise a run would take hours
 * to report the same for every test. A probe finds out when the host is back: it is a GET without a key, to a URL
 * that the host answered before.
 */
export function heedingOutages(send: Send, time = realTime): Send {
  const hosts = new Map<string, Host>();

  return async (request) => {
    const { origin, host: name } = new URL(request.url);
    const host = hosts.get(origin) ?? { lost: 0, since: new Date(), goneAt: 0, probedAt: 0, answered: [] };
    hosts.set(origin, host);
    const { since, trouble } = host;
    if (host.lost >= mostLost && !(await isBack(host, request.url)))
      throw new TransportError(request, {
        kind: 'gone',
        reason: `${name} has given no complete response since ${since.toISOString().slice(11, 19)} UTC (${trouble?.reason}), so nothing more was sent`,
        wayOut: trouble?.wayOut ?? '',
      });
    const response = await attempt(host, request);
    if (response instanceof TransportError) throw response;
    const isRead = request.method === 'GET' && response.status >= 200 && response.status < 300;
    const path = withoutQuery(request.url);
    if (isRead && !host.answered.includes(path)) host.answered = [path, ...host.answered].slice(0, 2);
    return response;
  };

  /** Sends a request to a host, and counts those in a row without a response. */
  async function attempt(host: Host, request: ExchangeRequest, within?: number): Promise<Outcome> {
    try {
      const response = await send(request, within);
      const redirection = redirectIn(response, request.url);
      if (redirection !== undefined && (await redirectsOthers(host, request.url)))
        throw new TransportError(request, {
          kind: 'redirected',
          reason: `it redirects requests that it answered before (this one to ${redirection.place}), and the suite follows no redirects`,
          wayOut: 'check what answers in place of the service (a gateway, a login page, a maintenance page)',
        });
      host.lost = 0;
      return response;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      if (host.lost === 0) host.since = new Date();
      host.lost += 1;
      if (host.lost === mostLost) host.goneAt = time.now();
      host.trouble = error.trouble;
      return error;
    }
  }

  /** Whether a host redirects a request for another URL, too, that it answered before. */
  async function redirectsOthers({ answered }: Host, url: string): Promise<boolean> {
    const other = answered.find((each) => each !== withoutQuery(url));
    return other !== undefined && redirectIn(await send(probeOf(other)), other) !== undefined;
  }

  /** Whether a host that was gone answers again; concurrent callers share the same probes. */
  function isBack(host: Host, url: string): Promise<boolean> {
    host.probing ??= probe(host, probeOf(host.answered[0] ?? url)).finally(() => {
      host.probing = undefined;
    });
    return host.probing;
  }

  async function probe(host: Host, request: ExchangeRequest): Promise<boolean> {
    const heldUntil = host.goneAt + patience.hold;
    if (time.now() >= heldUntil && time.now() < host.probedAt + patience.laterPause) return false;
    while ((await attempt(host, request, patience.look)) instanceof TransportError) {
      host.probedAt = time.now();
      if (host.probedAt + patience.pause >= heldUntil) return false;
      await time.sleep(patience.pause);
    }
    return true;
  }
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/s, '');
}

/** A read that no rate limit counts: without a key, which a query may hold, too. */
function probeOf(url: string): ExchangeRequest {
  return { method: 'GET', url: withoutQuery(url), headers: { accept: '*/*' } };
}
