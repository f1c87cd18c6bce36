import { leadsToSuccess } from '../contract/operations.js';
import type { Transport, TransportAnswer, WireRequest } from './transport.js';

/** The most redirections to follow. */
const mostHops = 5;

/** Redirections that repeat the request elsewhere (RFC 9110, 15.4). */
const redirections: readonly number[] = [301, 302, 303, 307, 308];

/**
 * A transport that follows an answer to a file, if the target's contract says that a success leads to one. The file
 * then replaces the answer, with the rate limits of the operation that led there. The key goes only to the target, and
 * if the file is not found, the answer stays as it came.
 */
export function following(transport: Transport): Transport {
  return {
    ...transport,
    send: async (request) => {
      const answer = await transport.send(request);
      const { operation } = request;
      if (operation === undefined || !leadsToSuccess(operation, answer.status)) return answer;
      let file = answer;
      let next = redirected(request, answer);
      for (let hops = 0; next !== undefined && hops < mostHops; hops += 1) {
        file = await transport.send(next);
        next = redirected(next, file);
      }
      return file.status >= 200 && file.status < 300 && file !== answer ? joined(answer, file) : answer;
    },
  };
}

/** The request for the file that an answer leads to; undefined if it leads nowhere. */
function redirected(
  { method, url, headers, operation }: WireRequest,
  { status, headers: { location } }: TransportAnswer,
): WireRequest | undefined {
  if (method !== 'GET' || !redirections.includes(status) || location === undefined) return undefined;
  if (!URL.canParse(location, url)) return undefined;
  const [from, to] = [new URL(url), new URL(location, url)];
  if (!/^https?:$/.test(to.protocol)) return undefined;
  to.hash = '';
  const ours = to.origin === from.origin ? headers : { accept: '*/*' };
  return { method, url: to.href, headers: ours, ...(operation && { operation }) };
}

/** A file as the answer of the operation that led to it. */
function joined(lead: TransportAnswer, file: TransportAnswer): TransportAnswer {
  const isOfLimits = ([name]: readonly [string, string]) => name.startsWith('x-ratelimit-');
  // The part after the path can be as secret as a key, so only the place itself is kept.
  const [location] = lead.headers.location?.split(/[?#]/) ?? [];
  return {
    status: file.status,
    headers: {
      ...Object.fromEntries(Object.entries(file.headers).filter((each) => !isOfLimits(each))),
      ...Object.fromEntries(Object.entries(lead.headers).filter(isOfLimits)),
      ...(location === undefined ? {} : { location }),
    },
    body: file.body,
    ...(lead.timing &&
      file.timing && {
        timing: {
          startedAt: lead.timing.startedAt,
          milliseconds: lead.timing.milliseconds + file.timing.milliseconds,
        },
      }),
  };
}
