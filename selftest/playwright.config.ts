import { defineConfig } from '@playwright/test';
import { seedOfCommit, seedVariable } from '../testing/seed.js';

// Workers inherit it.
process.env[seedVariable] ??= seedOfCommit();

const [proof, pageOfProof] = ['selftest/sample-proof.test.ts', 'selftest/pages/clean-report.test.ts'];
/**
 * Tests that run the suite several times, and whose results unit tests also show: `npm run selftest:runs`, each
 * night.
 */
const severalRuns = ['several-runs', 'compare', 'killed-runs', 'intricate-descriptions'].map(
  (name) => `selftest/${name}.test.ts`,
);

/** Installs the package from the registry: `npm run selftest:package`. */
const installedPackage = 'selftest/installed-package.test.ts';

/** Milliseconds after which a test hangs: even on a busy machine, none takes this long. */
const timeout = 1_200_000;

/**
 * The project's own tests: unit tests next to their source, and proofs about the suite as a whole.
 * ../playwright.config.ts configures the conformance run itself.
 */
export default defineConfig({
  testDir: '..',
  globalSetup: './pages/browser.ts',
  outputDir: '../reports/selftest/artifacts',
  // Golden files, next to their tests: `npm run golden` writes them anew, and CI never writes one.
  snapshotPathTemplate: '{testDir}/{testFileDir}/golden/{arg}{ext}',
  updateSnapshots: process.env.CI ? 'none' : 'missing',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Many of these tests wait for processes that they started.
  workers: '150%',
  timeout,
  // As long as the wait for a page on a busy machine.
  expect: { timeout: 120_000 },
  reporter: [['dot'], ['junit', { outputFile: '../reports/selftest/junit.xml' }], ['../testing/seed.ts']],
  projects: [
    // It takes the longest, in its own processes: started first, it doesn't delay the end.
    { name: 'proof', testMatch: [proof] },
    // Each file in one process: the imports of these tests take longer than the tests.
    { name: 'unit', fullyParallel: false, testMatch: ['{src,sandbox,testing,tools}/**/*.test.ts'] },
    {
      name: 'selftest',
      testMatch: ['selftest/**/*.test.ts'],
      testIgnore: [proof, pageOfProof, ...severalRuns, installedPackage],
    },
    { name: 'several-runs', testMatch: severalRuns },
    { name: 'package', testMatch: [installedPackage] },
    // Reads the results of the proof, so that the whole suite doesn't run twice.
    { name: 'page', testMatch: [pageOfProof], dependencies: ['proof'] },
  ],
});
