import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { isObject } from '../schema/check.js';
import { collectBody } from './collect-body.js';
import { outlineJson } from './json-outline.js';

/** How deep arrays and objects may lie in each other. */
export const DEEPEST_NESTING = 100;

/** A body that could not be read as JSON, and why, for the client (gap G-15). */
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
  /** The entries of its `items` as they are written: what JSON.parse makes of them has lost some precision. */
  itemTexts: readonly string[];
}

/** Where a body comes from: the request's stream, and what its headers say about the body. */
export interface BodySource {
  raw: Readable;
  headers: Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding'>;
}

/** Reads a body to its end and parses it as JSON, whatever it is. Never rejects. */
export async function receiveJson({ raw, headers }: BodySource): Promise<ReceivedBody> {
  const { content, bytes, problem } = await collectBody(raw);
  const refusal = problem ?? (bytes === 0 ? 'body is missing' : declarationProblem(headers));
  if (refusal !== undefined) return { body: new UnreadableBody(refusal), bytes, itemTexts: [] };
  return { ...parseJson(content), bytes };
}

/** What is wrong with the headers of a body: it must be declared as JSON in UTF-8, and not be compressed. */
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

/** A text without a byte order mark at its beginning, which readers of JSON may pass over (RFC 8259). */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Where a number became infinite when it was parsed: nothing could be done with it. */
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
