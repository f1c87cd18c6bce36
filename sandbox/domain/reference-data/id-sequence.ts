import type { Random } from '../random.js';

/** Yields the next id: a positive integer that it never yielded before. */
export type IdSequence = () => number;

/**
 * Ids that rise with gaps of random width, so that none can be guessed from a position in a list. One
 * sequence serves a whole set of reference data: an id means one thing in all of it (requirement REF-06).
 */
export function createIdSequence(random: Random): IdSequence {
  let last = random.integer(1_000, 9_999);
  return () => {
    last += random.integer(1, 12);
    return last;
  };
}
