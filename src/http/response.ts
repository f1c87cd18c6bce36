import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { limits } from '../contract/values/limits.js';
import type { ExchangeRequest, ExchangeResponse } from './exchange.js';
import { jsonExcess } from './json-excess.js';
import {
  type Arrival,
  answeredByProxy,
  lateResponse,
  type TimeLimits,
  TransportError,
  troubleIn,
  unreadable,
} from './outages/network-trouble.js';

/**
 * The time limit passes in this many parts, one after another: while this process is held up, it can't read what has
 * arrived, and at most one part passes.
 */
const parts = 10;

const unzipped = promisify<Buffer, ZlibOptions, Buffer>(gunzip);

/**
 * Sends a request and reads the response, within limits: it aborts a response that takes too long or grows too large,
 * removes its content coding (RFC 9110, 8.4), and refuses JSON that would keep its readers busy.
 * undici's own timeouts would count the time in which this process is held up, its own size limit does not apply to a
 * decoded body, and its own decompression passes on a body in an unknown coding.
 * @throws TransportError if no complete response arrives
 */
export async function responseTo(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  within: TimeLimits = limits,
): Promise<ExchangeResponse> {
  const arrival: Arrival = { within };
  try {
    const arrived = await arrivedIn(arrival, dispatcher, request);
    const { status, headers, body: coded } = arrived;
    const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    const isPlain = coded.length === 0 || coding === '' || coding === 'identity';
    if (!isPlain && !/^(x-)?gzip$/.test(coding))
      throw new TransportError(request, unreadable.uncoded(coding));
    const body = isPlain ? coded : await unzipped(coded, { maxOutputLength: limits.bodyBytes });
    const excess = jsonExcess(body);
    if (excess !== undefined) throw new TransportError(request, unreadable.intricate(excess));
    if (isOfProxy(arrived)) throw new TransportError(request, answeredByProxy(status));
    return { status, headers, body };
  } catch (error) {
    throw error instanceof TransportError ? error : new TransportError(request, troubleIn(error, arrival));
  }
}

/**
 * The response as it arrives, its body still coded. undici's streams would take longer than the rest of an exchange.
 * @param arrival is kept up to date
 * @throws TransportError if the response takes too long or grows too large, and undici's errors
 */
function arrivedIn(arrival: Arrival, dispatcher: Dispatcher, request: ExchangeRequest) {
  return new Promise<ExchangeResponse>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let head: Pick<ExchangeResponse, 'status' | 'headers'>;
    let timer: NodeJS.Timeout;
    dispatcher.dispatch(optionsOf(request), {
      // A request waits until then for one of the connections.
      onRequestStart(controller) {
        let left = parts;
        timer = setInterval(() => {
          left -= 1;
          if (left === 0) controller.abort(new TransportError(request, lateResponse(arrival)));
        }, arrival.within.milliseconds / parts);
      },
      onResponseStart(_, status, received) {
        // Others follow an informational response (RFC 9110, 15.2).
        if (status < 200) return;
        head = { status, headers: joined(received) };
        arrival.received = 0;
        const announced = head.headers['content-length'] ?? '';
        if (/^\d+$/.test(announced)) arrival.announced = Number(announced);
      },
      onResponseData(controller, chunk) {
        arrival.received = (arrival.received ?? 0) + chunk.length;
        if (arrival.received > limits.bodyBytes)
          controller.abort(new TransportError(request, unreadable.oversized));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        clearInterval(timer);
        resolve({ ...head, body: Buffer.concat(chunks) });
      },
      onResponseError(_, error) {
        clearInterval(timer);
        reject(error);
      },
    });
  });
}

/** Whether a proxy says that the service doesn't answer: the service's own responses carry its rate limit (clause 8.1). */
export function isOfProxy({ status, headers }: Pick<ExchangeResponse, 'status' | 'headers'>): boolean {
  return [502, 503, 504].includes(status) && headers['x-ratelimit-limit'] === undefined;
}

function optionsOf({ method, url, headers, body }: ExchangeRequest): Dispatcher.DispatchOptions {
  // Parsing the URL would take as long as several checks of the response.
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  return {
    origin,
    path: url.slice(origin.length),
    // undici's type lists only the usual methods, but undici sends any.
    method: method as Dispatcher.HttpMethod,
    headers: withDefaults({ 'accept-encoding': 'gzip', 'user-agent': 'seller-api-conformance' }, headers),
    body: body ?? null,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

/** Headers as they are sent: a given one replaces its default, however it is spelt, and undefined omits it. */
export function withDefaults(
  defaults: Readonly<Record<string, string | undefined>>,
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const replaced = Object.keys(given).map((name) => name.toLowerCase());
  const kept = Object.entries(defaults).filter(([name]) => !replaced.includes(name.toLowerCase()));
  return joined({ ...Object.fromEntries(kept), ...given });
}

/** Headers without those that are undefined; several of one name are joined. */
function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const strings: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) strings[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return strings;
}

/**
 * Where a response redirects (RFC 9110, 15.4), in words that reveal no more than the host, because the rest of the URL may
 * repeat a key, and what helps, in the imperative. Undefined if it doesn't redirect.
 * @param url the URL of the request
 */
export function redirectIn(
  { status, headers: { location } }: Pick<ExchangeResponse, 'status' | 'headers'>,
  url: string,
): { readonly place: string; readonly wayOut: string } | undefined {
  if (status < 300 || status > 399 || status === 304 || location === undefined) return undefined;
  const wayOut = 'set TARGET_URL to the address of the service itself';
  if (!URL.canParse(location, url)) return { place: 'an invalid URL', wayOut };
  const [from, to] = [new URL(url), new URL(location, url)];
  if (from.href === to.href) return { place: 'itself, in a loop', wayOut };
  if (to.origin !== from.origin) return { place: to.origin, wayOut };
  const [path, other] = [from, to].map(({ pathname }) => pathname.replace(/\/$/, ''));
  if (path !== other) return { place: 'a different path on the same host', wayOut };
  const how = from.pathname.endsWith('/') ? 'without' : 'with';
  return {
    place: `the same path ${how} a slash at its end`,
    wayOut: `have the service, or a gateway in front of it, answer at ${from.pathname}, as the description writes it`,
  };
}
