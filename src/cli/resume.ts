import { join } from 'node:path';
import { contractVersion } from '../contract/document.js';
import { shardAsText, shardIn } from '../footprint/budget/shard.js';
import { reportedTarget } from '../report/build-report.js';
import type { ConformanceReport } from '../report/conformance-report.js';
import { deselectedByAllShards } from '../report/deselection.js';
import { JournalError, type JournalHeader, journalName, readJournal } from '../report/evidence-journal.js';
import { keyFingerprints, keySettings } from '../report/key-fingerprints.js';
import { resumeVariable } from '../report/resumption.js';
import { leftIn } from '../report/run-in-progress.js';
import { reportsFolder } from '../target/reports-folder.js';
import { embeddedName, readSettings, type Settings, SettingsError } from '../target/settings.js';
import type { AskedRun } from './program.js';

type Environment = NodeJS.ProcessEnv;

/**
 * Makes of `--resume` the environment in which the interrupted run goes on: with its seed, its profile and its prefix.
 * @param asked what was asked for, which must be what the interrupted run was asked for
 * @param environment of the process
 * @param withSettings adds what the target's file says to an environment
 * @returns what is added to the environment, or the sentence that says why there is nothing to resume
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
      return { problem: `${file} is of a run ${difference}, or start anew without --resume.` };
    if (leftIn(journal).length === 0)
      return {
        problem: `Nothing is left to resume: all ${run.tests.length} tests of ${file} said what they can.`,
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

/** How the interrupted run differs from what is asked for now, and the way out; undefined where it doesn't. */
function differenceTo(
  run: JournalHeader,
  { environment: given, playwrightArguments }: AskedRun,
  environment: Environment,
): string | undefined {
  if (run.contractVersion !== contractVersion)
    return `under contract ${run.contractVersion}, and this is ${contractVersion}: use that version`;
  const { CONFORMANCE_SEED: seed, CONFORMANCE_PROFILE: profile } = given;
  if (seed !== undefined && Number(seed) !== run.seed)
    return `with seed ${run.seed}, and --seed says ${seed}: leave that away`;
  if (profile !== undefined && profile !== run.profile)
    return `with the profile ${run.profile}, and --profile says ${profile}: leave that away`;
  const left = deselectedByAllShards(['test', ...playwrightArguments], run.profile);
  if (left !== run.deselected)
    return `${run.deselected === undefined ? 'that left nothing out' : `chosen by ${run.deselected}`}, and this one is ${
      left === undefined ? 'a whole one' : `chosen by ${left}`
    }: choose the same`;
  const [before, now] = [run.shard, shardIn(environment)].map((shard) =>
    shard === undefined ? 'of all shards' : `of shard ${shardAsText(shard)}`,
  );
  if (before !== now) return `${before}, and this one is ${now}: choose the same by --shard`;
  return differenceOfTargets(run, environment);
}

type Target = ConformanceReport['target'];

/** What makes the evidence of two targets another one, and what it is called. */
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
      : `against ${before.name}, and the target is ${name}: name that one`;
  }
  const settings = readSettings(environment);
  const now = reportedTarget(settings);
  if (before.name !== now.name) return `against ${before.name}, and the target is ${now.name}: name that one`;
  const differing = decisive.find(([, read]) => asText(read(before)) !== asText(read(now)));
  if (differing === undefined) return differenceOfKeys(keys, settings);
  const [name, read] = differing;
  return `with ${name} ${asText(read(before))}, and it is ${asText(read(now))} now: set it as it was`;
}

/** Keys of another merchant would make one verdict of what two merchants saw. */
function differenceOfKeys(before: JournalHeader['keys'], settings: Settings): string | undefined {
  if (before === undefined) return undefined;
  const now = keyFingerprints(settings, before.salt);
  const name = keySettings.find((each) => before[each] !== now[each]);
  return name === undefined ? undefined : `with another ${name} than is set now: set it as it was`;
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') || 'none' : String(value);
}

/** A sentence as the part of another. */
function lowered(sentence: string): string {
  return sentence.replace(/^There/, 'there');
}
