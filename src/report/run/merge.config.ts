import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { specsFolder, workingFolder } from '../../contract/documents/folders.js';
import { reportsFolder } from '../../target/environment.js';

/** Makes the same Playwright reports from the blobs of all shards as from one run. */
const reports = resolve(workingFolder, reportsFolder(process.env));

export default defineConfig({
  // The specs were in a different folder on each machine.
  testDir: specsFolder,
  reporter: [
    ['html', { outputFolder: `${reports}/playwright`, open: 'never' }],
    ['junit', { outputFile: `${reports}/junit.xml` }],
  ],
});
