// The contract is read when it is imported, so the target's file must be known before.
import '#src/cli/run/chosen-target';

import { randomBytes, randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { isPackage, moduleFile, specsFolder, workingFolder } from '#src/contract/documents/folders';
import { takeTurnToLoad } from '#src/footprint/budget/loading';
import {
  prefixOfShard,
  scarceWorkers,
  shardIn,
  shardVariable,
  takingWorkers,
} from '#src/footprint/budget/share';
import { begunEarly, sharingWorkers } from '#src/footprint/plan/plan';
import { choosesTests, outputArgument, shardArgument } from '#src/report/run/run-environment';
import { leftTests } from '#src/report/run/run-in-progress';
import { standardError, standardOutput } from '#src/report/terminal/terminal';
import { trustInWorkers } from '#src/target/authorities';
import { reportsFolder, sharesKeys, withSettingsFile } from '#src/target/environment';
import { refuseOutput } from '#src/target/folders/claimed-folder';
import { takeReports } from '#src/target/folders/run-folder';
import { endWithParent } from '#src/target/processes/ends-with-parent';
import { embeddedSandbox } from '#src/target/processes/sandbox-process';
import { type Profile, profileIn, smokeFiles, smokeTag } from '#src/target/profile';
import { SettingsError } from '#src/target/settings';
import { dayOf } from '#src/verdicts/known-failures/known-failures';

const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
endWithParent(process.env, isWorker);
if (isWorker) await takeTurnToLoad(process.env);
const isListing = process.argv.includes('--list');
// The command has taken a folder for the reports; bare Playwright takes one here. A listing writes no reports.
if (!isWorker && process.argv.includes('test') && !isListing) takeOwnFolders();
const reports = resolve(workingFolder, reportsFolder(process.env));

// Workers read this file again: choices made here must be in the environment that they inherit.
let hasSettings = true;
try {
  Object.assign(process.env, withSettingsFile(process.env, workingFolder));
} catch {
  // The global setup reads the file again and reports the mistake in one sentence instead of a stack trace.
  hasSettings = false;
}
trustInWorkers(process.env);
const exhausting = '**/rate-limits/*.spec.[jt]s';
process.env.CONFORMANCE_SEED ??= process.env.CI ? '1' : String(randomInt(1, 2 ** 31));
// A known failure that expires at midnight must not expire in only some of the workers.
process.env.CONFORMANCE_DAY ??= dayOf(process.env);

// Workers have other arguments.
if (!isWorker) process.env[shardVariable] = shardArgument(process.argv) ?? '';
const shard = shardIn(process.env);
process.env.CONFORMANCE_RUN_PREFIX = prefixOfShard(
  process.env.CONFORMANCE_RUN_PREFIX || `ct-${randomBytes(3).toString('hex')}-`,
  shard,
);
// A teardown would run as a whole in every shard.
const isSharded = shard !== undefined && shard.total > 1;
process.env.CONFORMANCE_IN_ORDER ??=
  isSharded || choosesTests(process.argv) || process.env.CONFORMANCE_PROFILE === 'smoke' ? '0' : '1';
// Without merchants on demand, all tests share a clock that only runs, and waiting for a window or an approval takes
// long.
const shared = sharesKeys(process.env);
const profile = readProfile();
// The input for the merged report of all shards.
const blobs: ReporterDescription[] = shard === undefined ? [] : [['blob', { outputDir: `${reports}/blob` }]];
// On keys that all tests share, the tests that exhaust their limits run alone, after all others.
const exhaustsShared = shared && profile?.exhaustsShared === true;
const smoke = profile?.name === 'smoke';
// Tests that need the scarcest limit the most run next to all others, from the start; those that take or wait long come
// next, so that nothing is left to wait for at the end. Those that use the most drafts of others follow, a few at a time.
const early = !shared || exhaustsShared || smoke ? undefined : begunEarly('standard');
const scarce = patternsOf(early?.scarce);
const long = patternsOf(early?.long);
const taking = patternsOf(early?.taking);

// The remaining tests, if the run resumes an earlier one.
const left = leftTests(process.env);

export default defineConfig({
  testDir: specsFolder,
  ...(smoke ? { grep: new RegExp(`${smokeTag}\\b`) } : {}),
  projects: [
    ...(scarce.length === 0 ? [] : [{ name: 'scarce', ...left, testMatch: scarce, workers: scarceWorkers }]),
    ...(long.length === 0 ? [] : [{ name: 'long', ...left, testMatch: long }]),
    ...(taking.length === 0 ? [] : [{ name: 'taking', ...left, testMatch: taking, workers: takingWorkers }]),
    {
      name: 'api',
      ...left,
      testMatch: smoke ? smokeFiles(specsFolder) : '**/*.spec.[jt]s',
      testIgnore: exhaustsShared ? exhausting : [...scarce, ...long, ...taking],
      // A teardown runs even if other tests failed.
      ...(exhaustsShared && process.env.CONFORMANCE_IN_ORDER === '1' ? { teardown: 'rate-limits' } : {}),
    },
    ...(exhaustsShared ? [{ name: 'rate-limits', ...left, testMatch: exhausting, workers: 1 }] : []),
  ],
  outputDir: `${reports}/artifacts`,
  fullyParallel: true,
  forbidOnly: true,
  // A flaky answer is a finding.
  retries: 0,
  timeout: (profile?.testTimeout ?? 60_000) * (shared ? 5 : 1),
  // The tests mostly wait for answers: half of the cores, Playwright's own default, would leave the rest idle. The few
  // requests of smoke are over before a second worker has started. On a key that all tests share, they wait for their
  // turn and for the target's clock, and hardly work at all.
  workers: smoke ? 1 : shared ? sharingWorkersOf(profile?.name ?? 'standard') : '100%',
  globalSetup: pathOf('#fixtures/global-setup'),
  use: { trace: 'off' },
  reporter: isListing
    ? [['list']]
    : [
        [pathOf('#src/report/run/reporter')],
        ['html', { outputFolder: `${reports}/playwright`, open: 'never', noCopyPrompt: true }],
        ['junit', { outputFile: `${reports}/junit.xml` }],
        ...blobs,
      ],
  ...(hasSettings ? embeddedSandbox(process.env, pathOf('#sandbox')) : {}),
});

/** The file of a module: in the package, or in the bundle of a checkout if this process uses it. */
function pathOf(module: string): string {
  if (isPackage) return moduleFile(module === '#sandbox' ? 'sandbox/main' : module.slice(1));
  return fileURLToPath(import.meta.resolve(module));
}

/** Playwright empties the folders that it writes to: if one isn't ours, this process ends before that. */
function takeOwnFolders(): void {
  try {
    const { folder, release } = takeReports(process.env, (notice) => standardOutput.say(notice));
    process.once('exit', release);
    refuseOutput(outputArgument(process.argv) ?? `${folder}/artifacts`, folder);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    standardError.say(error.message);
    process.exit(2);
  }
}

/** Patterns for specs: a package has them as JavaScript. */
function patternsOf(files: readonly string[] = []): string[] {
  return files.map((file) => `**/${file.replace(/\.ts$/, '.[jt]s')}`);
}

/** The number of parallel tests on shared keys; the global setup reports settings that are wrong. */
function sharingWorkersOf(name: Profile['name']): number {
  // A worker starts none.
  if (isWorker) return 1;
  const { TARGET_API_KEY: keys = '', TARGET_CLOCK_SPEED: speed } = process.env;
  return sharingWorkers(name, { keys: keys.split(',').length, speed: Number(speed) > 0 ? Number(speed) : 1 });
}

/** The global setup reports an unknown profile in one sentence instead of a stack trace. */
function readProfile(): Profile | undefined {
  try {
    return profileIn(process.env);
  } catch {
    return undefined;
  }
}
