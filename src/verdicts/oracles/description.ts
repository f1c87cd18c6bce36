import type { Exchange } from '../../http/exchange.js';
import { haveStatus } from './answer.js';
import { inWords, type Violation } from './violation.js';

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
export function beServed({
  exchange,
  problem,
}: Pick<Description, 'exchange' | 'problem'>): Violation | undefined {
  const refused = haveStatus(exchange, 200);
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
export function declareTheVersion(
  description: Pick<Description, 'exchange' | 'problem' | 'version'>,
  version: string,
): Violation | undefined {
  const absent = beServed(description);
  if (absent !== undefined || description.version === version) return absent;
  return { expected: [version], actual: inWords(description.version), at: 'info.version', gaps: [] };
}

/** The description has each of the operations; a slash at the end and the names of path parameters don't matter. */
export function nameEach(
  description: Pick<Description, 'exchange' | 'problem' | 'names'>,
  operations: readonly Place[],
): Violation | undefined {
  const absent = beServed(description);
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
export function declareALimitOfEach(
  description: Pick<Description, 'exchange' | 'problem' | 'limitOf'>,
  operations: readonly Place[],
): Violation | undefined {
  const absent = beServed(description);
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

/** What a live description says of one operation, and where that differs from the contract (clause 8.1). */
interface Compared {
  readonly exchange: Exchange;
  readonly operation: { readonly method: string; readonly path: string };
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly place: string;
  readonly contract: string;
  readonly described: string;
  readonly gaps: readonly string[];
}

/** Differences that one finding lists; the rest is counted. */
const mostListed = 10;

/** The gaps on which differences of an operation rest, each set of them once; one empty set where there are none. */
export function gapsOfDifferences({ differences }: Pick<Compared, 'differences'>): readonly string[][] {
  const keys = new Set(differences.map(({ gaps }) => gaps.join(' ')));
  return keys.size === 0 ? [[]] : [...keys].map((key) => key.split(' ').filter((gap) => gap !== ''));
}

/**
 * The live description says of the operation what the contract says, as far as that rests on exactly these gaps.
 * Expected and actual list the same places, each with what one of both says there.
 */
export function agreeWithTheContract(compared: Compared, gaps: readonly string[]): Violation | undefined {
  const { operation, differences } = compared;
  const found = differences.filter((each) => each.gaps.join(' ') === gaps.join(' '));
  if (found.length === 0) return undefined;
  const shown = found.slice(0, mostListed);
  const rest = found.length - shown.length;
  const listed = (says: (each: Difference) => string) =>
    [
      ...shown.map((each) => `${each.place}: ${says(each)}`),
      ...(rest === 0 ? [] : [`and ${rest} more`]),
    ].join('; ');
  return {
    expected: [listed(({ contract }) => contract)],
    actual: listed(({ described }) => described),
    at: `${operation.method} ${operation.path} (${gaps.length === 0 ? 'stated' : gaps.join(', ')})`,
    ...(gaps.length === 0 ? {} : { gaps }),
  };
}
