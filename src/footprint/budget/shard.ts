/** A part of a run that several machines carry out together: `--shard 2/4` is the second of four. */
export interface Shard {
  readonly current: number;
  readonly total: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variable that tells workers, which have other arguments, of which shard they are. */
export const shardVariable = 'CONFORMANCE_SHARD';

/**
 * The shard that the environment names.
 * @returns undefined for a whole run, and for a value that is no shard: whoever sets it checks it
 */
export function shardIn(environment: Environment): Shard | undefined {
  return shardNamed(environment[shardVariable] ?? '');
}

/** What `--shard` was given, as in `2/4`; undefined where it is no part of a whole. */
export function shardNamed(value: string): Shard | undefined {
  const [, current, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? [];
  const shard = { current: Number(current), total: Number(total) };
  return shard.current <= shard.total ? shard : undefined;
}

/** What a shard may use of things of which each is to be used once by all shards together. */
export function partOfShard<Thing>(things: readonly Thing[], shard: Shard | undefined): readonly Thing[] {
  if (shard === undefined) return things;
  return things.filter((_thing, index) => index % shard.total === shard.current - 1);
}

/** The shard as `--shard` takes it: `2/4`. */
export function shardAsText({ current, total }: Shard): string {
  return `${current}/${total}`;
}

/**
 * What begins everything that a run makes up. Shards of one run may be given the same stem; each adds a mark of its own,
 * once, so that no key of one is ever one of another.
 * @param stem as in `ct-8a1f02-`
 * @returns as in `ct-8a1f02-s2-`
 */
export function prefixOfShard(stem: string, shard: Shard | undefined): string {
  return shard === undefined || stem.endsWith(`-${markOf(shard)}`) ? stem : `${stem}${markOf(shard)}`;
}

/** What the prefixes of all shards of a run have in common: that of one shard without its mark. */
export function stemOf(prefix: string, shard: Shard): string {
  return prefix.endsWith(`-${markOf(shard)}`) ? prefix.slice(0, -markOf(shard).length) : prefix;
}

function markOf({ current }: Shard): string {
  return `s${current}-`;
}

/**
 * The tests of a shard: each test is in exactly one. They are dealt out one by one, as the tests of a file take alike long.
 * @param tests of the whole run, in an order that is the same on every machine
 * @param isAlone tests that must not run beside others: the last of several shards has them, and nothing else
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
