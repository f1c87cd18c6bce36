import type { Shard } from '../../target/run/shard.js';

/** The part of each window that a run may use if others have the same key. */
export interface Share {
  /** The part of a limit that this run uses, above 0 and up to 1; the rest is left to others. */
  readonly part: number;
  /** The number of runs that divide that part: shards that share the key. */
  readonly among: number;
}

/** All of each window. */
export const wholeShare: Share = { part: 1, among: 1 };

/**
 * The quota that a share of a limit allows: a number of requests in each window or, if that is less than one, one
 * request in several windows.
 */
export function quotaOf(
  limit: number,
  { part, among }: Share,
): { readonly requests: number; readonly windows: number } {
  const usable = Math.max(1, Math.floor(limit * part));
  return usable >= among
    ? { requests: Math.floor(usable / among), windows: 1 }
    : { requests: 1, windows: Math.ceil(among / usable) };
}

/** The requests of each window that are left to others. */
export function reserveOf(limit: number, { part }: Share): number {
  return limit - Math.max(1, Math.floor(limit * part));
}

/**
 * The share of one shard if all shards of a run use the same keys.
 * @param shard undefined if the run has no shards
 */
export function shareOfShard(part: number, shard?: Shard): Share {
  return { part, among: shard?.total ?? 1 };
}

/** The most parallel tests if all share a key: more would wait for the same limits. */
export const mostSharingWorkers = 20;

/** How many of them may be tests that use the scarcest operation the most, so that others can go on as well. */
export const scarceWorkers = 3;

/** How many of them may be tests that use the most drafts of others, so that each finds what those before it left. */
export const takingWorkers = 2;
