import { join } from 'node:path';
import { contractVersion } from '../../contract/documents/document.js';
import { reportedTarget } from '../../report/data/build-report.js';
import {
  JournalError,
  type JournalHeader,
  journalName,
  readJournal,
} from '../../report/run/evidence-journal.js';
import { differenceOf, keyFingerprints } from '../../report/run/journal-header.js';
import { leftIn } from '../../report/run/run-in-progress.js';
import { reportsFolder } from '../../target/environment.js';
import type { ProfileName } from '../../target/profile.js';
import { resumeVariable } from '../../target/run/run.js';
import { shardNamed } from '../../target/run/shard.js';
import { deselectedBy, ofAllShards, shardArgument, testChoiceIn } from '../../target/run/test-choice.js';
import { embeddedName, readSettings, SettingsError } from '../../target/settings.js';
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
    const now = requested(run, asked, withSettings({ ...environment, ...asked.environment }));
    const difference = differenceOf(run, now);
    if (difference !== undefined)
      return { problem: `${file} is from a run ${difference.inWords}, or start again without --resume.` };
    if (leftIn(journal).length === 0)
      return {
        problem: `There is nothing left to resume: all ${run.tests.length} tests of ${file} have their results.`,
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

/** The run that was requested: where the request says nothing, it is the interrupted one. */
function requested(
  run: JournalHeader,
  { environment: given, playwrightArguments }: AskedRun,
  environment: Environment,
): JournalHeader {
  const { CONFORMANCE_SEED: seed, CONFORMANCE_PROFILE: profile } = given;
  const choice = testChoiceIn(['test', ...playwrightArguments]);
  return {
    ...run,
    contractVersion,
    seed: seed === undefined ? run.seed : Number(seed),
    profile: (profile as ProfileName | undefined) ?? run.profile,
    deselected: deselectedBy(ofAllShards({ profile: run.profile, choice })),
    shard: shardNamed(shardArgument(choice) ?? ''),
    ...requestedTarget(run, environment),
  };
}

function requestedTarget(
  { target, keys }: JournalHeader,
  environment: Environment,
): Pick<JournalHeader, 'target' | 'keys'> {
  if (!environment.TARGET_URL)
    return { target: { ...target, name: environment.TARGET_NAME || embeddedName }, keys };
  const settings = readSettings(environment);
  return { target: reportedTarget(settings), keys: keys && keyFingerprints(settings, keys.salt) };
}

/** A sentence in the form in which it can continue one. */
function lowered(sentence: string): string {
  return sentence.replace(/^There/, 'there');
}
