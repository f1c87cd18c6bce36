import { declaredLimit } from '../contract/description-differences.js';
import { isJsonObject } from '../contract/document.js';

/**
 * The rate limits that the live description declares, by operation: `GET /api/v1/brands`, without a slash at the end.
 */
export type DeclaredLimits = ReadonlyMap<string, number>;

/**
 * The limit that each operation in an OpenAPI document declares, which the description calls the authoritative source
 * (clause 8.1); empty if the document declares none, or is not an OpenAPI document.
 */
export function limitsIn(document: unknown): DeclaredLimits {
  const limits = new Map<string, number>();
  for (const [key, operation] of membersOfPaths(document)) {
    const limit = isJsonObject(operation) ? declaredLimit(operation) : undefined;
    if (typeof limit === 'number') limits.set(key, limit);
  }
  return limits;
}

/** The operations of an OpenAPI document, in the form of the keys of `DeclaredLimits`. */
export function operationsIn(document: unknown): ReadonlySet<string> {
  return new Set(membersOfPaths(document).map(([key]) => key));
}

/** An operation in the document, and the Path Item that contains it. */
export interface DescribedOperation {
  readonly operation: Readonly<Record<string, unknown>>;
  readonly item: Readonly<Record<string, unknown>>;
}

/** The operations of an OpenAPI document, by the keys of `DeclaredLimits`. */
export function describedOperations(document: unknown): ReadonlyMap<string, DescribedOperation> {
  const found = new Map<string, DescribedOperation>();
  for (const [key, operation, item] of membersOfPaths(document))
    if (isObject(operation) && isObject(item)) found.set(key, { operation, item });
  return found;
}

/** The version that an OpenAPI document declares (clause 9.2); undefined if it declares none. */
export function versionIn(document: unknown): unknown {
  return member(member(document, 'info'), 'version');
}

/** The key of an operation in `DeclaredLimits`; it ignores the names of path parameters and a slash at the end. */
export function limitKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}').replace(/\/$/, '')}`;
}

/**
 * All members of each Path Item, with the key of the operation; members such as `parameters` get a key that matches
 * none.
 */
function membersOfPaths(document: unknown): [key: string, value: unknown, item: unknown][] {
  const [server] = entriesOf(member(document, 'servers'));
  const base = basePath(member(server?.[1], 'url'));
  return entriesOf(member(document, 'paths')).flatMap(([path, item]) =>
    entriesOf(item).map(([method, value]): [string, unknown, unknown] => [
      limitKey(method, base + path),
      value,
      item,
    ]),
  );
}

function basePath(url: unknown): string {
  if (typeof url !== 'string') return '';
  const path = url.replace(/^(https?:\/\/[^/]*|\{\w+\})/, '');
  return path.replace(/\/$/, '');
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
