import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { type Profile, profileIn, smokeTag } from './src/budget/profile.js';
import { smokeFiles } from './src/budget/smoke-files.js';
import { choosesTests } from './src/report/deselection.js';
import { reportsFolder } from './src/report/reports-folder.js';
import { trustInWorkers } from './src/target/authorities.js';
import { embeddedSandbox } from './src/target/embedded-sandbox.js';
import { withSettingsFile } from './src/target/environment.js';

const reports = reportsFolder(process.env);

// Workers read this file again: what is chosen here must stand in the environment that they inherit.
try {
  Object.assign(process.env, withSettingsFile(process.env, import.meta.dirname));
} catch {
  // The global setup reads the file again and says what is wrong, as one sentence instead of a stack.
}
trustInWorkers(process.env);
const exhausting = '**/rate-limits/*.spec.ts';
process.env.CONFORMANCE_SEED ??= process.env.CI ? '1' : String(randomInt(1, 2 ** 31));
process.env.CONFORMANCE_RUN_PREFIX ??= `ct-${randomBytes(3).toString('hex')}-`;

// Workers have other arguments.
process.env.CONFORMANCE_IN_ORDER ??=
  choosesTests(process.argv) || process.env.CONFORMANCE_PROFILE === 'smoke' ? '0' : '1';
// Without merchants on demand all tests share a clock that only runs: what waits for a window or an approval takes long.
const shared = Boolean(process.env.TARGET_URL) && !process.env.TARGET_CONTROL_URL;
const profile = readProfile();
const smoke = profile?.name === 'smoke';

export default defineConfig({
  testDir: 'specs',
  ...(smoke ? { grep: new RegExp(`${smokeTag}\\b`) } : {}),
  // What exhausts rate limits runs when everything else is done, whatever became of that: a teardown always runs.
  projects: [
    {
      name: 'api',
      testMatch: smoke ? smokeFiles(join(import.meta.dirname, 'specs')) : '**/*.spec.ts',
      testIgnore: exhausting,
      ...(process.env.CONFORMANCE_IN_ORDER === '1' ? { teardown: 'rate-limits' } : {}),
    },
    {
      name: 'rate-limits',
      testMatch: exhausting,
      // Without merchants on demand all tests count towards the same windows.
      ...(shared ? { workers: 1 } : {}),
    },
  ],
  outputDir: `${reports}/artifacts`,
  fullyParallel: true,
  forbidOnly: true,
  // A flaky answer is a finding.
  retries: 0,
  timeout: (profile?.testTimeout ?? 60_000) * (shared ? 5 : 1),
  // The work is waiting for answers: half of the cores, Playwright's own default, would leave the rest idle.
  // The few requests of smoke are over before a second worker has started.
  workers: smoke ? 1 : '100%',
  globalSetup: './fixtures/global-setup.ts',
  use: { trace: 'off' },
  reporter: [
    ['./src/report/reporter.ts'],
    ['html', { outputFolder: `${reports}/playwright`, open: 'never' }],
    ['junit', { outputFile: `${reports}/junit.xml` }],
  ],
  ...embeddedSandbox(process.env),
});

/** The global setup says what is wrong with a profile that there isn't, as one sentence instead of a stack. */
function readProfile(): Profile | undefined {
  try {
    return profileIn(process.env);
  } catch {
    return undefined;
  }
}
