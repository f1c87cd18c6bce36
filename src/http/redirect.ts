import type { Answer } from './answer.js';
import type { NetworkTrouble } from './network-trouble.js';

/**
 * Where an answer redirects to, in words; undefined if it is not a redirect (RFC 9110, 15.4). The words reveal no more
 * than the host: the rest of the URL may repeat a key.
 * @param url the URL of the request
 */
export function redirectIn(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  url: string,
): string | undefined {
  const { location } = headers;
  if (status < 300 || status > 399 || status === 304 || location === undefined) return undefined;
  if (!URL.canParse(location, url)) return 'an invalid URL';
  const [from, to] = [new URL(url), new URL(location, url)];
  if (from.href === to.href) return 'itself, in a circle';
  return to.origin === from.origin ? 'another path on the same host' : to.origin;
}

/** The trouble of a host that redirects every request. */
export function redirectTrouble(place: string): NetworkTrouble {
  return {
    kind: 'redirected',
    reason: `it redirects requests that it answered before (this one to ${place}), and the suite follows no redirects`,
    wayOut: 'check what answers in place of the service (a gateway, a login page, a maintenance page)',
  };
}
