import type { Exchange } from '../exchange/exchange.js';
import { inWords } from './in-words.js';
import { hasStatus } from './status.js';
import type { Unmet } from './unmet.js';

/** An operation by its place: `GET`, `/api/v1/webhooks/{id}`. */
interface Place {
  readonly method: string;
  readonly path: string;
}

/** The machine-readable description that a target serves of itself (clauses 8.1 and 9). */
interface Description {
  /** The request for it, and what came. */
  readonly exchange: Exchange;
  /** What it declares as its version. */
  readonly version: unknown;
  /** Whether it has an operation at that place. */
  names(operation: Place): boolean;
}

/** Where the document is served is not stated: one that isn't there may be somewhere else. */
const gaps = ['G-18'];

/** The description is served: 200 with an OpenAPI document in JSON. */
export function isServed({ exchange }: Pick<Description, 'exchange'>): Unmet | undefined {
  const refused = hasStatus(exchange, 200);
  if (refused !== undefined) return { ...refused, gaps };
  const document = exchange.json;
  if (typeof document === 'object' && document !== null && 'openapi' in document) return undefined;
  return {
    expected: ['an OpenAPI document in JSON'],
    actual: exchange.jsonError ?? inWords(document),
    at: 'body',
    gaps,
  };
}

/** The description declares exactly that version (clause 9.2). */
export function declaresVersion(description: Description, version: string): Unmet | undefined {
  const absent = isServed(description);
  if (absent !== undefined || description.version === version) return absent;
  return { expected: [version], actual: inWords(description.version), at: 'info.version' };
}

/** The description has each of the operations; a slash at the end and the names of path parameters don't matter. */
export function namesEach(description: Description, operations: readonly Place[]): Unmet | undefined {
  const absent = isServed(description);
  if (absent !== undefined) return absent;
  const missing = operations.filter((operation) => !description.names(operation));
  if (missing.length === 0) return undefined;
  return {
    expected: [`all ${operations.length} operations`],
    actual: `nothing for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    at: 'paths',
  };
}
