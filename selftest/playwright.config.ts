import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { seedOfCommit, seedVariable } from '../testing/seed.js';

// Workers inherit it.
process.env[seedVariable] ??= seedOfCommit();

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'reports/selftest');
/** The folder with this file and the tests of a push as JavaScript, if `npm test` has built them. */
const built = process.env.CONFORMANCE_UNIT_TESTS;
const moduleFile = (name: string) =>
  built === undefined ? join(root, `${name}.ts`) : join(built, `${name}.js`);

/** Tests that start processes, servers or browsers, and that `npm run test:all` runs by the names of these projects. */
const long = {
  hostile: ['denied-hosts', 'worst-bodies'],
  kill: ['killed-runs', 'staging/kills'],
  networks: ['networks/networks'],
  package: ['package'],
  pages: ['pages/*'],
  secrets: ['secrets', 'recorded-secrets'],
  'shared-merchant': ['staging/shared-merchant'],
};
const filesOf = (names: readonly string[]) => names.map((name) => `selftest/${name}.long.test.ts`);

/**
 * The project's own tests: unit tests next to their source, and proofs about the suite as a whole.
 * ../playwright.config.ts configures the conformance run itself.
 */
export default defineConfig({
  testDir: built ?? root,
  globalSetup: moduleFile('selftest/pages/browser'),
  // Golden files, next to their tests: `npm run golden` writes them anew, and CI never writes one.
  snapshotPathTemplate: join(root, '{testFileDir}/golden/{arg}{ext}'),
  updateSnapshots: process.env.CI ? 'none' : 'missing',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Long tests mostly wait for processes that they started; those of a push keep the processor busy.
  workers: built === undefined ? '150%' : '100%',
  // Even on a busy machine, a test that takes this long hangs.
  timeout: 1_200_000,
  // As long as the wait for a page on a busy machine.
  expect: { timeout: 120_000 },
  reporter: [['dot'], ['junit', { outputFile: `${reports}/junit.xml` }], [moduleFile('testing/seed')]],
  projects: [
    // It takes the longest, in its own processes: started first, it doesn't delay the end.
    { name: 'push', testMatch: 'selftest/*.push.test.[jt]s' },
    {
      name: 'unit',
      // Each file in one process: the imports of these tests take longer than the tests.
      fullyParallel: false,
      testMatch: '{src,sandbox,selftest,testing,tools}/**/*.test.[jt]s',
      testIgnore: ['**/*.{long,push}.test.[jt]s'],
    },
    ...Object.entries(long).map(([name, files]) => ({ name, testMatch: filesOf(files) })),
    // Everything else that takes long.
    { name: 'runs', testMatch: '**/*.long.test.ts', testIgnore: Object.values(long).flatMap(filesOf) },
    // Playwright empties the folder of each project that it runs, and another may be running.
  ].map((project) => ({ ...project, outputDir: join(reports, 'artifacts', project.name) })),
});
