import type { Answer } from './answer.js';
import type { NetworkTrouble } from './network-trouble.js';

/**
 * Where an answer sends whoever asked, in words; undefined where it is no redirect (RFC 9110, 15.4). No more than
 * the host is told: the rest may repeat a key.
 * @param url what was asked for
 */
export function redirectIn(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  url: string,
): string | undefined {
  const { location } = headers;
  if (status < 300 || status > 399 || status === 304 || location === undefined) return undefined;
  if (!URL.canParse(location, url)) return 'a place that is no URL';
  const [from, to] = [new URL(url), new URL(location, url)];
  if (from.href === to.href) return 'itself, in a circle';
  return to.origin === from.origin ? 'another path of it' : to.origin;
}

/** The trouble of a host that redirects whatever it is asked. */
export function redirectTrouble(place: string): NetworkTrouble {
  return {
    kind: 'redirected',
    reason: `it redirects what it answered before, this to ${place}, and the suite follows no redirect`,
    wayOut: 'look at what lies between (a gateway, a login page, a page that says that the service is away)',
  };
}
