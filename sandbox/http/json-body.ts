import type { Readable } from 'node:stream';
import { isObject } from '../schema/check.js';

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 10 * 1024 * 1024;
/** How deep arrays and objects may lie in each other: the echo of deeper ones could not be written. */
export const DEEPEST_NESTING = 100;
/** How much of a body that is too large is still taken in, so that the sender gets to read the answer. */
const DRAIN_LIMIT = 128 * 1024 * 1024;

/** A body that could not be read as JSON, and why, for the client (gap G-15). */
export class UnreadableBody {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** A request body as it arrived: its value, or an UnreadableBody, and its size in bytes. */
export class ReceivedBody {
  readonly body: unknown;
  readonly bytes: number;

  constructor(body: unknown, bytes: number) {
    this.body = body;
    this.bytes = bytes;
  }
}

/** Reads a body to its end and parses it as JSON, whatever it is. Rejects only when the sender breaks off. */
export async function receiveJson(stream: Readable, contentType: string | undefined): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= BODY_LIMIT) chunks.push(chunk);
    if (bytes > DRAIN_LIMIT) break;
  }
  if (bytes > BODY_LIMIT)
    return new ReceivedBody(new UnreadableBody(`body must have at most ${BODY_LIMIT} bytes`), bytes);
  if (!isJsonMediaType(contentType))
    return new ReceivedBody(new UnreadableBody('the header content-type must be application/json'), bytes);
  return new ReceivedBody(parseJson(Buffer.concat(chunks, bytes)), bytes);
}

/** True for application/json, with or without parameters. */
function isJsonMediaType(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*application\/json\s*(;|$)/i.test(contentType);
}

/** The JSON value of a body, or an UnreadableBody: not UTF-8, not JSON, too deep, a number out of range. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isNestedTooDeep(text))
      return new UnreadableBody(`body must not nest arrays and objects deeper than ${DEEPEST_NESTING}`);
    const value: unknown = JSON.parse(text);
    if (/[eE]\+?\d{3}|\d{300}/.test(text)) {
      const place = placeOfInfinity(value, 'body');
      if (place !== undefined)
        return new UnreadableBody(`${place} is a number beyond the range of JSON numbers`);
    }
    return value;
  } catch {
    return new UnreadableBody('body must be JSON in UTF-8');
  }
}

/** Counts brackets outside of texts; what is not JSON anyway may count wrongly. */
function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inText) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      if (depth > DEEPEST_NESTING) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Where a number became infinite when it was parsed: it could not be echoed. */
function placeOfInfinity(value: unknown, place: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : place;
  const entries: Iterable<[string, unknown]> = Array.isArray(value)
    ? value.map((entry, index) => [`${place}[${index}]`, entry])
    : isObject(value)
      ? Object.entries(value).map(([key, entry]) => [`${place}.${key.slice(0, 40)}`, entry])
      : [];
  for (const [inner, entry] of entries) {
    const found = placeOfInfinity(entry, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
