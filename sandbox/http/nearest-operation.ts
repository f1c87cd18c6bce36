import type { Operation } from './operation.js';

/** The longest path that is compared with those of the operations, in UTF-16 units. */
const LONGEST_PATH = 200;
/** How different the segments of two paths may be: 1 for each that has nothing in common. */
const TOLERANCE = 0.5;

/**
 * The operation whose path is most like a given one, segment by segment, wherever its prefix and version are wrong; if
 * several are equally like it, one whose method reads or writes as the given one does.
 * @returns undefined if none is like it
 */
export function nearestOperation(
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
