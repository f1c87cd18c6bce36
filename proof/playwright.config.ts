import { defineConfig } from '@playwright/test';

const [proof, pageOfProof] = ['proof/sample-proof.test.ts', 'proof/report/clean-run.test.ts'];
/** Several runs of the suite each, which have unit tests for what they show: `npm run selftest:runs` and each night. */
const severalRuns = ['read-only-run', 'known-failures', 'parts-of-a-run', 'interrupted-run'].map(
  (name) => `proof/${name}.test.ts`,
);

/** Milliseconds after which a test hangs: however busy the machine is, none takes as long. */
const timeout = 1_200_000;

/**
 * The project's own tests: unit tests beside their source, and proofs about the suite as a whole.
 * The conformance run itself is configured in ../playwright.config.ts.
 */
export default defineConfig({
  testDir: '..',
  globalSetup: './global-setup.ts',
  outputDir: '../reports/selftest/artifacts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Many of these tests wait for processes that they started.
  workers: '150%',
  timeout,
  // As long as whoever waits for a page on a busy machine.
  expect: { timeout: 120_000 },
  reporter: [['dot'], ['junit', { outputFile: '../reports/selftest/junit.xml' }]],
  projects: [
    // It takes the longest, in its own processes: begun first, it leaves nothing to wait for at the end.
    { name: 'proof', testMatch: [proof] },
    // Each file in one go: what these tests import costs more than they do.
    { name: 'unit', fullyParallel: false, testMatch: ['src/**/*.test.ts', 'sandbox/**/*.test.ts'] },
    {
      name: 'selftest',
      testMatch: ['proof/**/*.test.ts'],
      testIgnore: [proof, pageOfProof, ...severalRuns],
    },
    { name: 'several-runs', testMatch: severalRuns },
    // Reads what the proof left: a run of the whole suite is not made twice.
    { name: 'page', testMatch: [pageOfProof], dependencies: ['proof'] },
  ],
});
