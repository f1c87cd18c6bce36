import { translations } from '../contract/documents/document.js';
import { type Operation, operations } from '../contract/operations.js';
import { percentDecoded } from '../contract/values/percent-encoding.js';
import { Exchange, type ExchangeRequest, jsonIn } from '../http/exchange.js';
import { inOurWords, targetOf } from '../http/transports/translated-transport.js';
import type { TransportResponse } from '../http/transports/transport.js';
import type { RecordedEntry } from './har.js';

/** The beginning of every path of the API (clause 9), at any address and below any other path. */
const prefix = '/api/v1/';

/**
 * Paths below the prefix that aren't operations: the documentation (clause 8.1), and descriptions next to it (gap
 * G-18).
 */
const documentation = /^\/api\/v1\/(?:docs|openapi)(?:[./]|$)/;

/** Paths without parameters come first: `/webhooks/types` is not a `/webhooks/{id}`. */
const byPath = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .toSorted((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')));

/** A part of a path that may refer to the path above it: RFC 3986 removes it, but not every program does. */
const dotSegment = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/**
 * What a request calls; undefined if its path isn't below the API's prefix, if the path can be read in two ways, or if
 * the request wasn't the choice of a client of the API.
 */
export function calledBy({ method, url }: Pick<ExchangeRequest, 'method' | 'url'>) {
  const { origin, pathname } = new URL(url);
  const at = pathname.lastIndexOf(prefix);
  const path = pathname.slice(at);
  if (at < 0 || documentation.test(path) || dotSegment.test(url)) return undefined;
  // A browser uses OPTIONS to ask whether it may send a request at all.
  if (method === 'OPTIONS' || method === 'HEAD') return undefined;
  const first = byPath.find(({ pattern }) => pattern.test(path));
  const own = operations.find((each) => each.path === first?.operation.path && each.method === method);
  return {
    /** The origin and the path before the prefix, because two services may have the same paths. */
    base: origin + pathname.slice(0, at),
    /** The path from the prefix on, without the query. */
    path,
    /** The operation with this path and method or, if no operation has the method, the first with this path. */
    operation: own ?? first?.operation,
    /** The parameters of the path, as they were sent. */
    parameters: first?.pattern.exec(path)?.groups ?? {},
  };
}

/** What a request calls, if its path is the path of an operation. */
type CalledOperation = NonNullable<ReturnType<typeof calledBy>> & { readonly operation: Operation };

/** Text that someone put in place of a key to hide it; it may stand for several keys. */
const placeholder =
  /^(?:[\W_]|x|redacted|removed|hidden|masked|secret|your|the|my|api|key|here)+$|^(?:\$?\{.*\}|<.*>|\[.*\]|\$[A-Z_]+)$|\*\*|…|•/i;

/** An exchange in the recording. */
export interface RecordedExchange {
  /** The exchange, without the key of its request. */
  readonly exchange: Exchange;
  readonly key?: string;
  readonly base: string;
  /** Whether the file says how long the exchange took; only then can it be put in order. */
  readonly isTimed: boolean;
}

/** The key of a request; undefined if there is none, if it is blank, or if there is only text in its place. */
function keyIn({ headers }: ExchangeRequest): string | undefined {
  const key = headers['x-api-key']?.trim() ?? '';
  return key === '' || placeholder.test(key) ? undefined : key;
}

/** The exchange of an entry that calls an operation, in the contract's words. */
export function recordedExchange(
  { request, response, startedAt, milliseconds, bodyLeftOut }: RecordedEntry,
  called: CalledOperation,
): RecordedExchange {
  const { base, operation } = called;
  const hasMethod = request.method === operation.method;
  const key = keyIn(request);
  const isGiven = request.headers['x-api-key'] !== undefined;
  const headers = { ...request.headers, ...(isGiven && { 'x-api-key': '[redacted]' }) };
  const sent = { ...request, headers };
  const { operationId } = operation;
  const inOurs: TransportResponse = hasMethod
    ? inOurWords(response, sent, translations(operationId))
    : response;
  const { onTheWire } = inOurs;
  const exchange = new Exchange({
    operationId,
    credential: key === undefined ? 'absent' : response.status === 401 ? 'wrong' : 'valid',
    request: onTheWire === undefined ? sent : requestInOurWords(sent, called),
    response: inOurs,
    onTheWire,
    startedAt,
    milliseconds: milliseconds ?? 0,
    outsideContract: !hasMethod,
    bodyLeftOut,
  });
  return { exchange, key, base, isTimed: milliseconds !== undefined };
}

function requestInOurWords(
  sent: ExchangeRequest,
  { base, parameters, operation }: CalledOperation,
): ExchangeRequest {
  const translation = translations(operation.operationId);
  const theirs = Object.entries(parameters).map(([name, value]) => [name, percentDecoded(value)]);
  // A parameter that occurs several times is a list.
  const { searchParams } = new URL(sent.url);
  const query = [...new Set(searchParams.keys())].map((name) => {
    const values = searchParams.getAll(name);
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  const json = jsonIn(sent.body);
  const target = targetOf(operation, {
    path: Object(translation.path.toOurs(Object.fromEntries(theirs))),
    query: Object(translation.query.toOurs(Object.fromEntries(query))),
  });
  const body = json === undefined ? sent.body : Buffer.from(JSON.stringify(translation.request.toOurs(json)));
  return { ...sent, url: base + target, body };
}
