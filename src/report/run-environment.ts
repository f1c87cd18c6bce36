import { contractVersion } from '../contract/document.js';
import { requirements } from '../contract/requirements/catalogue.js';
import { shardIn } from '../footprint/budget/shard.js';
import { preflightIn } from '../target/preflight/preflight-report.js';
import { type ProfileName, profileIn } from '../target/profile.js';
import { replayCommand } from '../target/replay-command.js';
import { readSettings, type Settings } from '../target/settings.js';
import type { KnownFailures } from '../verdicts/known-failures/known-failure.js';
import { readKnownFailures } from '../verdicts/known-failures/read-known-failures.js';
import { reportedTarget } from './build-report.js';
import { deselectedByAllShards, keptByAllShards } from './deselection.js';
import { type JournalHeader, journalFormat } from './evidence-journal.js';
import { historySize } from './history.js';
import { keyFingerprints } from './key-fingerprints.js';

/** The settings of a run; undefined if they can't be read: the global setup then reports why. */
export function settingsOf(environment: NodeJS.ProcessEnv): Settings | undefined {
  return ifReadable(() => readSettings(environment));
}

/** The profile of a run; standard if there is no profile of that name, which the global setup reports. */
export function profileOf(environment: NodeJS.ProcessEnv): ProfileName {
  return ifReadable(() => profileIn(environment).name) ?? 'standard';
}

/** The number of kept runs; 0 if it can't be read, which the global setup reports. */
export function historySizeOf(environment: NodeJS.ProcessEnv): number {
  return ifReadable(() => historySize(environment)) ?? 0;
}

/** The known failures of a target; undefined if the file can't be read, which the global setup reports. */
export function knownFailuresOf(
  environment: NodeJS.ProcessEnv,
  target: string | undefined,
): { readonly knownFailures?: KnownFailures } {
  if (target === undefined) return {};
  const knownFailures = ifReadable(() => readKnownFailures(environment, target));
  return knownFailures === undefined ? {} : { knownFailures };
}

export function seedOf(environment: NodeJS.ProcessEnv): number {
  return Number(environment.CONFORMANCE_SEED ?? '1');
}

export function isStrict(environment: NodeJS.ProcessEnv): boolean {
  return environment.CONFORMANCE_STRICT === '1';
}

/**
 * The header of a run's journal.
 * @param argv the process's arguments
 */
export function journalHeader(
  environment: NodeJS.ProcessEnv,
  argv: readonly string[],
  settings: Settings,
  run: Pick<JournalHeader, 'startedAt' | 'tests' | 'ofAllShards'>,
): JournalHeader {
  const profile = profileOf(environment);
  const deselected = deselectedByAllShards(argv, profile);
  const shard = shardIn(environment);
  const preflight = preflightIn(environment);
  return {
    format: journalFormat,
    target: reportedTarget(settings),
    contractVersion,
    profile,
    seed: seedOf(environment),
    strict: isStrict(environment),
    prefix: environment.CONFORMANCE_RUN_PREFIX ?? '',
    keys: keyFingerprints(settings),
    command: replayCommand(environment)(),
    ...(deselected === undefined
      ? {}
      : {
          deselected,
          keepsTestsOf: requirements.map(({ id }) => id).filter((id) => keptByAllShards(id, argv, profile)),
        }),
    ...(shard === undefined ? {} : { shard }),
    ...(preflight === undefined ? {} : { preflight }),
    ...run,
  };
}

function ifReadable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
