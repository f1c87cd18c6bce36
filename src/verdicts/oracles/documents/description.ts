import { inBody, inWordsOf } from '../../../contract/values/place.js';
import type { Exchange } from '../../../http/exchange.js';
import { haveStatus } from '../response.js';
import { asShown, type OracleResult, type Violation, violationAt } from '../violation.js';

/** What identifies an operation in any description: `GET`, `/api/v1/webhooks/{id}`. */
export interface MethodAndPath {
  readonly method: string;
  readonly path: string;
}

/** The machine-readable description that a target serves (clauses 8.1 and 9). */
interface Description {
  /** What was received, read as JSON or YAML; undefined if it is neither. */
  readonly document: unknown;
  /** Its operations by method and path, in the way of the service. */
  readonly operations: { keys(): Iterable<string> };
  /** Why the suite can't tell whether it is valid; undefined if it can. */
  readonly unjudged?: string | undefined;
  /** The request for the description, and the response. */
  readonly exchange: Exchange;
  /** Why the description is not valid OpenAPI, with the place; undefined if it is valid. */
  readonly problem?: string | undefined;
}

/** Nothing states where the document is served or how it states limits: anything missing may be somewhere else. */
const gaps = ['G-18'];

/** The target serves the description: 200 with a valid OpenAPI document. */
function beServed({ exchange, document, problem }: Description): Violation | undefined {
  const refused = haveStatus(exchange, 200);
  if (refused !== undefined) return { ...refused, gaps };
  const expected = ['a valid OpenAPI document'];
  if (document === undefined)
    return violationAt(inBody(), expected, `${exchange.jsonError ?? 'nothing'}, and no YAML`, gaps);
  if (typeof document !== 'object' || document === null || !('openapi' in document))
    return violationAt(inBody(), expected, asShown(document), gaps);
  return problem === undefined
    ? undefined
    : violationAt(inBody(), expected, `an invalid document: ${problem}`, gaps);
}

/** Like beServed, for a test that goes on to read the schemas of the document. */
export function beJudged(description: Description): OracleResult {
  const { unjudged } = description;
  const absent = beServed(description);
  return absent !== undefined || unjudged === undefined
    ? absent
    : { inconclusive: `the live description can't be compared with the contract: ${unjudged}` };
}

/** The description declares exactly the given version (clause 9.2). */
export function declareTheVersion(
  description: Description & { readonly version: unknown },
  version: string,
): Violation | undefined {
  const absent = beServed(description);
  if (absent !== undefined || description.version === version) return absent;
  return violationAt(inWordsOf('words', 'info.version'), version, asShown(description.version), []);
}

/** The description has each of the operations; a trailing slash and the names of path parameters don't matter. */
export function nameEach(
  description: Description & { names(operation: MethodAndPath): boolean },
  operations: readonly MethodAndPath[],
): Violation | undefined {
  const absent = beServed(description);
  if (absent !== undefined) return absent;
  const missing = operations.filter((operation) => !description.names(operation));
  if (missing.length === 0) return undefined;
  return violationAt(
    inWordsOf('words', 'paths'),
    `all ${operations.length} operations`,
    `no entry for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}${nearest(description, missing)}`,
    [],
  );
}

/** A path of the document beside those that it lacks: the address may be all that differs. */
function nearest({ operations }: Description, [missing]: readonly MethodAndPath[]): string {
  const all = [...operations.keys()];
  const last = missing?.path.split('/').findLast((segment) => segment !== '') ?? '';
  const alike = all.find((each) => each.includes(last)) ?? all[0];
  return alike === undefined ? '' : `; it has ${alike}`;
}

/**
 * The description declares a limit for each of the operations, because it is the authoritative source of limits
 * (clause 8.1): without a declared limit, nothing says which one the target enforces.
 */
export function declareALimitOfEach(
  description: Description & { limitOf(operation: MethodAndPath): number | undefined },
  operations: readonly MethodAndPath[],
): Violation | undefined {
  const absent = beServed(description);
  if (absent !== undefined) return absent;
  const missing = operations.filter((operation) => description.limitOf(operation) === undefined);
  if (missing.length === 0) return undefined;
  const which = missing.map(({ method, path }) => `${method} ${path}`).join(', ');
  return violationAt(
    inWordsOf('words', 'paths'),
    `a limit (x-rate-limit) for each of ${operations.length} operations`,
    `none for ${missing.length === operations.length ? 'any of them' : which}`,
    gaps,
  );
}
