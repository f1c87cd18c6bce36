import { join } from 'node:path';
import { contractVersion } from '../../contract/documents/document.js';
import { reportedTarget } from '../../report/data/build-report.js';
import type { ConformanceReport } from '../../report/data/conformance-report.js';
import {
  JournalError,
  type JournalHeader,
  journalName,
  keyFingerprints,
  keySettings,
  readJournal,
} from '../../report/run/evidence-journal.js';
import { leftIn } from '../../report/run/run-in-progress.js';
import { reportsFolder } from '../../target/environment.js';
import { resumeVariable } from '../../target/run/run.js';
import { shardAsText, shardNamed } from '../../target/run/shard.js';
import { deselectedBy, ofAllShards, shardArgument, testChoiceIn } from '../../target/run/test-choice.js';
import { embeddedName, readSettings, type Settings, SettingsError } from '../../target/settings.js';
import type { AskedRun } from '../program.js';

type Environment = NodeJS.ProcessEnv;

/**
 * Makes the environment in which `--resume` continues the interrupted run: with its seed, its profile and its prefix.
 * @param asked the requested options, which must match those of the interrupted run
 * @param environment of the process
 * @param withSettings adds the settings of the target's file to an environment
 * @returns the additions to the environment, or a sentence that says why there is nothing to resume
 */
export function resumedEnvironment(
  asked: AskedRun,
  environment: Environment,
  withSettings: (environment: Environment) => Environment,
): { readonly environment: Readonly<Record<string, string>> } | { readonly problem: string } {
  const file = join(reportsFolder(environment), journalName);
  try {
    const journal = readJournal(file);
    const { run } = journal;
    const difference = differenceTo(run, asked, withSettings({ ...environment, ...asked.environment }));
    if (difference !== undefined)
      return { problem: `${file} is from a run ${difference}, or start again without --resume.` };
    if (leftIn(journal).length === 0)
      return {
        problem: `Nothing is left to resume: all ${run.tests.length} tests of ${file} have their results.`,
      };
    return {
      environment: {
        CONFORMANCE_SEED: String(run.seed),
        CONFORMANCE_PROFILE: run.profile,
        CONFORMANCE_RUN_PREFIX: run.prefix,
        ...(run.strict ? { CONFORMANCE_STRICT: '1' } : {}),
        [resumeVariable]: '1',
      },
    };
  } catch (error) {
    if (error instanceof JournalError)
      return { problem: `--resume needs the journal of an interrupted run: ${lowered(error.message)}` };
    if (error instanceof SettingsError) return { problem: error.message };
    throw error;
  }
}

/** How the interrupted run differs from the requested one, and what to do; undefined if it doesn't. */
function differenceTo(
  run: JournalHeader,
  { environment: given, playwrightArguments }: AskedRun,
  environment: Environment,
): string | undefined {
  if (run.contractVersion !== contractVersion)
    return `under contract ${run.contractVersion}, but this is ${contractVersion}: use that version`;
  const { CONFORMANCE_SEED: seed, CONFORMANCE_PROFILE: profile } = given;
  if (seed !== undefined && Number(seed) !== run.seed)
    return `with seed ${run.seed}, but --seed says ${seed}: omit it`;
  if (profile !== undefined && profile !== run.profile)
    return `with the profile ${run.profile}, but --profile says ${profile}: omit it`;
  const choice = testChoiceIn(['test', ...playwrightArguments]);
  const left = deselectedBy(ofAllShards({ profile: run.profile, choice }));
  if (left !== run.deselected)
    return `${run.deselected === undefined ? 'that left nothing out' : `chosen by ${run.deselected}`}, but this one is ${
      left === undefined ? 'a whole one' : `chosen by ${left}`
    }: choose the same`;
  const [before, now] = [run.shard, shardNamed(shardArgument(choice) ?? '')].map((shard) =>
    shard === undefined ? 'of all shards' : `of shard ${shardAsText(shard)}`,
  );
  if (before !== now) return `${before}, but this one is ${now}: choose the same with --shard`;
  return differenceOfTargets(run, environment);
}

type Target = ConformanceReport['target'];

/** The properties of a target that change its evidence, and their names. */
const decisive: readonly (readonly [name: string, read: (target: Target) => unknown])[] = [
  ['TARGET_URL', ({ url }) => url],
  ['TARGET_WRITES', ({ settings }) => settings.TARGET_WRITES],
  ['TARGET_ORDERS', ({ settings }) => settings.TARGET_ORDERS ?? []],
  ['TARGET_CONFIRMED_GAPS', ({ confirmedGaps }) => confirmedGaps],
  ["the target's file", ({ file }) => file?.digest ?? 'none'],
];

function differenceOfTargets(
  { target: before, keys }: JournalHeader,
  environment: Environment,
): string | undefined {
  if (!environment.TARGET_URL) {
    const name = environment.TARGET_NAME || embeddedName;
    return before.name === name
      ? undefined
      : `against ${before.name}, but the target is ${name}: use the same target`;
  }
  const settings = readSettings(environment);
  const now = reportedTarget(settings);
  if (before.name !== now.name)
    return `against ${before.name}, but the target is ${now.name}: use the same target`;
  const differing = decisive.find(([, read]) => asText(read(before)) !== asText(read(now)));
  if (differing === undefined) return differenceOfKeys(keys, settings);
  const [name, read] = differing;
  return `with ${name} ${asText(read(before))}, but it is ${asText(read(now))} now: restore it`;
}

/** With the keys of a different merchant, one verdict would mix the evidence of two merchants. */
function differenceOfKeys(before: JournalHeader['keys'], settings: Settings): string | undefined {
  if (before === undefined) return undefined;
  const now = keyFingerprints(settings, before.salt);
  const name = keySettings.find((each) => before[each] !== now[each]);
  return name === undefined ? undefined : `with a different ${name}: restore it`;
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') || 'none' : String(value);
}

/** A sentence in the form in which it can continue one. */
function lowered(sentence: string): string {
  return sentence.replace(/^There/, 'there');
}
