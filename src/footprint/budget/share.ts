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

/** A part of a run that several machines carry out together: `--shard 2/4` is the second of four. */
export interface Shard {
  readonly current: number;
  readonly total: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variable that gives the workers their shard, because their arguments don't. */
export const shardVariable = 'CONFORMANCE_SHARD';

/**
 * The shard that the environment names.
 * @returns undefined for a whole run, and for a malformed value: the code that sets the variable checks it
 */
export function shardIn(environment: Environment): Shard | undefined {
  return shardNamed(environment[shardVariable] ?? '');
}

/** The value of `--shard`, as in `2/4`; undefined if it is malformed. */
export function shardNamed(value: string): Shard | undefined {
  const [, current, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? [];
  const shard = { current: Number(current), total: Number(total) };
  return shard.current <= shard.total ? shard : undefined;
}

/** The elements of a list that a shard may use, if each element may be used by one shard only. */
export function partOfShard<Thing>(things: readonly Thing[], shard: Shard | undefined): readonly Thing[] {
  if (shard === undefined) return things;
  return things.filter((_thing, index) => index % shard.total === shard.current - 1);
}

/** The shard in the form that `--shard` accepts: `2/4`. */
export function shardAsText({ current, total }: Shard): string {
  return `${current}/${total}`;
}

/**
 * The prefix of everything that a run creates. Shards of one run may get the same stem; each adds a mark, once, so
 * that no two shards ever make the same key.
 * @param stem as in `ct-8a1f02-`
 * @returns as in `ct-8a1f02-s2-`
 */
export function prefixOfShard(stem: string, shard: Shard | undefined): string {
  return shard === undefined || stem.endsWith(`-${markOf(shard)}`) ? stem : `${stem}${markOf(shard)}`;
}

/** The common part of the prefixes of a run's shards: the prefix of one shard without its mark. */
export function stemOf(prefix: string, shard: Shard): string {
  return prefix.endsWith(`-${markOf(shard)}`) ? prefix.slice(0, -markOf(shard).length) : prefix;
}

function markOf({ current }: Shard): string {
  return `s${current}-`;
}

/**
 * The tests of a shard: each test is in exactly one. They are dealt out one by one, because the tests of a file take
 * about equally long.
 * @param tests all tests of the run, in an order that is the same on every machine
 * @param isAlone selects tests that must not run next to others: if there are several shards, the last shard has only
 * these
 */
export function testsOfShard<Test>(
  { current, total }: Shard,
  tests: readonly Test[],
  isAlone: (test: Test) => boolean,
): readonly Test[] {
  if (total === 1) return tests;
  const alone = tests.filter(isAlone);
  if (alone.length > 0 && current === total) return alone;
  const sharers = alone.length > 0 ? total - 1 : total;
  return tests.filter((test) => !isAlone(test)).filter((_test, index) => index % sharers === current - 1);
}

/** The most parallel tests if all share a key: more would wait for the same limits. */
export const mostSharingWorkers = 20;

/** How many of them may be tests that use the scarcest operation the most, so that others can go on as well. */
export const scarceWorkers = 4;

/** How many of them may be tests that use the most drafts of others, so that each finds what those before it left. */
export const takingWorkers = 2;
