import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { isObject } from '../schema/check.js';

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 10 * 1024 * 1024;
/** How much of a body that is too large is still read, so that the sender can read the answer. */
const PATIENCE_LIMIT = 128 * 1024 * 1024;

/** Emitted by a request's stream when the connection reports that no more of its body will come. */
export const CUT_OFF = 'cut off';

/** The bytes of a body, or the problem with them; `bytes` counts those that arrived. */
interface CollectedBody {
  content: Buffer;
  bytes: number;
  problem?: string;
}

/**
 * Reads a body until it ends, breaks off, or is far too large. Never rejects.
 * @param limit the largest accepted body, in bytes
 */
export function collectBody(stream: Readable, limit = BODY_LIMIT): Promise<CollectedBody> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    let isOver = false;

    function fail(problem: string): void {
      if (isOver) return;
      isOver = true;
      chunks = [];
      resolve({ content: Buffer.alloc(0), bytes, problem });
    }

    function breakOff(): void {
      fail('body ends before it is complete');
    }

    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
      else if (bytes > PATIENCE_LIMIT) fail(`body must have at most ${limit} bytes`);
    });
    stream.once('end', () => {
      if (bytes > limit) fail(`body must have at most ${limit} bytes`);
      if (isOver) return;
      isOver = true;
      resolve({ content: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), bytes });
    });
    // The first of these events decides.
    stream.on('error', breakOff);
    stream.once(CUT_OFF, breakOff);
    stream.once('close', breakOff);
    if (stream.destroyed) breakOff();
  });
}

/** What a scan finds in a JSON text without parsing it. */
interface JsonOutline {
  /** Whether arrays and objects are nested deeper than allowed. */
  tooDeep: boolean;
  /** Whether there is a number that is long, or has a large exponent, so that it may be out of range. */
  hasLongNumber: boolean;
  /** The entries of the array under the key "items" of the outermost object, as they are written. */
  items: readonly string[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const COMMA = 0x2c;
const COLON = 0x3a;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** This many characters without a comma or bracket mean a long number, or much white space. */
const LONG = 300;

/**
 * Scans a JSON text once. In a text that is not JSON, it may find anything; a text that is nested deeper than
 * `deepest` is not scanned further. As in JSON.parse, the last of equal keys counts.
 */
export function outlineJson(text: string, deepest: number): JsonOutline {
  let depth = 0;
  let hasLongNumber = false;
  let items: string[] = [];
  let inItems = false;
  let itemStart = 0;
  let lastText = '';
  let key = '';
  let lastMark = 0;

  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    switch (code) {
      case QUOTE: {
        const start = index;
        index = endOfText(text, index);
        if (depth === 1) lastText = text.slice(start, index + 1);
        break;
      }
      case COLON:
        if (depth === 1) key = lastText;
        break;
      case COMMA:
        if (inItems && depth === 2) {
          items.push(text.slice(itemStart, index).trim());
          itemStart = index + 1;
        }
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth++;
        if (depth > deepest) return { tooDeep: true, hasLongNumber, items: [] };
        if (depth === 2 && code === OPENING_BRACKET && isItems(key)) {
          items = [];
          inItems = true;
          itemStart = index + 1;
        }
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        if (inItems && depth === 2) {
          const last = text.slice(itemStart, index).trim();
          if (last !== '') items.push(last);
          inItems = false;
        }
        depth--;
        break;
      case LOWER_E:
      case UPPER_E:
        hasLongNumber ||= startsExponent(text.charCodeAt(index + 1));
        continue;
      default:
        continue;
    }
    if (index - lastMark > LONG && code !== QUOTE) hasLongNumber = true;
    lastMark = index;
  }
  return { tooDeep: false, hasLongNumber: hasLongNumber || text.length - lastMark > LONG, items };
}

/** Where the text that begins with the quote at `start` ends: at its closing quote, or nowhere. */
function endOfText(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index++;
  }
  return text.length;
}

/** Whether a key is "items", however it is written: any character of a text can be an escape. */
function isItems(key: string): boolean {
  if (!key.includes('\\')) return key === '"items"';
  try {
    return JSON.parse(key) === 'items';
  } catch {
    return false;
  }
}

/** Whether an "e" before this character begins a positive exponent. */
function startsExponent(next: number): boolean {
  return next === PLUS || (next >= 0x30 && next <= 0x39);
}

/** How deeply arrays and objects may be nested. */
export const DEEPEST_NESTING = 100;

/** A body that could not be read as JSON, and the reason for the client (gap G-15). */
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
  if (refusal !== undefined) return { body: new UnreadableBody(refusal), bytes, itemTexts: [] };
  return { ...parseJson(content), bytes };
}

/** The problem with a body's headers: it must be declared as JSON in UTF-8, and not be compressed. */
function declarationProblem(headers: BodySource['headers']): string | undefined {
  const { 'content-type': contentType = '', 'content-encoding': encoding = '' } = headers;
  const [mediaType = '', ...parameters] = contentType.split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json')
    return 'the header content-type must be application/json';
  const charset = parameters.map((text) => /^\s*charset\s*=\s*"?([^"\s]*)/i.exec(text)?.[1]).find(Boolean);
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    return 'the header content-type must name no other charset than utf-8';
  if (!/^\s*(identity)?\s*$/i.test(encoding))
    return 'the header content-encoding must be left out: body must not be compressed';
  return undefined;
}

/** The JSON value of a body, or an UnreadableBody: not UTF-8, not JSON, too deep, a number out of range. */
export function parseJson(bytes: Buffer): Pick<ReceivedBody, 'body' | 'itemTexts'> {
  const text = isUtf8(bytes) ? withoutMark(bytes.toString()) : undefined;
  if (text === undefined) return unreadable('body must be JSON in UTF-8');
  const { tooDeep, hasLongNumber, items } = outlineJson(text, DEEPEST_NESTING);
  if (tooDeep) return unreadable(`body must not nest arrays and objects deeper than ${DEEPEST_NESTING}`);
  try {
    const body: unknown = JSON.parse(text);
    const place = hasLongNumber ? placeOfInfinity(body, 'body') : undefined;
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

/** A text without a leading byte order mark, which readers of JSON may ignore (RFC 8259). */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The place of a number that became infinite in parsing, which nobody can use. */
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
