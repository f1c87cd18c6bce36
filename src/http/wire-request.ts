import type { Operation } from '../contract/operations.js';
import type { Credentials } from './credentials.js';
import type { WireRequest } from './transport.js';

/** Parts of a request that go over the wire unchecked. */
export interface RawRequest {
  /** A method to use instead of the operation's. */
  readonly method?: string;
  /** Everything after the base URL; replaces path and query. */
  readonly target?: string;
  /** The query string without its question mark. */
  readonly query?: string;
  /** Headers to add or replace; names are case-insensitive, and undefined omits a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array;
}

/** Parameters and body of a request, unchecked: what `RequestOf` types for one operation. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Parts that no ordinary client would send; they take precedence over the rest. */
  readonly raw?: RawRequest;
  /** Whether method or path put the request outside the operation: then most checks don't apply to it. */
  readonly outsideContract?: boolean;
}

/** The header that carries the key, as the description writes it (clause 5.1). */
export const keyHeader = 'X-API-Key';

/**
 * Writes a request of the contract for the wire: it percent-encodes path parameters, repeats a query parameter for each
 * element of an array, writes the body as JSON, and then puts in the raw parts of the request.
 * @throws Error when a path parameter is missing
 */
export function wireRequest(
  baseUrl: string,
  operation: Operation,
  request: AnyRequest,
  credentials: Credentials,
): WireRequest {
  const body = bodyOf(request);
  const headers = headersOf(credentials, body !== undefined, request.raw?.headers ?? {});
  return {
    method: request.raw?.method ?? operation.method,
    url: baseUrl + targetOf(operation, request),
    headers,
    ...(body === undefined ? {} : { body }),
    writtenFrom: { operation, request },
  };
}

/** The part of the URL after the base URL: path and query. @throws Error when a path parameter is missing */
export function targetOf(operation: Operation, { raw = {}, path = {}, query = {} }: AnyRequest): string {
  return raw.target ?? pathOf(operation, path) + (raw.query === undefined ? queryOf(query) : `?${raw.query}`);
}

/** The body as bytes: JSON, unless the request gives raw bytes. */
export function bodyOf({ body, raw }: AnyRequest): Buffer | undefined {
  if (raw?.body !== undefined) return Buffer.from(raw.body);
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}

function headersOf(
  credentials: Credentials,
  hasBody: boolean,
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const replaced = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const own = {
    accept: '*/*',
    [keyHeader]: credentials.key,
    'content-type': hasBody ? 'application/json' : undefined,
  };
  const kept = Object.entries(own).filter(([name]) => !replaced.has(name.toLowerCase()));
  const headers: Record<string, string> = {};
  for (const [name, value] of [...kept, ...Object.entries(given)])
    if (value !== undefined) headers[name] = value;
  return headers;
}

function pathOf(operation: Operation, values: Readonly<Record<string, unknown>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${operation.operationId} needs the path parameter ${name}.`);
    return encodeURIComponent(String(value));
  });
}

function queryOf(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) query.append(name, String(each));
  }
  return query.size === 0 ? '' : `?${query}`;
}
