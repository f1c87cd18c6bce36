import { request } from 'undici';

/** The limit for each operation that the live description declares, by `GET /api/v1/brands`: no slash at the end. */
export type DeclaredLimits = ReadonlyMap<string, number>;

/**
 * Reads the limits in the live description, the source that the description calls authoritative (clause 8.1).
 * @param url where the OpenAPI document is served
 * @returns an empty map where none is served, or it declares no limits
 */
export async function readDeclaredLimits(url: string): Promise<DeclaredLimits> {
  try {
    const answer = await request(url, { signal: AbortSignal.timeout(10_000) });
    return limitsIn(await answer.body.json());
  } catch {
    return new Map();
  }
}

/** The `x-rate-limit` of each operation in an OpenAPI document. */
export function limitsIn(document: unknown): DeclaredLimits {
  const limits = new Map<string, number>();
  const [server] = entriesOf(member(document, 'servers'));
  const base = basePath(member(server?.[1], 'url'));
  for (const [path, item] of entriesOf(member(document, 'paths'))) {
    for (const [method, operation] of entriesOf(item)) {
      const limit = member(operation, 'x-rate-limit');
      if (typeof limit === 'number') limits.set(limitKey(method, `${base}${path}`), limit);
    }
  }
  return limits;
}

/** The key of an operation in `DeclaredLimits`: names of path parameters don't matter, nor does a slash at the end. */
export function limitKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}').replace(/\/$/, '')}`;
}

function basePath(url: unknown): string {
  if (typeof url !== 'string') return '';
  const path = url.replace(/^(https?:\/\/[^/]*|\{\w+\})/, '');
  return path.replace(/\/$/, '');
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
