import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { limits } from '../contract/values/limits.js';
import type { ExchangeRequest, ExchangeResponse } from './exchange.js';
import { jsonExcess } from './json-excess.js';
import {
  lateResponse,
  type NetworkTrouble,
  NoResponse,
  troubleIn,
  unreadable,
} from './outages/network-trouble.js';

/** The codings that `decoded` reads, in the form of an Accept-Encoding header. */
const acceptedCodings = 'gzip, deflate, br';

type Decode = typeof gunzip | typeof brotliDecompress;

/** Servers disagree on "deflate": some send the data with a zlib header (RFC 9110, 8.4.1.2), some without. */
const decoders = new Map<string, (body: Buffer) => Decode>([
  ['gzip', () => gunzip],
  ['x-gzip', () => gunzip],
  ['deflate', ([first = 0]) => ((first & 0x0f) === 8 ? inflate : inflateRaw)],
  ['br', () => brotliDecompress],
]);

/**
 * A body with its content codings removed (RFC 9110, 8.4).
 * @param contentEncoding the header; undefined if there is none
 * @param most the largest size of all decoded layers together, in bytes
 * @throws NoResponse when the body isn't coded as the header says, has too many layers, or is larger than `most`
 */
async function decoded(body: Buffer, contentEncoding: string | undefined, most: number): Promise<Buffer> {
  if (contentEncoding === undefined || body.length === 0) return body;
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > limits.codings)
    throw new NoResponse(unreadable.manifold(codings.length, limits.codings));
  let plain = body;
  let left = most;
  for (const coding of codings.toReversed()) {
    const decode = decoders.get(coding)?.(plain);
    if (decode === undefined) throw new NoResponse(unreadable.uncoded(shownCoding(coding)));
    if (left === 0) throw new NoResponse(unreadable.oversized(most));
    try {
      plain = await promisify<Buffer, ZlibOptions, Buffer>(decode)(plain, { maxOutputLength: left });
      left -= plain.length;
    } catch (error) {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      throw new NoResponse(isTooLarge ? unreadable.oversized(most) : unreadable.garbled(coding));
    }
  }
  return plain;
}

/** The target chose this name, so it is only shown if it could be the name of a coding. */
function shownCoding(coding: string): string {
  return /^[a-z0-9-]{1,20}$/.test(coding) ? coding : 'an unknown coding';
}

/**
 * The limits of a response's duration and size: milliseconds until the connection is open, which the dispatcher enforces,
 * and until the last byte has arrived and is decoded; bytes of the body, before decoding and of all decoded layers together.
 */
export type ResponseLimits = Readonly<Record<'connecting' | 'milliseconds' | 'bytes', number>>;

export const responseLimits: ResponseLimits = {
  connecting: limits.connecting,
  milliseconds: limits.milliseconds,
  bytes: limits.bodyBytes,
};

/**
 * The time limit passes in this many parts, one after another: while this process is held up, it can't read what has
 * arrived, and at most one part passes.
 */
const parts = 10;

/**
 * Sends a request and reads the response, within limits: it aborts a response that takes too long or grows too large, and
 * refuses JSON that would keep its readers busy.
 * undici's own timeouts would count the time in which this process is held up, its own size limit does not apply to a
 * decoded body, and its own decompression passes on a body in an unknown coding.
 * @throws NoResponse if no complete response arrives
 */
export async function responseTo(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  within: ResponseLimits = responseLimits,
): Promise<ExchangeResponse> {
  // Parsing the URL would take as long as several checks of the response.
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(request.url) ?? [];
  const options = {
    origin,
    path: request.url.slice(origin.length),
    // undici's type lists only the usual methods, but undici sends any.
    method: request.method as Dispatcher.HttpMethod,
    headers: withDefaults(request.headers),
    body: request.body ?? null,
    // `received` has one timer for both.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const response = await received(dispatcher, options, within);
  const excess = jsonExcess(response.body);
  if (excess !== undefined) throw new NoResponse(unreadable.intricate(excess));
  return response;
}

const defaults = { 'accept-encoding': acceptedCodings, 'user-agent': 'seller-api-conformance' };

/** A header of the request replaces the default, and is sent as it is written. */
function withDefaults(headers: ExchangeRequest['headers']): Record<string, string> {
  const given = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = Object.entries(defaults).filter(([name]) => !given.includes(name));
  return { ...Object.fromEntries(kept), ...headers };
}

/** Collects a response as it arrives, and gives up on it when it exceeds a limit. @throws NoResponse */
async function received(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { connecting, milliseconds, bytes }: ResponseLimits,
): Promise<ExchangeResponse> {
  const chunks: Buffer[] = [];
  const progress: { received?: number; announced?: number } = {};
  let head: Omit<ExchangeResponse, 'body'> = { status: 0, headers: {} };
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const complete = new Promise<ExchangeResponse>((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    const giveUp = (trouble: NetworkTrouble) => {
      const error = new NoResponse(trouble);
      // Otherwise they stay in memory while the next responses are read.
      chunks.length = 0;
      reject(error);
      controller?.abort(error);
    };
    let left = parts;
    timer = setInterval(() => {
      left -= 1;
      if (left === 0) giveUp(lateResponse({ patience: milliseconds, ...progress }));
    }, milliseconds / parts);
    dispatcher.dispatch(options, {
      onRequestStart: (started) => {
        controller = started;
      },
      onResponseStart: (_, status, given) => {
        // An interim response; the final one follows (RFC 9110, 15.2).
        if (status < 200) return;
        head = { status, headers: joined(given) };
        progress.received = 0;
        const { 'content-length': length = '' } = head.headers;
        if (/^\d+$/.test(length)) progress.announced = Number(length);
      },
      onResponseData: (_, chunk) => {
        progress.received = (progress.received ?? 0) + chunk.length;
        if (progress.received > bytes) giveUp(unreadable.oversized(bytes));
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        // If this process was held up while it sent the request, the server may have given up waiting for it: then its
        // refusal, with which it closes the connection, says nothing about the request.
        const isHeldUp = performance.now() - start > milliseconds;
        const isGivenUp = [400, 408].includes(head.status) && head.headers.connection === 'close';
        if (isHeldUp && isGivenUp) giveUp(lateResponse({ patience: milliseconds }));
        // The time limit goes on: it holds until the body is decoded.
        else
          decoded(Buffer.concat(chunks), head.headers['content-encoding'], bytes).then(
            (body) => resolve({ ...head, body }),
            reject,
          );
      },
      onResponseError: (_, error) => reject(error),
    });
  });
  try {
    return await complete;
  } catch (error) {
    throw new NoResponse(troubleIn(error, { patience: connecting, ...progress }));
  } finally {
    clearInterval(timer);
  }
}

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
