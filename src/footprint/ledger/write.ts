import { type Operation, operations } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transport.js';
import { bodyText } from './body-text.js';
import { type BodyValue, bodyValues } from './body-values.js';

/** A request that may change something, as a lenient target may read it. */
export interface Write {
  readonly method: string;
  /** Below the base URL, without a query. */
  readonly path: string;
  /** Undefined if the contract has no such operation: another method, or another path. */
  readonly operation?: Operation;
  /** The part of the path in the place of an id, as it is written there. */
  readonly segment?: string;
  /** The values of the body. */
  readonly values: readonly BodyValue[];
  /** Value of X-API-Key; undefined if the header is absent. */
  readonly key?: string;
}

/**
 * Reads what a request may change.
 * @param baseUrl the {base_url} of the description
 */
export function writeOf(request: WireRequest, baseUrl: string): Write {
  const [path = ''] = request.url.slice(baseUrl.length).split(/[?#]/);
  const { method, body } = request;
  const values =
    body === undefined ? [] : bodyValues(bodyText(body, headerOf(request, 'content-encoding') ?? ''));
  const key = keyIn(request);
  const named = operationAt(method, path);
  return { method, path, values, ...(key === undefined ? {} : { key }), ...named };
}

/** Value of X-API-Key; undefined if the header is absent. */
export function keyIn(request: WireRequest): string | undefined {
  return headerOf(request, 'x-api-key');
}

/** The operation that a path names, even without its prefix or its trailing slash. */
export function operationAt(method: string, path: string): { operation?: Operation; segment?: string } {
  const bare = path.replace(/^\/api\/v1(?=\/)/, '').replace(/(?<=.)\/$/, '');
  const exact = operations.find((each) => each.method === method && bareOf(each) === bare);
  if (exact !== undefined) return { operation: exact };
  for (const each of operations) {
    const [before = '', after] = bareOf(each).split(/\{\w+\}/);
    if (each.method !== method || after === undefined) continue;
    if (bare.startsWith(before) && bare.endsWith(after) && bare.length > before.length + after.length)
      return { operation: each, segment: bare.slice(before.length, bare.length - after.length) };
  }
  return {};
}

function bareOf({ path }: Operation): string {
  return path.replace(/^\/api\/v1/, '').replace(/\/$/, '');
}

function headerOf({ headers }: WireRequest, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}
