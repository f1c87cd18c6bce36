import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors.js';
import { type Operation, PREFIX } from './operation.js';

/**
 * Refuses requests that no route serves: another method on the path of an operation gets 405 with the path's methods,
 * and anything else 404. The former is a request to the service, so its key is checked first (clause 5.1), but it
 * belongs to no operation whose limit could count it. Either way, the message names the operation that was probably
 * meant.
 * @param urlsOf the routes of an operation
 * @param authenticate throws ApiError 401 without a valid key
 */
export function refuseOthers(
  app: FastifyInstance,
  operations: readonly Operation[],
  urlsOf: (operation: Operation) => readonly string[],
  authenticate: (request: FastifyRequest) => unknown,
): void {
  const places = operations.map((operation) => ({
    operation,
    path: new RegExp(`^(${urlsOf(operation).join('|').replaceAll(/:\w+/g, '[^/]+')})$`),
  }));

  app.setNotFoundHandler((request, reply) => {
    const [target = ''] = request.url.split(/[?#]/, 1);
    const path = decodeURI(target).replace(/^\w+:\/\/[^/]*/, '');
    const served = places.filter((place) => place.path.test(path)).map(({ operation }) => operation);
    const meant = hint(nearestOperation(served.length > 0 ? served : operations, request.method, path));
    if (served.length === 0) throw new ApiError(404, `There is no such operation${meant}`);
    authenticate(request);
    const methods = served.map(({ method }) => method).join(', ');
    reply.header('allow', methods);
    throw new ApiError(405, `The path doesn't support ${request.method}, only ${methods}${meant}`);
  });
}

function hint(operation: Operation | undefined): string {
  return operation === undefined ? '' : `: did you mean ${operation.method} ${PREFIX}${operation.path}?`;
}

/** The longest path that is compared with those of the operations, in UTF-16 units. */
const LONGEST_PATH = 200;
/** How different the segments of two paths may be: 1 for each that has nothing in common. */
const TOLERANCE = 0.5;

/**
 * The operation whose path is most like a given one, segment by segment, wherever its prefix and version are wrong; if
 * several are equally like it, one whose method reads or writes as the given one does.
 * @returns undefined if none is like it
 */
function nearestOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const asked = segmentsOf(path);
  const [nearest] = operations
    .map((operation) => ({ operation, difference: differenceOf(asked, segmentsOf(operation.path)) }))
    .filter(({ difference }) => difference <= TOLERANCE)
    .sort(
      (one, other) =>
        one.difference - other.difference ||
        methodDifference(one.operation.method, method) - methodDifference(other.operation.method, method),
    );
  return nearest?.operation;
}

function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split('/').filter(Boolean);
  const rest = segments[0] === 'api' ? segments.slice(1) : segments;
  return /^v\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
}

function methodDifference(one: string, other: string): number {
  if (one === other) return 0;
  return (one === 'GET') === (other === 'GET' || other === 'HEAD') ? 1 : 2;
}

function differenceOf(asked: readonly string[], known: readonly string[]): number {
  if (asked.length !== known.length) return Number.POSITIVE_INFINITY;
  return asked.reduce((sum, segment, index) => sum + segmentDifference(segment, known[index] ?? ''), 0);
}

/** From 0 for equal segments to 1; a parameter in braces is like every segment. */
function segmentDifference(asked: string, known: string): number {
  if (known.startsWith('{') || asked === known) return 0;
  const edits = editsBetween(asked, known) / Math.max(asked.length, known.length);
  return asked.startsWith(known) ? Math.min(edits, TOLERANCE / 2) : edits;
}

/** The fewest characters to add, remove or replace so that one string becomes the other (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
