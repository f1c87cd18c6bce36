import type { Operation } from '../contract/operations.js';

/**
 * The gap on which the place of everything in a response rests: what a check reads there may only be looked for in the
 * wrong place.
 *
 * @returns one gap, or none where the description states the response
 */
export function assumedGaps(operation: Operation, status: number): readonly string[] {
  const gap = operation.responses.find((response) => response.status === status)?.origin.gap;
  return gap === undefined ? [] : [gap];
}
