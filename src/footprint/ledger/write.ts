import { constants, unzipSync } from 'node:zlib';
import { type Operation, operations } from '../../contract/operations.js';
import { member } from '../../contract/values/path.js';
import type { ExchangeRequest } from '../../http/exchange.js';
import { leavesOf } from '../../operations/records/index.js';
import { makes } from './entry.js';

/** Maximum size of a decompressed body in bytes: more than the suite ever compresses. */
const most = 64 * 1024 * 1024;

/** A body as the most lenient target could read it: decompressed, with characters of any width, decoded from base64. */
export function bodyText(body: Uint8Array): string {
  // In a wider encoding, ASCII has zero bytes in between; field names and the prefix of a run are ASCII.
  const text = unpacked(Buffer.from(body)).toString('utf8').replaceAll('\0', '');
  return /^[A-Za-z0-9+/\s]{8,}(?:=+\s*)?$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/**
 * Decompresses a gzip or deflate body, no matter what the request declares; of a truncated one, as much as can be read.
 */
function unpacked(body: Buffer): Buffer {
  try {
    return unzipSync(body, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return body;
  }
}

/** A scalar value of a JSON body. */
export interface BodyValue {
  /** The nearest key above the value: the key of its own member, or of the list that contains it. */
  readonly key: string;
  /** A string without its quotes and escapes; any other value as it is written. */
  readonly value: string;
  readonly isText: boolean;
}

const tokens = /"(?:[^"\\]|\\[\s\S])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Every value of a JSON body with its key, including all values of duplicate keys, because the target chooses which one
 * counts. A body that is not quite JSON is read as well as possible.
 */
export function bodyValues(text: string): BodyValue[] {
  const found: BodyValue[] = [];
  const frames: { readonly isObject: boolean; key: string; awaitsKey: boolean }[] = [];
  for (const [token] of text.matchAll(tokens)) {
    const frame = frames.at(-1);
    if (token === '{' || token === '[')
      frames.push({ isObject: token === '{', key: frame?.key ?? '', awaitsKey: token === '{' });
    else if (token === '}' || token === ']') frames.pop();
    else if (token === ',' || token === ':') {
      if (frame !== undefined) frame.awaitsKey = frame.isObject && token === ',';
    } else if (frame?.awaitsKey) frame.key = textOf(token);
    else found.push({ key: frame?.key ?? '', value: textOf(token), isText: token.startsWith('"') });
  }
  return found;
}

function textOf(token: string): string {
  if (!token.startsWith('"')) return token;
  try {
    return String(JSON.parse(token));
  } catch {
    // The string has characters or escapes that JSON doesn't allow.
    return token.slice(1, -1);
  }
}

/** A request that may change something, as a lenient target may read it. */
export interface Write {
  readonly method: string;
  /** The path below the base URL, without the query. */
  readonly path: string;
  /** Undefined if the contract has no operation with this method and path. */
  readonly operation?: Operation;
  /** The segment of the path where an id is expected, as it is written. */
  readonly segment?: string;
  /** What the request may create; undefined if it makes nothing that a run has to remove. */
  readonly makes?: (typeof makes)[number];
  readonly values: readonly BodyValue[];
  /** Value of X-API-Key; undefined if the header is absent. */
  readonly key: string | undefined;
}

/**
 * The operations with patterns for their paths, which match even without the prefix or the trailing slash. Anything may
 * be in the place of an id, so paths without an id come first.
 */
const patterns = operations
  .map((operation) => {
    const bare = operation.path.replace(/^\/api\/v1|\/$/g, '');
    const pattern = new RegExp(`^(?:/api/v1)?${bare.replace(/\{\w+\}/, '(?<segment>.+?)')}/?$`, 's');
    return { operation, pattern, hasId: bare.includes('{') };
  })
  .toSorted((one, other) => Number(one.hasId) - Number(other.hasId));

/** Reads what a request calls, and what it may change. @param baseUrl the {base_url} of the description */
export function writeOf({ method, url, headers, body }: ExchangeRequest, baseUrl: string): Write {
  const [path = ''] = url.slice(baseUrl.length).split(/[?#]/);
  const values = body === undefined ? [] : bodyValues(bodyText(body));
  const [, key] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-api-key') ?? [];
  const called = patterns.find((each) => each.operation.method === method && each.pattern.test(path));
  const segment = called?.pattern.exec(path)?.groups?.segment;
  const { operation } = called ?? {};
  const leaves = leavesOf(operation);
  return { method, path, values, key, operation, segment, makes: makes.find((each) => each === leaves) };
}

/** A number that exceeds the largest known id by this much stays unused during a run. */
const distance = 10_000_000;

/** Shorter strings may be ids that the target has yet to assign. */
const shortest = 8;

/** Ids that no target can misread, in a path or in part of a query. */
const plain = /^[\w-]+(\.\d+)?$/;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether an id is unused and will stay unused during the run, to the extent that a list shows it.
 * @param id as it is written
 * @param listed every id that was seen; undefined if no list was read
 */
export function isNobodys(id: string, listed: ReadonlySet<string> | undefined): boolean {
  if (listed === undefined || !plain.test(id)) return false;
  const known = [...listed];
  if (known.some((each) => each.toLowerCase() === id.toLowerCase())) return false;
  if (uuid.test(id)) return true;
  // A lenient target reads the leading number of a string.
  const [leading] = /^-?\d+/.exec(id) ?? [];
  if (leading === undefined) return id.length >= shortest;
  const numbers = known.filter((each) => /^\d+$/.test(each)).map(Number);
  const areWords = numbers.length === 0 && known.length > 0;
  return areWords || Number(leading) <= 0 || Number(leading) > Math.max(0, ...numbers) + distance;
}

/** An id in a member of an object, as a string; undefined if it is neither a string nor a number. */
export function idAt(value: unknown, name: string): string | undefined {
  const id = member(value, name);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
