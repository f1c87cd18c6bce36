import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { isObject } from '../schema/check.js';

/** The largest body that is read, in bytes. */
const BODY_LIMIT = 10 * 1024 * 1024;
/** How much of a body that is too large is still read, so that the sender can read the response. */
const PATIENCE_LIMIT = 128 * 1024 * 1024;

/** Emitted by a request's stream when the connection reports that no more of its body will arrive. */
export const CUT_OFF = 'cut off';

/** The bytes of a body, or the problem with them; `bytes` counts those that arrived. */
interface CollectedBody {
  content: Buffer;
  bytes: number;
  problem?: string;
}

/** Reads a body until it ends, breaks off, or is far too large. Never rejects. */
export function collectBody(stream: Readable): Promise<CollectedBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;

    // Only the first call decides.
    const fail = (problem: string) => resolve({ content: Buffer.alloc(0), bytes, problem });
    const breakOff = () => fail('body ends before it is complete');
    const tooLarge = () => fail(`body must have at most ${BODY_LIMIT} bytes`);

    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_LIMIT) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > PATIENCE_LIMIT) tooLarge();
    });
    stream.once('end', () => {
      if (bytes > BODY_LIMIT) tooLarge();
      else resolve({ content: Buffer.concat(chunks), bytes });
    });
    stream.on('error', breakOff);
    stream.once(CUT_OFF, breakOff);
    stream.once('close', breakOff);
    if (stream.destroyed) breakOff();
  });
}

/**
 * Scans a JSON text once. If the text is not JSON, the result is arbitrary; a text that is nested deeper than
 * `deepest` is not scanned further. If a key is repeated, the last one counts, as in JSON.parse.
 * @returns whether arrays and objects are nested deeper than allowed, and the entries of the array under the
 * key "items" of the outermost object, as they are written
 */
function outlineJson(text: string, deepest: number): { tooDeep: boolean; items: readonly string[] } {
  let depth = 0;
  let items: string[] = [];
  /** Where the current item starts; undefined outside the items. */
  let start: number | undefined;
  let lastText = '';
  let key = '';

  for (let index = 0; index < text.length; index++) {
    const mark = text[index];
    if (mark === '"') {
      const end = endOfText(text, index);
      if (depth === 1) lastText = text.slice(index, end + 1);
      index = end;
    } else if (mark === ':') {
      if (depth === 1) key = lastText;
    } else if (mark === ',') {
      if (depth === 2 && start !== undefined) {
        items.push(text.slice(start, index).trim());
        start = index + 1;
      }
    } else if (mark === '{' || mark === '[') {
      depth++;
      if (depth > deepest) return { tooDeep: true, items: [] };
      if (depth === 2 && mark === '[' && isItems(key)) {
        items = [];
        start = index + 1;
      }
    } else if (mark === '}' || mark === ']') {
      if (depth === 2 && start !== undefined) {
        const last = text.slice(start, index).trim();
        if (last !== '') items.push(last);
        start = undefined;
      }
      depth--;
    }
  }
  return { tooDeep: false, items };
}

/**
 * The index of the quote that closes the string beginning at `start`; the length of the text if there is
 * none.
 */
function endOfText(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '"') return index;
    if (text[index] === '\\') index++;
  }
  return text.length;
}

/** Whether a key is "items", however it is written: any character of a string can be an escape. */
function isItems(key: string): boolean {
  if (!key.includes('\\')) return key === '"items"';
  try {
    return JSON.parse(key) === 'items';
  } catch {
    return false;
  }
}

/** How deeply arrays and objects may be nested. */
const DEEPEST_NESTING = 100;

/** A body that could not be read as JSON, with the reason to tell the client (gap G-15). */
export class UnreadableBody {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** A request body as it arrived. */
export interface ReceivedBody {
  /** Its JSON value, or an UnreadableBody. */
  body: unknown;
  /** Its size. */
  bytes: number;
  /** Whether a header declares its media type. */
  isTyped: boolean;
  /** The entries of its `items` as they are written, because JSON.parse may lose precision. */
  itemTexts: readonly string[];
}

/** The source of a body: the request's stream, and what its headers say about the body. */
export interface BodySource {
  raw: Readable;
  headers: Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding'>;
}

/** Reads a body to its end and parses it as JSON. Never rejects. */
export async function receiveJson({ raw, headers }: BodySource): Promise<ReceivedBody> {
  const { content, bytes, problem } = await collectBody(raw);
  const refusal = problem ?? (bytes === 0 ? 'body is missing' : declarationProblem(headers));
  const received = refusal === undefined ? parseJson(content) : unreadable(refusal);
  return { ...received, bytes, isTyped: isTyped(headers) };
}

/** The problem with a body's headers: if they declare a type, it must be JSON in UTF-8, and not compressed. */
function declarationProblem(headers: BodySource['headers']): string | undefined {
  const { 'content-type': contentType = '', 'content-encoding': encoding = '' } = headers;
  const [mediaType = '', ...parameters] = contentType.split(';');
  if (isTyped(headers) && mediaType.trim().toLowerCase() !== 'application/json')
    return 'the header content-type must be application/json';
  const charset = parameters.map((text) => /^\s*charset\s*=\s*"?([^"\s]*)/i.exec(text)?.[1]).find(Boolean);
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    return 'the header content-type must name no charset other than utf-8';
  if (!/^\s*(identity)?\s*$/i.test(encoding))
    return 'the header content-encoding must be left out: body must not be compressed';
  return undefined;
}

/** Whether a header declares the media type of the body. */
function isTyped({ 'content-type': contentType = '' }: BodySource['headers']): boolean {
  return contentType.trim() !== '';
}

/** The JSON value of a body, or an UnreadableBody: not UTF-8, not JSON, too deep, a number out of range. */
function parseJson(bytes: Buffer): Pick<ReceivedBody, 'body' | 'itemTexts'> {
  if (!isUtf8(bytes)) return unreadable('body must be JSON in UTF-8');
  // Readers of JSON may ignore a leading byte order mark (RFC 8259).
  const text = bytes.toString().replace(/^\ufeff/, '');
  const { tooDeep, items } = outlineJson(text, DEEPEST_NESTING);
  if (tooDeep) return unreadable(`body must not nest arrays and objects deeper than ${DEEPEST_NESTING}`);
  try {
    const body: unknown = JSON.parse(text);
    const place = placeOfInfinity(body, 'body');
    return place === undefined
      ? { body, itemTexts: items }
      : unreadable(`${place} is a number beyond the range of JSON numbers`);
  } catch {
    return unreadable('body must be JSON in UTF-8');
  }
}

function unreadable(problem: string): Pick<ReceivedBody, 'body' | 'itemTexts'> {
  return { body: new UnreadableBody(problem), itemTexts: [] };
}

/** The place of a number whose value was lost because parsing made it infinite. */
function placeOfInfinity(value: unknown, place: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : place;
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    const found = placeOfInfinity(entry, isList ? `${place}[${key}]` : `${place}.${key.slice(0, 40)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
