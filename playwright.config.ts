// First, because the contract is read when a module imports it, and an error of an import can't be caught.
import '#src/cli/run/refuse-wrong-target';

import { resolve } from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { refuse } from '#src/cli/run/refuse';
import { moduleFile, specPattern, specsFolder, workingFolder } from '#src/contract/documents/folders';
import { sharingWorkers } from '#src/footprint/budget/share';
import { reportsFolder, unsetEmpty, withSettingsFile } from '#src/target/environment';
import { requireFolder } from '#src/target/folders/run-folder';
import { embeddedSandbox } from '#src/target/processes/embedded-sandbox';
import { endWithParent } from '#src/target/processes/ends-with-parent';
import { smokeTag } from '#src/target/profile';
import { beginRun, isWorkerOfRun, type Run, runIn } from '#src/target/run/run';
import { deselectedBy, testChoiceIn } from '#src/target/run/test-choice';

const isWorker = isWorkerOfRun(process.env);
endWithParent(process.env, isWorker);

// Workers read this file again: the settings must be in the environment that they inherit.
unsetEmpty(process.env);
try {
  Object.assign(process.env, withSettingsFile(process.env, workingFolder));
} catch {
  // The global setup reads the file again and reports the mistake in one sentence instead of a stack trace.
}
// Workers have other arguments.
const run = isWorker ? runIn() : begin();
const { profile, choice, sharesKeys: shared } = run;
const reports = resolve(workingFolder, run.folders.reports);
// Playwright's UI and editors run tests again and again in one process, and show them themselves.
const isInteractive = process.argv.includes('--ui') || !process.argv.includes('test');
const readable: ReporterDescription[] = [
  ['html', { outputFolder: `${reports}/playwright`, open: 'never', noCopyPrompt: true }],
  ['junit', { outputFile: `${reports}/junit.xml` }],
];
const exhausting = specPattern('rate-limits/*.spec.ts');
// The input for the merged report of all shards, in a file with the number of the shard.
const blobs: ReporterDescription[] = choice.shard ? [['blob', { outputDir: `${reports}/blob` }]] : [];
// On keys that all tests share, the tests that exhaust their limits run alone, after all others.
const exhaustsShared = shared && profile.exhaustsShared;
const smoke = profile.name === 'smoke';

export default defineConfig({
  testDir: specsFolder,
  grep: smoke ? new RegExp(`${smokeTag}\\b`) : undefined,
  // All tests use the same merchant, so a test with a new one would only repeat another.
  grepInvert: shared ? /@never-grown\b/ : undefined,
  projects: [
    {
      name: 'api',
      testMatch: specPattern('*.spec.ts'),
      testIgnore: exhaustsShared ? exhausting : [],
      // A teardown runs even if other tests failed, and all of it, even if a choice leaves none of its tests.
      teardown: exhaustsShared && deselectedBy(run) === undefined ? 'rate-limits' : undefined,
    },
    ...(exhaustsShared ? [{ name: 'rate-limits', testMatch: exhausting, workers: 1 }] : []),
  ],
  outputDir: `${reports}/artifacts`,
  fullyParallel: true,
  forbidOnly: true,
  // A flaky response is a finding: only a test that lost a request and found no failure begins anew, once. Any other
  // second try is skipped.
  retries: 1,
  // Without merchants on demand, all tests share a clock that only runs, and waiting for a window or an approval takes
  // long.
  timeout: profile.testTimeout * (shared ? 5 : 1),
  // The tests mostly wait for responses: half of the cores, Playwright's own default, would leave the rest idle. The few
  // requests of smoke are over before a second worker has started. On a key that all tests share, they wait for their
  // turn and for the target's clock, and hardly work at all.
  workers: smoke ? 1 : shared ? sharingWorkers : '100%',
  globalSetup: moduleFile('fixtures/global-setup'),
  use: { trace: 'off' },
  reporter: choice.isListing
    ? [['list']]
    : [[moduleFile('src/report/run/reporter')], ...(isInteractive ? [] : readable), ...blobs],
  ...embeddedSandbox(process.env, run.seed),
});

/** Begins a run. Ends this process if it can't begin, or if Playwright would empty a folder that isn't the run's own. */
function begin(): Run {
  try {
    const begun = beginRun(process.env, testChoiceIn(process.argv));
    // A listing writes no reports, and editors read this file without running anything.
    if (!process.argv.includes('test') || begun.choice.isListing) return begun;
    for (const each of [begun.folders.reports, begun.choice.output]) if (each) requireFolder(each);
    // Playwright's --last-failed reads the one that the last run wrote.
    process.env.PLAYWRIGHT_LAST_RUN_OUTPUT_FILE ??= resolve(workingFolder, reportsFolder, '.last-run.json');
    return begun;
  } catch (error) {
    process.exit(refuse((error as Error).message));
  }
}
