import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { JSONParser, TokenType } from '@streamparser/json';
import type { Header } from 'har-format';
import { isJsonObject } from '../contract/documents/document.js';
import { limits } from '../contract/values/limits.js';
import { type ExchangeRequest, type ExchangeResponse, jsonIn } from '../http/exchange.js';
import { jsonExcess } from '../http/json-excess.js';

/** An entry of a HAR file: a request with its complete response, as the writer of the file saw it. */
export interface RecordedEntry {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The time from the request to the end of the response; undefined if the file doesn't say. */
  readonly milliseconds?: number;
  readonly request: ExchangeRequest;
  /** The body is empty if it was left out. */
  readonly response: ExchangeResponse;
  /** Whether the body of the request or of the response was left out, at least in part. */
  readonly bodyLeftOut: boolean;
}

/** What is found out about a file while it is read. */
export class HarReading {
  /** Whether the file has the parts of a HAR file. */
  isHar = false;
  /** Why the file could not be read to its end, as the rest of a sentence: `is cut off`. */
  problem?: string;
  /** How many entries the file has, and how many of them are exchanges that were judged. */
  entries = 0;
  exchanges = 0;
  /**
   * The number of entries that were not judged, and of exchanges that were judged only in part, by the sentence that
   * says why.
   */
  readonly unusable = new Map<string, number>();
  readonly inPart = new Map<string, number>();
}

/**
 * Reads the entries of a HAR 1.2 file, plain or in gzip, one after another: only the current one is in memory. It
 * yields everything before a mistake in the file, and notes the mistake. For an entry that shows no exchange, it yields
 * the reason, as the rest of a sentence: `had no complete response`.
 * @throws the file system's error if the file can't be opened
 */
export async function* readHar(file: string, reading: HarReading): AsyncGenerator<RecordedEntry | string> {
  const ready: unknown[] = [];
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.log.version'], keepStack: false });
  parser.onValue = ({ value, key }) => {
    reading.isHar = true;
    if (key !== 'version') ready.push(value);
  };
  // When compressed, a file of a few kilobytes may contain gigabytes of brackets, or a single string of that size.
  let [depth, bytes] = [0, 0];
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > limits.jsonDepth) throw new RangeError();
  };
  const tooLarge = 'has an entry that is too large to read';
  parser.onError = (error) => {
    reading.problem ??= error instanceof RangeError ? tooLarge : 'is damaged';
  };
  try {
    for await (const chunk of decoded(file)) {
      bytes += chunk.length;
      if (bytes > mostBytes) reading.problem ??= tooLarge;
      else parser.write(chunk);
      if (ready.length > 0) bytes = 0;
      yield* ready.splice(0).map(entryIn);
      if (reading.problem !== undefined) return;
    }
    if (!parser.isEnded) reading.problem = 'is cut off';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Only gzip reports that a file ends too early or is damaged; any other error is the file system's or ours.
    if (!code.startsWith('Z_')) throw error;
    reading.problem = code === 'Z_BUF_ERROR' ? 'is cut off' : 'is damaged';
  }
}

/** The maximum number of bytes that are read for one entry: several times as many as its bodies may have. */
const mostBytes = 8 * limits.bodyBytes;

const byteOrderMark = Buffer.from('\ufeff');

/** The bytes of a file, decompressed if it begins like gzip, and without a byte order mark. */
async function* decoded(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  const { buffer: beginning } = await handle.read(Buffer.alloc(3), 0, 3, 0);
  const hasMark = beginning.equals(byteOrderMark);
  const bytes = handle.createReadStream({ start: hasMark ? 3 : 0, highWaterMark: 256 * 1024 });
  const isPacked = beginning[0] === 0x1f && beginning[1] === 0x8b;
  yield* isPacked ? pipeline(bytes, createGunzip(), () => {}) : bytes;
}

/** @returns the exchange of an entry or, if the entry shows none, the reason, as the rest of a sentence */
function entryIn(value: unknown): RecordedEntry | string {
  // Any part may be missing or have a different type.
  const { request, response, startedDateTime, time, ...own } = Object(value);
  const { method, url, postData, bodySize: size } = Object(request);
  const startedAt = Date.parse(String(startedDateTime));
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url) || !(startedAt > 0))
    return 'lacked a part that HAR requires';
  const { status: written, content, bodySize, _error, _failureText } = Object(response);
  const status = Number(written);
  // If no response arrived, Playwright writes -1 and other programs write 0; in either case, the entry may also say
  // that the response broke off.
  if (!(status >= 100 && status < 600) || _error || _failureText) return 'had no complete response';
  const received = headersIn(response.headers);
  const marks = { ...response, ...own };
  const isMarked = Object.entries(marksOfOthers).some(([mark, isOther]) => isOther(marks[mark]));
  if (isMarked || status === 304 || status === 407 || 'non-authoritative-reason' in received)
    return 'did not come from the service itself';
  // Every HTTP response has headers.
  if (Object.keys(received).length === 0) return 'lacked a part that HAR requires';
  const sent = bytesIn({ size, ...postData });
  if (sent !== undefined && isTooLarge(sent)) return 'had a request body that is too large to judge';
  const headers = headersIn(request.headers, true);
  const sentRequest = { method, url, headers, body: sent?.length ? sent : undefined };
  const body = bodyOf({ ...content, bodySize }, status, received);
  // Playwright leaves out how long a page's request waited for a connection, and some programs write no milliseconds.
  const isTimed =
    /:\d\d\.\d{3}/.test(startedDateTime) && time > 0 && time < aDay && own._frameref === undefined;
  return {
    startedAt,
    milliseconds: isTimed ? Number(time) : undefined,
    request: sentRequest,
    response: { status, headers: received, body: body ?? Buffer.alloc(0) },
    bodyLeftOut: body === undefined || isCut(sentRequest, size),
  };
}

