import { translations } from '../contract/documents/document.js';
import { type Operation, operations } from '../contract/operations.js';
import { percentDecoded } from '../contract/values/percent-encoding.js';
import { secretsGivenIn, withoutRepeatedSecrets } from '../http/client.js';
import { Exchange, type ExchangeRequest, jsonIn } from '../http/exchange.js';
import type { Secrets } from '../http/shown/secrets.js';
import { inOurWords, targetOf } from '../http/transports/translated-transport.js';
import type { AllowList } from './allow-list.js';
import type { RecordedEntry } from './har.js';

/** Where every path of the API begins (clause 9), at any address and below any other path. */
const prefix = '/api/v1/';

/** Paths below the prefix that are no operations: the documentation (clause 8.1), and descriptions next to it (gap G-18). */
const documentation = /^\/api\/v1\/(?:docs|openapi)(?:[./]|$)/;

/** What a request calls. */
export interface Called {
  /** Origin and path in front of the prefix: two services may have the same paths. */
  readonly base: string;
  /** From the prefix on, without query. */
  readonly path: string;
  /** The operation with this path and method or, if no operation has the method, the first with this path. */
  readonly operation?: Operation;
  /** Whether the operation has the method. */
  readonly hasMethod: boolean;
}

/** Paths without parameters first: `/webhooks/types` is no `/webhooks/{id}`. */
const byPath = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    names: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  }))
  .toSorted((a, b) => a.names.length - b.names.length);

/** A part of a path that may name the path above it as well: RFC 3986 removes it, and not every program does. */
const dotSegment = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/**
 * What a request calls; undefined if its path isn't below the API's prefix, if that can be read in two ways, or if no
 * client of the API chose it.
 */
export function calledBy({ method, url }: Pick<ExchangeRequest, 'method' | 'url'>): Called | undefined {
  const { origin, pathname } = new URL(url);
  const at = pathname.indexOf(prefix);
  const path = pathname.slice(at);
  if (at < 0 || documentation.test(path) || dotSegment.test(url)) return undefined;
  // A browser asks with OPTIONS whether it may send the request at all.
  if (method === 'OPTIONS' || method === 'HEAD') return undefined;
  const base = origin + pathname.slice(0, at);
  const [first] = byPath.filter(({ pattern }) => pattern.test(path));
  // All operations of the most exact path that fits.
  const same = byPath.filter(({ operation }) => operation.path === first?.operation.path);
  const called = same.find(({ operation }) => operation.method === method) ?? first;
  return { base, path, operation: called?.operation, hasMethod: called?.operation.method === method };
}

/** A text in place of a key, by those who hid it: it may stand for several keys. */
const placeholder = /^(?:\W.*\W|x+|\$\w+)$|redacted|removed|hidden|masked|api[-_ ]?key/i;

/** The key of a request; undefined if it has none, a blank one, or only a text in place of it. */
function keyIn({ headers }: Pick<ExchangeRequest, 'headers'>): string | undefined {
  const key = headers['x-api-key']?.trim() ?? '';
  return key === '' || placeholder.test(key) ? undefined : key;
}

type CalledOperation = Called & { readonly operation: Operation };

/** An exchange of the recording, which nobody could use to sign in. */
export interface RecordedExchange {
  readonly exchange: Exchange;
  /** The same as the service gave it, which may repeat a key: for the checks alone. */
  readonly complete: Exchange;
  /** A number that stands for its key; undefined without one. */
  readonly key?: number;
  readonly called: CalledOperation;
  /** Whether the file says how long it took: only then can it be put in order. */
  readonly isTimed: boolean;
}

/**
 * The exchange of an entry, in our words and without its key.
 * @param secrets gets the key, and what the exchange gives
 * @param keys numbers the keys of the recording
 */
export function recordedExchange(
  { request, response, startedAt, milliseconds, bodyLeftOut }: RecordedEntry,
  called: CalledOperation,
  secrets: Secrets,
  allowed: AllowList,
  keys: Map<string, number>,
): RecordedExchange {
  const key = keyIn(request);
  if (key !== undefined && !keys.has(key)) keys.set(key, keys.size + 1);
  secrets.add(key);
  const { 'x-api-key': given, ...others } = request.headers;
  // Responses may repeat a text in place of a key, too.
  secrets.hide(given);
  const headers = given === undefined ? others : { ...others, 'x-api-key': '[redacted]' };
  const sent = { ...request, url: allowed.url(request.url), headers };
  const { operationId } = called.operation;
  const {
    status,
    headers: received,
    body,
    onTheWire,
  } = called.hasMethod
    ? inOurWords(response, sent, translations(operationId))
    : { ...response, onTheWire: undefined };
  const complete = new Exchange({
    operationId,
    credential: key === undefined ? 'absent' : status === 401 ? 'wrong' : 'valid',
    request: onTheWire === undefined ? sent : requestInOurWords(sent, called),
    response: { status, headers: received, body },
    onTheWire,
    startedAt,
    milliseconds: milliseconds ?? 0,
    outsideContract: !called.hasMethod,
    bodyLeftOut,
  });
  secrets.hide(...secretsGivenIn(complete));
  // A later entry may repeat what this one hides.
  allowed.exchange(complete);
  return {
    complete,
    exchange: withoutRepeatedSecrets(complete, secrets),
    key: keys.get(key ?? ''),
    called,
    isTimed: milliseconds !== undefined,
  };
}

/** The query of a request; a parameter that is given several times is a list. */
export function queryIn(url: string): Record<string, string | readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URL(url).searchParams) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
  );
}

function requestInOurWords(
  sent: ExchangeRequest,
  { base, path, operation }: CalledOperation,
): ExchangeRequest {
  const translation = translations(operation.operationId);
  const own = byPath.find((each) => each.operation === operation);
  const [, ...values] = own?.pattern.exec(path) ?? [];
  const theirs = Object.fromEntries(
    values.map((value, index) => [own?.names[index] ?? '', percentDecoded(value)]),
  );
  const json = jsonIn(sent.body);
  const target = targetOf(operation, {
    path: Object(translation.path.toOurs(theirs)),
    query: Object(translation.query.toOurs(queryIn(sent.url))),
  });
  const body = json === undefined ? sent.body : Buffer.from(JSON.stringify(translation.request.toOurs(json)));
  return { ...sent, url: base + target, body };
}
