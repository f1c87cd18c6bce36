import type { Difference } from '../../../contract/description/schema-differences.js';
import type { DescribedPlace } from '../../../contract/documents/document-part.js';
import { commandLine } from '../../../contract/documents/folders.js';
import { groupedBy } from '../../../contract/values/groups.js';
import { joined, writePath } from '../../../contract/values/path.js';
import { inBody, inWordsOf } from '../../../contract/values/place.js';
import type { Exchange } from '../../../http/exchange.js';
import { haveStatus } from '../response.js';
import { asShown, type Violation, violationAt } from '../violation.js';

/** Identifies an operation in any description: `GET`, `/api/v1/webhooks/{id}`. */
export interface MethodAndPath {
  readonly method: string;
  readonly path: string;
}

/** The machine-readable description that a target serves (clauses 8.1 and 9). */
interface Description {
  /** The received document, read as JSON or YAML; undefined if it is neither. */
  readonly document: unknown;
  /** Its operations by method and path, as the service writes them. */
  readonly operations: { keys(): Iterable<string> };
  /** The request for the description, and the response. */
  readonly exchange: Exchange;
  /** Why the description is not valid OpenAPI, with the place; undefined if it is valid. */
  readonly problem?: string | undefined;
}

/**
 * The API description states neither where the document is served nor how it declares limits, so anything missing may
 * be elsewhere.
 */
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

/** A path that the document has, shown next to those that it lacks: perhaps only the base path differs. */
function nearest({ operations }: Description, [missing]: readonly MethodAndPath[]): string {
  const all = [...operations.keys()];
  const last = missing?.path.split('/').findLast((segment) => segment !== '') ?? '';
  const alike = all.find((each) => each.includes(last)) ?? all[0];
  return alike === undefined ? '' : `; it has ${alike}`;
}

/**
 * The description declares a limit for each of the operations, because it is the authoritative source of limits (clause
 * 8.1): without a declared limit, nothing says which limit the target enforces.
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

/** One operation of a live description, and where it differs from the contract (clause 8.1). */
interface Compared {
  readonly operation: MethodAndPath;
  readonly differences: readonly Difference[];
  /** The place of the operation in the document, and the request for the document. */
  readonly at: string;
  readonly exchange: Exchange;
}

/** The maximum number of differences that one finding lists; it counts the rest. */
const mostListed = 10;

/**
 * All differences from the contract, in groups that each become one finding. An operation that agrees with the contract
 * is a group without differences.
 */
export function alikeDifferences(all: readonly Compared[]): readonly Compared[] {
  return all.flatMap((compared) => {
    const groups = groupedBy(compared.differences, ({ gaps }) => gaps.join());
    const found = groups.size === 0 ? [[]] : [...groups.values()];
    return found.map((differences) => ({ ...compared, differences }));
  });
}

/**
 * The live description agrees with the contract: the group has no differences. Each difference becomes a sentence that
 * says what to change and where.
 */
export function agreeWithTheContract(group: Compared): Violation | undefined {
  const { differences, operation, at } = group;
  const [first] = differences;
  if (first === undefined) return undefined;
  const { gaps } = first;
  const shown = differences.slice(0, mostListed);
  const rest = differences.length - shown.length;
  const more = rest === 0 ? [] : [`and ${rest} more`];
  const demands = shown.map((each) => `${demandOf(each)} on ${whereOf(each.place, operation)}`);
  const actual = shown.map(({ place, described }) =>
    differences.length === 1 ? `it declares ${described}` : `${subjectOf(place)}: ${described}`,
  );
  const expected = [`the document should ${demands.join('; it should ')}`, ...more].join('; ');
  const open = gaps.length === 0 ? '' : `, which the description leaves open (${gaps.join(', ')})`;
  const place = inWordsOf('description', `${at}${open}`);
  return violationAt(place, [expected, ...otherwise(differences)], [...actual, ...more].join('; '), gaps);
}

/** What a person can do if the document is right. */
function otherwise(differences: readonly Difference[]): readonly string[] {
  const says = "if the service does what the document says, the target's file should say so";
  const steps = [...new Set(differences.flatMap(({ by = [] }) => by))];
  if (steps.length > 0) return [`${says} too, in ${steps.join('; ')}`];
  if (differences.every(({ gaps }) => gaps.length === 0)) return [];
  return [`${says}: ${commandLine('learn')} proposes it`];
}

/** What the document should do, without naming the operation: `declare items[].ean`. */
function demandOf({ place, demand, instead }: Difference): string {
  if (place.part === 'operation') return 'describe the operation';
  const subject = subjectOf(place);
  if (instead !== undefined) return `declare ${subject} in place of ${instead}`;
  const isBody = place.part.endsWith('body') && place.path.length === 0;
  return isBody && demand === 'not declare' ? 'declare no body' : `${demand} ${subject}`;
}

/** The thing at a place, without its operation and its status: `items[].ean`, `the query parameter page`. */
function subjectOf({ part, status, path }: DescribedPlace): string {
  const [first = '', ...inner] = path;
  const name = part.endsWith('body')
    ? writePath(path)
    : inner.reduce((whole, each) => joined(whole, each), first);
  if (part === 'query' || part === 'path') return `the ${part} parameter ${name}`;
  if (part === 'header') return `the request header ${name}`;
  return part === 'response' ? String(status) : name || 'the body';
}

/** `422 of POST /products/`; the description writes paths without the version (clause 4). */
function whereOf({ part, status }: DescribedPlace, { method, path }: MethodAndPath): string {
  const name = `${method} ${path.replace(/^\/api\/v\d+/, '')}`;
  if (part === 'request body') return `the request of ${name}`;
  return part === 'response' || status === undefined ? name : `${status} of ${name}`;
}
