import { inBody, inWordsOf } from '../../../contract/values/place.js';
import type { Exchange } from '../../../http/exchange.js';
import { haveStatus } from '../response.js';
import { asShown, type Violation, violationAt } from '../violation.js';

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
  /** The request for the description, and the response. */
  readonly exchange: Exchange;
  /** Why the description is not valid OpenAPI, with the place; undefined if it is valid. */
  readonly problem?: string | undefined;
}

/** Nothing states where the document is served or how it states limits: anything missing may be somewhere else. */
const gaps = ['G-18'];

/** The target serves the description: 200 with a valid OpenAPI document. */
export function beServed({ exchange, document, problem }: Description): Violation | undefined {
  const refused = haveStatus(exchange, 200);
  if (refused !== undefined) return { ...refused, gaps };
  const isOpenApi = typeof document === 'object' && document !== null && 'openapi' in document;
  if (isOpenApi && problem === undefined) return undefined;
  const unread = `${exchange.jsonError ?? 'nothing'}, and no YAML`;
  const other = document === undefined ? unread : asShown(document);
  const actual = isOpenApi ? `an invalid document: ${problem}` : other;
  return violationAt(inBody(), 'a valid OpenAPI document', actual, gaps);
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
  const actual = `no entry for ${listedIn(missing)}${nearest(description, missing)}`;
  return violationAt(inWordsOf('words', 'paths'), `all ${operations.length} operations`, actual, []);
}

function listedIn(operations: readonly MethodAndPath[]): string {
  return operations.map(({ method, path }) => `${method} ${path}`).join(', ');
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
  const which = missing.length === operations.length ? 'any of them' : listedIn(missing);
  const expected = `a limit (x-rate-limit) for each of ${operations.length} operations`;
  return violationAt(inWordsOf('words', 'paths'), expected, `none for ${which}`, gaps);
}
