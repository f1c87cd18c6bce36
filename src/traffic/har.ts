import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { JSONParser } from '@streamparser/json';
import type { Entry, Header } from 'har-format';
import { isJsonObject } from '../contract/documents/document.js';
import { limits } from '../contract/values/limits.js';
import type { ExchangeRequest, ExchangeResponse } from '../http/exchange.js';
import { jsonExcess } from '../http/json-excess.js';

/** An entry of a HAR file: a request with its complete response, as the writer of the file saw it. */
export interface RecordedEntry {
  /** Its position among the entries of the file, from 0 on. */
  readonly index: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** From the request to the end of the response; undefined if the file doesn't say. */
  readonly milliseconds?: number;
  readonly request: ExchangeRequest;
  /** Its body is empty if it was left out. */
  readonly response: ExchangeResponse;
  readonly bodyLeftOut: boolean;
}

/** Why an entry shows no exchange with the service: the words of a sentence about how many do. */
export type Unusable =
  | 'had a request body that is too large to judge'
  | 'had a request body that the file leaves out'
  | 'had no complete response'
  | 'came from a cache'
  | 'lacked a part that HAR requires';

/** What a file turned out to be, once it has been read. */
export interface HarReading {
  /** Whether it has the parts of a HAR file. */
  isHar: boolean;
  /** Why it could not be read to its end, as the rest of a sentence: `is cut off`. */
  problem?: string;
  entries: number;
  readonly unusable: Map<Unusable, number>;
}

/** A new reading, which `readHar` fills in. */
export function newReading(): HarReading {
  return { isHar: false, entries: 0, unusable: new Map() };
}

/**
 * Reads the entries of a HAR 1.2 file, plain or in gzip, one after another: only the current one is in memory. What was
 * read before a mistake in the file is given, and the mistake is noted.
 * @throws the error of the file system if the file can't be opened
 */
export async function* readHar(file: string, reading: HarReading): AsyncGenerator<RecordedEntry> {
  const ready: unknown[] = [];
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.log.version'], keepStack: false });
  parser.onValue = ({ value, key }) => {
    reading.isHar = true;
    if (key === 'version') return;
    ready.push(value);
  };
  let mistake: Error | undefined;
  parser.onError = (error) => {
    mistake ??= error;
  };
  try {
    for await (const chunk of decoded(file)) {
      parser.write(chunk);
      for (const value of ready.splice(0)) {
        const entry = entryIn(value, reading.entries);
        reading.entries += 1;
        if (typeof entry === 'string') reading.unusable.set(entry, (reading.unusable.get(entry) ?? 0) + 1);
        else yield entry;
      }
      if (mistake !== undefined) break;
    }
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    // Anything else is a mistake in the file: gzip that ends too early, or is damaged.
    if (syscall !== undefined) throw error;
    reading.problem = code === 'Z_BUF_ERROR' ? 'is cut off' : 'is damaged';
    return;
  }
  if (mistake !== undefined) reading.problem = 'is damaged';
  else if (!parser.isEnded) reading.problem = 'is cut off';
}

const byteOrderMark = Buffer.from('\ufeff');

/** The bytes of a file, unpacked if it begins like gzip, and without a byte order mark. */
async function* decoded(file: string): AsyncGenerator<Buffer> {
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 });
  let unpacked: Readable | undefined;
  const first = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk);
    },
  });
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (chunk[0] === 0x1f && chunk[1] === 0x8b) {
      unpacked = pipeline(createReadStream(file), createGunzip(), first, () => {}) as unknown as Readable;
      break;
    }
    yield chunk.subarray(0, 3).equals(byteOrderMark) ? chunk.subarray(3) : chunk;
  }
  if (unpacked !== undefined) yield* unpacked;
}

function entryIn(value: unknown, index: number): RecordedEntry | Unusable {
  if (!isJsonObject(value) || !isJsonObject(value.request) || !isJsonObject(value.response))
    return 'lacked a part that HAR requires';
  // Any part may still be missing or of another type.
  const { request, response, startedDateTime, time, ...own } = value as unknown as Partial<Entry> & {
    readonly _frameref?: unknown;
  };
  const startedAt = Date.parse(String(startedDateTime));
  const { method, url, postData } = request ?? {};
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url) || Number.isNaN(startedAt))
    return 'lacked a part that HAR requires';
  const status = Number(response?.status);
  // Playwright writes -1, the others 0, if no response arrived.
  if (!(status >= 100 && status < 600)) return 'had no complete response';
  if (status === 304 || typeof own._fromCache === 'string') return 'came from a cache';
  const sent = bytesIn({ size: request?.bodySize, ...postData });
  if (sent !== undefined && isTooLarge(sent)) return 'had a request body that is too large to judge';
  const headers = headersIn(request?.headers);
  // mitmproxy leaves out the bodies of all other methods, which say nothing anyway.
  const hasBody = Number(request?.bodySize) > 0 || Number(headers['content-length']) > 0;
  if (/^(?:PATCH|POST|PUT)$/.test(method) && hasBody && (sent?.length ?? 0) === 0)
    return 'had a request body that the file leaves out';
  const body = bodyOf(response?.content, status, method);
  return {
    index,
    startedAt,
    // Playwright leaves out how long a request of a page waited for a connection.
    ...(typeof time === 'number' && time >= 0 && own._frameref === undefined && { milliseconds: time }),
    request: { method, url, headers, ...(sent && { body: sent }) },
    response: { status, headers: headersIn(response?.headers), body: body ?? Buffer.alloc(0) },
    bodyLeftOut: body === undefined,
  };
}

/** Names in lower case, repeated headers joined; HTTP/2 has names with a colon that are parts of the first line. */
function headersIn(list: readonly Header[] | undefined): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const each of Array.isArray(list) ? list : []) {
    const name = String(each?.name).toLowerCase();
    if (name.startsWith(':')) continue;
    const value = String(each.value ?? '');
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { ...headers };
}

/** The decoded body of a response; undefined if it was left out, was cut, or exceeds what the suite reads. */
function bodyOf(content: unknown, status: number, method: string): Buffer | undefined {
  const { text, size, compression = 0 } = Object(content);
  const isBare = status === 204 || status < 200 || method === 'HEAD';
  // A writer that leaves bodies out may say so by a size of -1; a body that is empty has the size 0.
  if (typeof text !== 'string') return isBare || size === 0 ? Buffer.alloc(0) : undefined;
  const body = bytesIn(Object(content));
  if (body === undefined || (text === '' && size > 0)) return undefined;
  // Most programs give the decoded size, mitmproxy that of the bytes on the wire.
  const isCut = body.length < Math.min(size, size + compression);
  return isCut || isTooLarge(body) ? undefined : body;
}

/**
 * The bytes of a body; undefined without its text. mitmproxy reads JSON as UTF-8, but takes each byte of any other body
 * whose charset nobody names for a character of Latin-1: only the size tells.
 */
function bytesIn(content: Readonly<Record<string, unknown>>): Buffer | undefined {
  const { text, encoding, mimeType, size, compression } = content;
  if (typeof text !== 'string') return undefined;
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  const bytes = Buffer.from(text);
  const sizes = [size, Number(size) + Number(compression)];
  const isLatin = !sizes.includes(bytes.length) && sizes.includes(text.length);
  return isLatin && !/json/i.test(String(mimeType)) ? Buffer.from(text, 'latin1') : bytes;
}

/** Whether a body exceeds the limits on which everything relies that walks its JSON. */
export function isTooLarge(body: Buffer): boolean {
  return body.length > limits.bodyBytes || jsonExcess(body) !== undefined;
}
