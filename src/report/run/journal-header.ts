import { createHmac, randomBytes } from 'node:crypto';
import { contractVersion } from '../../contract/documents/document.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import type { Run } from '../../target/run/run.js';
import { shardAsText } from '../../target/run/shard.js';
import { type ChosenTests, deselectedBy, keepsTestsOf, ofAllShards } from '../../target/run/test-choice.js';
import { embeddedName, type Settings, secretsOf, settingNames } from '../../target/settings.js';
import { type RunRecord, reportedTarget } from '../data/build-report.js';
import { type JournalHeader, journalFormat, type KeyFingerprints } from './evidence-journal.js';

/** The settings that contain keys. */
export const keySettings = settingNames.filter((name) => name.endsWith('_API_KEY'));

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
    keys: settings && keyFingerprints(settings),
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

/**
 * Takes the fingerprints of a target's keys.
 * @param salt the salt of the fingerprints to compare with; a new one by default
 */
export function keyFingerprints(
  settings: Settings,
  salt: string = randomBytes(8).toString('hex'),
): KeyFingerprints {
  const hash = (keys: readonly string[]) =>
    createHmac('sha256', salt).update(JSON.stringify(keys)).digest('hex').slice(0, 12);
  const hashes = keySettings.map((name) => [name, hash(secretsOf(settings, name))] as const);
  return { salt, ...Object.fromEntries(hashes) };
}

type Property = readonly [
  /** As a sentence names it. */
  name: string,
  read: (run: JournalHeader) => unknown,
  /** How an interrupted run differs from the one that is to continue it, unless the usual words fit. */
  inWords?: (before: unknown, now: unknown) => string,
];

/** What identifies a run. */
const identity: readonly Property[] = [
  [
    'contract version',
    (run) => run.contractVersion,
    (a, b) => `under contract ${a}, but this is ${b}: use that version`,
  ],
  ['seed', (run) => run.seed, (a, b) => `with seed ${a}, but --seed says ${b}: omit it`],
  ['profile', (run) => run.profile, (a, b) => `with the profile ${a}, but --profile says ${b}: omit it`],
  ['--strict', (run) => run.strict],
  ['choice of tests', (run) => run.deselected, differenceOfChoices],
  ['shard', ({ shard }) => shard && shardAsText(shard), differenceOfShards],
  ['number of shards', ({ shard }) => shard?.total],
  [
    'target',
    ({ target }) => target.name,
    (a, b) => `against ${a}, but the target is ${b}: use the same target`,
  ],
  // Each machine starts the embedded sandbox on a different port.
  ['TARGET_URL', ({ target }) => (target.name === embeddedName ? '' : target.url)],
  ['TARGET_WRITES', ({ target }) => target.settings.TARGET_WRITES],
  ['TARGET_ORDERS', ({ target }) => target.settings.TARGET_ORDERS ?? []],
  ['TARGET_CONFIRMED_GAPS', ({ target }) => target.confirmedGaps],
  [
    "digest of the target's file",
    ({ target }) => target.file?.digest ?? 'none',
    restored("the target's file"),
  ],
  // With the keys of a different merchant, one verdict would mix the evidence of two merchants.
  ...keySettings.map((name): Property => {
    return [name, ({ keys }) => keys?.[name], () => `with a different ${name}: restore it`];
  }),
  ['number of tests', (run) => run.ofAllShards],
];

/** What each shard of a run has of its own. */
export const ownOfShard: readonly string[] = ['shard', 'TARGET_ORDERS', ...keySettings];

/** The first property in which two runs differ, apart from some; undefined if there is none. */
export function differenceOf(a: JournalHeader, b: JournalHeader, except: readonly string[] = []) {
  for (const [name, read, inWords] of identity) {
    const [before, now] = [read(a), read(b)];
    if (except.includes(name) || JSON.stringify(before) === JSON.stringify(now)) continue;
    return { name, before, now, inWords: (inWords ?? restored(name))(before, now) };
  }
  return undefined;
}

function differenceOfChoices(...choices: readonly unknown[]): string {
  const [a = 'that left nothing out', b = 'a whole one'] = choices.map((each) => each && `chosen by ${each}`);
  return `${a}, but this one is ${b}: choose the same`;
}

function differenceOfShards(...shards: readonly unknown[]): string {
  const [a, b] = shards.map((shard) => (shard === undefined ? 'of all shards' : `of shard ${shard}`));
  return `${a}, but this one is ${b}: choose the same with --shard`;
}

function restored(name: string) {
  return (...values: readonly unknown[]): string => {
    const [a, b] = values.map((value) => (Array.isArray(value) ? value.join(',') || 'none' : String(value)));
    return `with ${name} ${a}, but it is ${b} now: restore it`;
  };
}
