import { contractVersion } from '../../contract/documents/document.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import type { Run } from '../../target/run/run.js';
import { type ChosenTests, deselectedBy, keepsTestsOf, ofAllShards } from '../../target/run/test-choice.js';
import { embeddedName, type Settings } from '../../target/settings.js';
import { type RunRecord, reportedTarget } from '../data/build-report.js';
import { type JournalHeader, journalFormat } from './evidence-journal.js';

/** The header of a run's journal. */
export function journalHeader(
  { profile, seed, isStrict, prefix, shard, choice, commands, prepared }: Run,
  settings: Settings | undefined,
  run: Pick<JournalHeader, 'startedAt' | 'tests' | 'ofAllShards'>,
): JournalHeader {
  return {
    format: journalFormat,
    target: reportedTarget(settings),
    contractVersion,
    profile: profile.name,
    seed,
    strict: isStrict,
    prefix,
    command: commands.repeat,
    ...leftOutBy(ofAllShards({ profile: profile.name, choice })),
    shard,
    preflight: prepared.preflight,
    ...run,
  };
}

/** What a choice of tests left out of a run. */
export function leftOutBy(chosen: ChosenTests): Pick<RunRecord, 'deselected' | 'keepsTestsOf'> {
  const deselected = deselectedBy(chosen);
  if (deselected === undefined) return {};
  return {
    deselected,
    keepsTestsOf: requirements.map(({ id }) => id).filter((id) => keepsTestsOf(id, chosen)),
  };
}

type Property = readonly [
  /** As a sentence names it. */
  name: string,
  read: (run: JournalHeader) => unknown,
];

/** What the shards of a run have in common. */
const identity: readonly Property[] = [
  ['contract version', (run) => run.contractVersion],
  ['seed', (run) => run.seed],
  ['profile', (run) => run.profile],
  ['--strict', (run) => run.strict],
  ['choice of tests', (run) => run.deselected],
  ['number of shards', ({ shard }) => shard?.total],
  ['target', ({ target }) => target.name],
  // Each machine starts the embedded sandbox on a different port.
  ['TARGET_URL', ({ target }) => (target.name === embeddedName ? '' : target.url)],
  ['TARGET_WRITES', ({ target }) => target.settings.TARGET_WRITES],
  ['TARGET_CONFIRMED_GAPS', ({ target }) => target.confirmedGaps],
  ["digest of the target's file", ({ target }) => target.file?.digest ?? 'none'],
  ['number of tests', (run) => run.ofAllShards],
];

/** The first property in which two shards differ; undefined if they are of one run. */
export function differenceOf(a: JournalHeader, b: JournalHeader) {
  for (const [name, read] of identity) {
    const [before, now] = [read(a), read(b)];
    if (JSON.stringify(before) !== JSON.stringify(now)) return { name, before, now };
  }
  return undefined;
}
