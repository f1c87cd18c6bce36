import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { limits } from '../contract/values/limits.js';
import type { ExchangeRequest, ExchangeResponse } from './exchange.js';
import { jsonExcess } from './json-excess.js';
import {
  lateResponse,
  type NetworkTrouble,
  TransportError,
  troubleIn,
  unreadable,
} from './outages/network-trouble.js';

/**
 * A body without its content coding (RFC 9110, 8.4): requests accept only gzip.
 * @param coding as the header names it; empty if there is none
 * @param most the largest size of the decoded body in bytes
 * @throws what `failure` makes when the body isn't coded as the header says, or is larger than `most`
 */
async function decoded(
  body: Buffer,
  coding: string,
  most: number,
  failure: (trouble: NetworkTrouble) => Error,
): Promise<Buffer> {
  const name = coding.trim().toLowerCase();
  if (body.length === 0 || name === '' || name === 'identity') return body;
  if (!/^(x-)?gzip$/.test(name)) throw failure(unreadable.uncoded(shownCoding(name)));
  try {
    return await promisify<Buffer, ZlibOptions, Buffer>(gunzip)(body, { maxOutputLength: most });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw failure(isTooLarge ? unreadable.oversized(most) : unreadable.garbled);
  }
}

/** The target chose this name, so it is only shown if it could be a name, or a list of names. */
function shownCoding(coding: string): string {
  return /^[a-z0-9, -]{1,40}$/.test(coding) ? coding : 'an unknown coding';
}

/**
 * The limits of a response's duration and size: milliseconds until the connection is open, which the dispatcher enforces,
 * and until the last byte has arrived and is decoded; bytes of the body, before and after decoding.
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

/** When the time of a request is up, the signal aborts it, and the promise is rejected. */
function timeLimit(milliseconds: number) {
  const aborting = new AbortController();
  let left = parts;
  let timer: NodeJS.Timeout | undefined;
  const up = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      aborting.abort();
      reject(aborting.signal.reason);
    }, milliseconds / parts);
  });
  return { signal: aborting.signal, up, stop: () => clearInterval(timer) };
}

/**
 * Sends a request and reads the response, within limits: it aborts a response that takes too long or grows too large, and
 * refuses JSON that would keep its readers busy.
 * undici's own timeouts would count the time in which this process is held up, its own size limit does not apply to a
 * decoded body, and its own decompression passes on a body in an unknown coding.
 * @throws TransportError if no complete response arrives
 */
export async function responseTo(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  { connecting, milliseconds, bytes }: ResponseLimits = responseLimits,
): Promise<ExchangeResponse> {
  const progress: { received?: number; announced?: number } = {};
  const failure = (trouble: NetworkTrouble) => new TransportError(request, trouble);
  const start = performance.now();
  const { signal, up, stop } = timeLimit(milliseconds);
  try {
    // undici aborts a request only once it is connected.
    const arriving = await Promise.race([dispatcher.request({ ...optionsOf(request), signal }), up]);
    const status = arriving.statusCode;
    const headers = joined(arriving.headers);
    progress.received = 0;
    if (/^\d+$/.test(headers['content-length'] ?? '')) progress.announced = Number(headers['content-length']);
    const chunks: Buffer[] = [];
    for await (const chunk of arriving.body) {
      progress.received += chunk.length;
      if (progress.received > bytes) throw failure(unreadable.oversized(bytes));
      chunks.push(chunk);
    }
    // If this process was held up while it sent the request, the server may have given up waiting for it: then its
    // refusal, with which it closes the connection, says nothing about the request.
    const isGivenUp = [400, 408].includes(status) && headers.connection === 'close';
    if (isGivenUp && performance.now() - start > milliseconds)
      throw failure(lateResponse({ patience: milliseconds }));
    const coded = Buffer.concat(chunks);
    const decoding = decoded(coded, headers['content-encoding'] ?? '', bytes, failure);
    const body = await Promise.race([decoding, up]);
    const excess = jsonExcess(body);
    if (excess !== undefined) throw failure(unreadable.intricate(excess));
    return { status, headers, body };
  } catch (error) {
    if (error instanceof TransportError) throw error;
    throw failure(
      signal.aborted
        ? lateResponse({ patience: milliseconds, ...progress })
        : troubleIn(error, { patience: connecting, ...progress }),
    );
  } finally {
    stop();
  }
}

function optionsOf({ method, url, headers, body }: ExchangeRequest): Dispatcher.RequestOptions {
  // Parsing the URL would take as long as several checks of the response.
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  return {
    origin,
    path: url.slice(origin.length),
    // undici's type lists only the usual methods, but undici sends any.
    method: method as Dispatcher.HttpMethod,
    headers: withDefaults(headers),
    body: body ?? null,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

const defaults = { 'accept-encoding': 'gzip', 'user-agent': 'seller-api-conformance' };

/** A header of the request replaces the default, and is sent as it is written. */
function withDefaults(headers: ExchangeRequest['headers']): Record<string, string> {
  const given = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = Object.entries(defaults).filter(([name]) => !given.includes(name));
  return { ...Object.fromEntries(kept), ...headers };
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
