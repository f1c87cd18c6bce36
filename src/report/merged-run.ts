import { type Shard, shardAsText, stemOf } from '../footprint/budget/share.js';
import { joinedResidue } from '../footprint/ledger/ledger.js';
import { embeddedName } from '../target/settings.js';
import type { RanTest, RunRecord } from './build-report.js';
import type { Journal, JournalHeader } from './evidence-journal.js';

/** The shards can't be merged; the message is one sentence that names the files and the solution. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}

/** The journal of a shard. */
type ShardJournal = Journal & { readonly run: JournalHeader & { readonly shard: Shard } };

/**
 * Makes one run from the journals of its shards. If a shard is missing or did not finish, the run says so.
 * @param journals one of each shard
 * @param hasDetails whether Playwright's report of a shard, where the reader finds its tests, is available
 * @throws MergeError if the journals are not of the same run
 */
export function mergedRun(
  journals: readonly Journal[],
  hasDetails: (journal: Journal) => boolean,
): RunRecord {
  const shards = inOrder(journals);
  const [{ run: first }] = shards;
  const { deselected, keepsTestsOf, target, profile, seed, strict, command, preflight } = first;
  const total = first.shard.total;
  const missing = numbersTo(total).filter(
    (number) => !shards.some(({ run }) => run.shard.current === number),
  );
  const tests = first.ofAllShards ?? 0;
  if (missing.length === 0) refuseOtherSuite(shards, tests);
  const unfinished = unfinishedIn(shards, missing, total);
  const residue = joinedResidue(shards.flatMap(({ closed }) => closed?.residue ?? []));
  const began = Math.min(...shards.map(({ run }) => Date.parse(run.startedAt)));
  return {
    target,
    ran: shards.flatMap((shard) => ranIn(shard, hasDetails(shard))),
    errors: shards.flatMap(({ closed }) => closed?.errors ?? []),
    deselected,
    strict,
    interrupted: shards.some(({ closed }) => closed?.interrupted === true),
    unfinished,
    resumed: shards.flatMap(({ resumed }) => resumed).toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    shards: { total, missing },
    profile,
    seed,
    startedAt: new Date(began),
    durationMs: Math.max(...shards.map(({ endedAt }) => endedAt.getTime())) - began,
    command,
    preflight,
    residue,
    tests,
    keepsTestsOf: (requirement) => keepsTestsOf?.includes(requirement) === true,
  };
}

/** The shards by their numbers, after a check that they belong together. */
function inOrder(journals: readonly Journal[]): readonly [ShardJournal, ...ShardJournal[]] {
  const shards = journals
    .map((journal) => {
      if (isOfShard(journal)) return journal;
      throw new MergeError(`${journal.file} is of a whole run: only runs with --shard can be merged.`);
    })
    .toSorted((a, b) => a.run.shard.current - b.run.shard.current);
  const [first, ...others] = shards;
  if (first === undefined) throw new MergeError('There is no journal of a shard to merge.');
  let before = first;
  for (const shard of others) {
    refuseOther(first, shard);
    if (shard.run.shard.current === before.run.shard.current)
      throw new MergeError(
        `Shard ${shardAsText(shard.run.shard)} was given twice: ${before.file} and ${shard.file}; name only the folders of one run.`,
      );
    before = shard;
  }
  return [first, ...others];
}

function isOfShard(journal: Journal): journal is ShardJournal {
  return journal.run.shard !== undefined;
}

/** The properties that all shards of a run share, and their names. */
const common: readonly (readonly [what: string, read: (run: JournalHeader & { shard: Shard }) => unknown])[] =
  [
    ['number of shards', ({ shard }) => shard.total],
    ['target', ({ target }) => target.name],
    // Each machine starts the embedded sandbox on a different port.
    ['TARGET_URL', ({ target }) => (target.name === embeddedName ? '' : target.url)],
    ['TARGET_WRITES', ({ target }) => target.settings.TARGET_WRITES],
    ['TARGET_CONFIRMED_GAPS', ({ target }) => target.confirmedGaps],
    ["digest of the target's file", ({ target }) => target.file?.digest ?? 'none'],
    ['contract version', ({ contractVersion }) => contractVersion],
    ['profile', ({ profile }) => profile],
    ['seed', ({ seed }) => seed],
    ['--strict', ({ strict }) => strict],
    ['choice of tests', ({ deselected }) => deselected ?? 'all'],
    ['number of tests', ({ ofAllShards }) => ofAllShards],
  ];

function refuseOther(first: ShardJournal, shard: ShardJournal): void {
  for (const [what, read] of common) {
    const [one, other] = [read(first.run), read(shard.run)].map((value) => JSON.stringify(value));
    if (one !== other)
      throw new MergeError(
        `${first.file} and ${shard.file} are not of the same run: the ${what} is ${one} in one and ${other} in the other.`,
      );
  }
  // Without CONFORMANCE_RUN_PREFIX each shard made up its own prefix, and nothing shows that both are of this run.
  const [one, other] = [first, shard].map(({ run }) => stemOf(run.prefix, run.shard));
  if (one !== other)
    throw new MergeError(
      `${first.file} and ${shard.file} may not be of the same run: their made-up names begin with ${one} in one and ${other} in the other; start all shards of a run with the same CONFORMANCE_RUN_PREFIX, a new one for each run.`,
    );
}

/** If all machines have the same suite, each test is in exactly one shard, and all tests are there. */
function refuseOtherSuite(shards: readonly ShardJournal[], tests: number): void {
  const seen = new Map<string, ShardJournal>();
  for (const shard of shards)
    for (const { id, path } of shard.run.tests) {
      const other = seen.get(id);
      if (other !== undefined)
        throw new MergeError(
          `${other.file} and ${shard.file} are not of the same suite: both have the test "${path}"; run all shards from the same version.`,
        );
      seen.set(id, shard);
    }
  if (seen.size !== tests)
    throw new MergeError(
      `The shards are not of the same suite: together they have ${seen.size} of ${tests} tests; run all of them from the same version.`,
    );
}

/** The reason why not all tests ended: missing shards, and shards that stopped before their last test. */
function unfinishedIn(
  shards: readonly ShardJournal[],
  missing: readonly number[],
  total: number,
): string | undefined {
  const ended = shards
    .filter(({ run, ended }) => ended.length < run.tests.length)
    .map(
      ({ run, ended }) =>
        `shard ${shardAsText(run.shard)} ended after ${ended.length} of its ${run.tests.length} tests`,
    );
  const reasons = [
    ...missing.map((current) => `shard ${shardAsText({ current, total })} is missing`),
    ...ended,
  ];
  return reasons.length === 0 ? undefined : `Not all tests ended: ${reasons.join(', ')}`;
}

function ranIn({ ended, lastPart }: ShardJournal, hasDetails: boolean): RanTest[] {
  return ended.map(({ test, evidence }) => ({
    test: hasDetails && lastPart.has(test.id) ? test : { ...test, onlyHere: true },
    evidence,
  }));
}

function numbersTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
