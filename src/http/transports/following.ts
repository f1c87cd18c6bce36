import { leadsToSuccess } from '../../contract/operations.js';
import { limits } from '../../contract/values/limits.js';
import { type AddressesOf, denialOf, leadsInto } from '../hosts.js';
import { type Transport, TransportError, type TransportResponse, type WireRequest } from './transport.js';

/** Redirections that repeat the request elsewhere (RFC 9110, 15.4). */
const redirections: readonly number[] = [301, 302, 303, 307, 308];

/** The places to which no redirection may lead. */
interface OffLimits {
  /** Hosts that the run must not contact. */
  readonly deniedHosts: readonly string[];
  readonly addressesOf?: AddressesOf;
}

/**
 * A transport that follows a response to a file, if the target's contract says that a success leads to one. The file
 * then replaces the response, with the rate limits of the operation that led there. The key goes only to the target, and
 * if the file is not found, the response stays unchanged.
 *
 * The target chooses the address, but only among those that it could reach itself: a redirection to a denied host, from
 * https to http, or from a public host to this machine or its networks throws a TransportError, and nothing is sent.
 */
export function following(transport: Transport, bounds: OffLimits): Transport {
  return {
    send: async (request) => {
      const response = await transport.send(request);
      const { operation } = request;
      if (operation === undefined || !leadsToSuccess(operation, response.status)) return response;
      let file = response;
      let next = redirected(request, response);
      for (let hops = 0; next !== undefined && hops < limits.redirects; hops += 1) {
        const [why, wayOut] = (await refusalOf(bounds, next.url, request.url)) ?? [];
        // Only the origin: the rest of the URL may be as secret as a key.
        const reason = `it leads to ${new URL(next.url).origin}, ${why}`;
        if (wayOut !== undefined) throw new TransportError(request, { kind: 'redirected', reason, wayOut });
        file = await transport.send(next);
        next = redirected(next, file);
      }
      return file.status >= 200 && file.status < 300 && file !== response ? joined(response, file) : response;
    },
  };
}

/** Why a request may not be led to a URL, and what helps; undefined if it may. */
async function refusalOf({ deniedHosts, addressesOf }: OffLimits, to: string, from: string) {
  const [goal, start] = [new URL(to), new URL(from)];
  if (goal.origin === start.origin) return undefined;
  const entry = denialOf(to, deniedHosts);
  if (entry !== undefined)
    return [
      `which "${entry}" in TARGET_DENIED_HOSTS forbids`,
      'remove the entry if the suite may read files there',
    ];
  if (goal.protocol === 'http:' && start.protocol === 'https:')
    return ['without encryption', 'have the service name an https address'];
  const network = await leadsInto(to, from, addressesOf);
  if (network === undefined) return undefined;
  return [`an address ${network}`, 'have the service name an address that its clients can reach'];
}

/** The request for the file that a response leads to; undefined if it leads nowhere. */
function redirected(
  { method, url, headers, operation }: WireRequest,
  { status, headers: { location } }: TransportResponse,
): WireRequest | undefined {
  if (method !== 'GET' || !redirections.includes(status) || location === undefined) return undefined;
  if (!URL.canParse(location, url)) return undefined;
  const [from, to] = [new URL(url), new URL(location, url)];
  if (!/^https?:$/.test(to.protocol)) return undefined;
  to.hash = '';
  const ours = to.origin === from.origin ? headers : { accept: '*/*' };
  return { method, url: to.href, headers: ours, operation };
}

/** A file as the response of the operation that led to it. */
function joined(lead: TransportResponse, file: TransportResponse): TransportResponse {
  const limitsOfLead = Object.entries(lead.headers).filter(([name]) => name.startsWith('x-ratelimit-'));
  return {
    ...file,
    headers: {
      ...file.headers,
      ...Object.fromEntries(limitsOfLead),
      // The part after the path can be as secret as a key, so only the place itself is kept.
      location: lead.headers.location?.replace(/[?#].*/s, '') ?? '',
    },
    timing: lead.timing &&
      file.timing && {
        startedAt: lead.timing.startedAt,
        milliseconds: lead.timing.milliseconds + file.timing.milliseconds,
      },
  };
}
