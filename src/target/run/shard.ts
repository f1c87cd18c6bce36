/** A part of a run that several machines carry out together: `--shard 2/4` is the second of four. */
export interface Shard {
  readonly current: number;
  readonly total: number;
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
