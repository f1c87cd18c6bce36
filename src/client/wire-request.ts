import type { Operation } from '../contract/operations.js';
import type { AnyRequest } from './client.js';
import type { Credentials } from './credentials.js';
import type { WireRequest } from './transport.js';

/**
 * Writes a request of the contract as bytes: path parameters percent-encoded, arrays in the query repeated, the body as JSON.
 * @throws Error when a path parameter is not given
 */
export function wireRequest(
  baseUrl: string,
  operation: Operation,
  request: AnyRequest,
  credentials: Credentials,
): WireRequest {
  const headers: Record<string, string> = { accept: '*/*' };
  if (credentials.key !== undefined) headers['x-api-key'] = credentials.key;
  const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
  if (body !== undefined) headers['content-type'] = 'application/json';
  const url = baseUrl + pathOf(operation, request.path ?? {}) + queryOf(request.query ?? {});
  return { method: operation.method, url, headers, ...(body === undefined ? {} : { body }) };
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
