import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { limits } from '../contract/values/limits.js';
import type { ExchangeRequest, ExchangeResponse } from './exchange.js';
import { jsonExcess } from './json-excess.js';
import {
  answeredByProxy,
  lateResponse,
  TransportError,
  troubleIn,
  unreadable,
} from './outages/network-trouble.js';

/**
 * Milliseconds until the connection is open, which the dispatcher enforces, and until the last byte of the response has
 * arrived.
 */
export type TimeLimits = Readonly<Record<'connecting' | 'milliseconds', number>>;

/**
 * The time limit passes in this many parts, one after another: while this process is held up, it can't read what has
 * arrived, and at most one part passes.
 */
const parts = 10;

/** A signal that aborts a request when its time is up. */
function timeLimit(milliseconds: number) {
  const aborting = new AbortController();
  let left = parts;
  const timer = setInterval(() => {
    left -= 1;
    if (left === 0) aborting.abort();
  }, milliseconds / parts);
  return { signal: aborting.signal, stop: () => clearInterval(timer) };
}

const unzipped = promisify<Buffer, ZlibOptions, Buffer>(gunzip);

/**
 * Sends a request and reads the response, within limits: it aborts a response that takes too long or grows too large,
 * removes its content coding (RFC 9110, 8.4), and refuses JSON that would keep its readers busy.
 * undici's own timeouts would count the time in which this process is held up, its own size limit does not apply to a
 * decoded body, and its own decompression passes on a body in an unknown coding.
 * @param own time limits other than the usual ones
 * @throws TransportError if no complete response arrives
 */
export async function responseTo(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  own: Partial<TimeLimits> = {},
): Promise<ExchangeResponse> {
  const { connecting, milliseconds, bodyBytes } = { ...limits, ...own };
  const progress: { received?: number; announced?: number } = {};
  const { signal, stop } = timeLimit(milliseconds);
  try {
    const arriving = await dispatcher.request({ ...optionsOf(request), signal });
    const headers = joined(arriving.headers);
    progress.received = 0;
    if (/^\d+$/.test(headers['content-length'] ?? '')) progress.announced = Number(headers['content-length']);
    const chunks: Buffer[] = [];
    for await (const chunk of arriving.body) {
      progress.received += chunk.length;
      if (progress.received > bodyBytes) throw new TransportError(request, unreadable.oversized);
      chunks.push(chunk);
    }
    const coded = Buffer.concat(chunks);
    const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    const isPlain = coded.length === 0 || coding === '' || coding === 'identity';
    if (!isPlain && !/^(x-)?gzip$/.test(coding))
      throw new TransportError(request, unreadable.uncoded(coding));
    const body = isPlain ? coded : await unzipped(coded, { maxOutputLength: bodyBytes });
    const excess = jsonExcess(body);
    if (excess !== undefined) throw new TransportError(request, unreadable.intricate(excess));
    const response = { status: arriving.statusCode, headers, body };
    if (isOfProxy(response)) throw new TransportError(request, answeredByProxy(response.status));
    return response;
  } catch (error) {
    if (error instanceof TransportError) throw error;
    throw new TransportError(
      request,
      signal.aborted
        ? lateResponse({ patience: milliseconds, ...progress })
        : troubleIn(error, { patience: connecting, ...progress }),
    );
  } finally {
    stop();
  }
}

/** The statuses with which a proxy says, in a text or page of its own, that the service behind it doesn't answer. */
const ofProxies: readonly number[] = [502, 503, 504];

/** Whether a proxy answered in place of the service, which answers errors with JSON (clause 7). */
export function isOfProxy({ status, headers }: Pick<ExchangeResponse, 'status' | 'headers'>): boolean {
  return ofProxies.includes(status) && !/json/i.test(headers['content-type'] ?? '');
}

function optionsOf({ method, url, headers, body }: ExchangeRequest): Dispatcher.RequestOptions {
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
  const elsewhere = (place: string) => ({
    place,
    wayOut: 'set TARGET_URL to the address of the service itself',
  });
  if (!URL.canParse(location, url)) return elsewhere('an invalid URL');
  const [from, to] = [new URL(url), new URL(location, url)];
  if (from.href === to.href) return elsewhere('itself, in a loop');
  if (to.origin !== from.origin) return elsewhere(to.origin);
  const [path, other] = [from, to].map(({ pathname }) => pathname.replace(/\/$/, ''));
  if (path !== other) return elsewhere('a different path on the same host');
  const how = from.pathname.endsWith('/') ? 'without' : 'with';
  return {
    place: `the same path ${how} a slash at its end`,
    wayOut: `have the service, or a gateway in front of it, answer at ${from.pathname}, as the description writes it`,
  };
}