/**
 * The members by which recorders indicate that a cache, a service worker, a test or a proxy responded in place of the
 * service.
 */
const marksOfOthers: Readonly<Record<string, (value: unknown) => boolean>> = {
  // Chromium.
  _fromCache: Boolean,
  _fetchedViaServiceWorker: Boolean,
  // Chromium and Playwright: every response from a network has at least one byte.
  _transferSize: (bytes) => bytes === 0,
  // chrome-har.
  fromDiskCache: Boolean,
  fromServiceWorker: Boolean,
  // Playwright.
  _wasFulfilled: Boolean,
  // Safari.
  _fetchType: (type) => type !== undefined && type !== 'Network Load',
  // Firefox.
  timings: (timings) => isJsonObject(timings) && Object.keys(timings).length === 0,
};

/** More milliseconds than any exchange takes. */
const aDay = 86_400_000;

/**
 * Whether the body of a write is, or may be, only a part of what was sent. mitmproxy leaves out the bodies of other
 * methods.
 */
function isCut({ method, headers, body }: ExchangeRequest, size: unknown): boolean {
  if (!/^(?:PATCH|POST|PUT)$/.test(method)) return false;
  const { 'content-length': length = size, 'content-encoding': coding = 'identity' } = headers;
  if (body === undefined) return Number(length) !== 0;
  return body.length < Number(length) || coding !== 'identity';
}

/**
 * Headers with their names in lower case, and repeated headers joined. In HTTP/2, names that begin with a colon are
 * parts of what used to be the first line.
 * @param sent whether they are request headers, each of which chrome-har writes twice
 */
function headersIn(list: readonly Header[] | undefined, sent = false): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const each of Array.isArray(list) ? list : []) {
    const name = String(each?.name).toLowerCase();
    if (name.startsWith(':')) continue;
    const value = String(each?.value ?? '');
    if (headers[name] === undefined) headers[name] = value;
    else if (!sent || headers[name] !== value) headers[name] += `, ${value}`;
  }
  return { ...headers };
}

/** Members of an entry, of any type. */
type Members = Readonly<Record<string, unknown>>;

/** Characters that don't occur in text, but do in the bytes of an encoded body that was mistaken for text. */
const ofBytes = /[^\P{Cc}\s]|\ufffd/u;

/**
 * The decoded body of a response; undefined if it was left out, was cut off, can't be decoded, or is larger than what
 * the suite reads.
 */
function bodyOf(content: Members, status: number, headers: ExchangeResponse['headers']): Buffer | undefined {
  const { text, size, compression = 0, bodySize, mimeType } = Object(content);
  const isBare = status === 204;
  const { 'content-length': length = size, 'content-encoding': coding = 'identity' } = headers;
  // A program that leaves bodies out may indicate that with a size of -1, or only with the number of bytes that it
  // received. An empty body has the size 0 on the wire as well.
  const isEmpty = size === 0 && [bodySize, Number(headers['content-length'])].includes(0) && !(bodySize > 0);
  if (!text) return isBare || isEmpty ? Buffer.alloc(0) : undefined;
  const body = bytesIn(content);
  if (body === undefined) return undefined;
  // A recorder may keep the bytes from the wire, or mistake them for text, without removing the content coding.
  const isText = /json|text|xml/i.test(headers['content-type'] ?? String(mimeType));
  const isCoded = coding !== 'identity' && isText && jsonIn(body) === undefined && ofBytes.test(String(body));
  if (isCoded) return undefined;
  // Most programs give the decoded size; mitmproxy gives the number of bytes on the wire.
  const least = Math.max(
    Math.min(size, size + compression) || 0,
    coding === 'identity' && !isBare ? Number(length) || 0 : 0,
  );
  return body.length < least || isTooLarge(body) ? undefined : body;
}

/**
 * The bytes of a body; undefined if its text is missing, or isn't in base64 although the entry says so. BrowserMob
 * mistakes UTF-8 for Latin-1, which only the size reveals.
 */
function bytesIn(content: Members): Buffer | undefined {
  const { text, encoding, size, compression } = content;
  if (typeof text !== 'string') return undefined;
  if (encoding === 'base64') {
    const bytes = Buffer.from(text, 'base64');
    return bytes.toString('base64').replaceAll('=', '') === text.replaceAll(/[\s=]/g, '') ? bytes : undefined;
  }
  const [bytes, latin] = [Buffer.from(text), Buffer.from(text, 'latin1')];
  const isOfSize = ({ length }: Buffer) => [size, Number(size) + Number(compression)].includes(length);
  // Programs that read text drop a byte order mark.
  const marked = Buffer.concat([byteOrderMark, bytes]);
  if (isOfSize(marked) && jsonIn(text) !== undefined) return marked;
  return isOfSize(latin) && !isOfSize(bytes) && isUtf8(latin) ? latin : bytes;
}

/** Whether a body exceeds the limits that all code that walks its JSON relies on. */
export function isTooLarge(body: Buffer): boolean {
  return body.length > limits.bodyBytes || jsonExcess(body) !== undefined;
}
