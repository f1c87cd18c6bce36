import type { Operation } from '../contract/operations.js';
import type { Credentials } from './credentials.js';
import type { WireRequest } from './transport.js';

/** Parts of a request as they go over the wire, unchecked. */
export interface RawRequest {
  /** Another method than the operation's. */
  readonly method?: string;
  /** Everything behind the base URL, in place of what path and query give. */
  readonly target?: string;
  /** The query string without its question mark. */
  readonly query?: string;
  /** Headers to add or replace, whatever the case of their names; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array;
}

/** Parameters and body of a request, unchecked: what `RequestOf` types for one operation. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** What no client would send by itself; wins over the rest. */
  readonly raw?: RawRequest;
  /** Whether it is no request of the operation any more, by its method or path: most checks don't apply to it then. */
  readonly outsideContract?: boolean;
}

/** The header that carries the key, as the description writes it (clause 5.1). */
export const keyHeader = 'X-API-Key';

/**
 * Writes a request of the contract as bytes: path parameters percent-encoded, arrays in the query repeated, the body as
 * JSON; then puts in what the request wants raw.
 * @throws Error when a path parameter is not given
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

/** What stands after the base URL: path and query. @throws Error when a path parameter is not given */
export function targetOf(operation: Operation, { raw = {}, path = {}, query = {} }: AnyRequest): string {
  return raw.target ?? pathOf(operation, path) + (raw.query === undefined ? queryOf(query) : `?${raw.query}`);
}

/** The body as bytes: JSON, unless it is given raw. */
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
