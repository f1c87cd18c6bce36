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
  /** Why it is not valid OpenAPI, with the place; undefined where it is. */
  readonly problem?: string | undefined;
  /** What it declares as its version. */
  readonly version: unknown;
  /** Whether it has an operation at that place. */
  names(operation: Place): boolean;
  /** Requests per minute that it declares for that operation; undefined where it declares none. */
  limitOf(operation: Place): number | undefined;
}

/** Where the document is served and how it says its limits is not stated: what isn't there may be somewhere else. */
const gaps = ['G-18'];

/** The description is served: 200 with an OpenAPI document in JSON, which is valid. */
export function isServed({
  exchange,
  problem,
}: Pick<Description, 'exchange' | 'problem'>): Unmet | undefined {
  const refused = hasStatus(exchange, 200);
  if (refused !== undefined) return { ...refused, gaps };
  const document = exchange.json;
  const expected = ['a valid OpenAPI document in JSON'];
  if (typeof document !== 'object' || document === null || !('openapi' in document))
    return { expected, actual: exchange.jsonError ?? inWords(document), at: 'body', gaps };
  return problem === undefined
    ? undefined
    : { expected, actual: `one that is not valid: ${problem}`, at: 'body', gaps };
}

/** The description declares exactly that version (clause 9.2). */
export function declaresVersion(
  description: Pick<Description, 'exchange' | 'problem' | 'version'>,
  version: string,
): Unmet | undefined {
  const absent = isServed(description);
  if (absent !== undefined || description.version === version) return absent;
  return { expected: [version], actual: inWords(description.version), at: 'info.version', gaps: [] };
}

/** The description has each of the operations; a slash at the end and the names of path parameters don't matter. */
export function namesEach(
  description: Pick<Description, 'exchange' | 'problem' | 'names'>,
  operations: readonly Place[],
): Unmet | undefined {
  const absent = isServed(description);
  if (absent !== undefined) return absent;
  const missing = operations.filter((operation) => !description.names(operation));
  if (missing.length === 0) return undefined;
  return {
    expected: [`all ${operations.length} operations`],
    actual: `nothing for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    at: 'paths',
    gaps: [],
  };
}

/**
 * The description declares a limit for each of the operations, as the authoritative source of limits that it is
 * (clause 8.1): where it declares none, there is nothing that could be those that are enforced.
 */
export function declaresALimitOfEach(
  description: Pick<Description, 'exchange' | 'problem' | 'limitOf'>,
  operations: readonly Place[],
): Unmet | undefined {
  const absent = isServed(description);
  if (absent !== undefined) return absent;
  const missing = operations.filter((operation) => description.limitOf(operation) === undefined);
  if (missing.length === 0) return undefined;
  const which = missing.map(({ method, path }) => `${method} ${path}`).join(', ');
  return {
    expected: [`a limit (x-rate-limit) of each of ${operations.length} operations`],
    actual: `none of ${missing.length === operations.length ? 'any' : which}`,
    at: 'paths',
    gaps,
  };
}
