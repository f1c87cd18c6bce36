import type { Shard } from './shard.js';

/** What of each window a run may use, where others have the same key. */
export interface Share {
  /** The part of a limit that this run uses, above 0 and up to 1; the rest is left to others. */
  readonly part: number;
  /** How many runs divide that among themselves: shards that share the key. */
  readonly among: number;
}

/** The whole of each window. */
export const wholeShare: Share = { part: 1, among: 1 };

/** As many requests in so many windows. */
export interface Quota {
  readonly requests: number;
  readonly windows: number;
}

/**
 * What a share of a limit comes to: a number of requests in each window or, where that is less than one, one request in
 * several.
 */
export function quotaOf(limit: number, { part, among }: Share): Quota {
  const usable = Math.max(1, Math.floor(limit * part));
  return usable >= among
    ? { requests: Math.floor(usable / among), windows: 1 }
    : { requests: 1, windows: Math.ceil(among / usable) };
}

/** Requests of each window that are left to others. */
export function reserveOf(limit: number, { part }: Share): number {
  return limit - Math.max(1, Math.floor(limit * part));
}

/**
 * The share of one shard among those of a run, all of which use the same keys.
 * @param shard undefined where the run has no shards
 */
export function shareOfShard(part: number, shard?: Shard): Share {
  return { part, among: shard?.total ?? 1 };
}
