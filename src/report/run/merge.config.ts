import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { moduleFile, specsFolder, workingFolder } from '../../contract/documents/folders.js';
import { outputVariable } from '../../target/environment.js';

/** Makes the same reports from the blobs of all shards as from one run. */
const reports = resolve(workingFolder, process.env[outputVariable] ?? '');

export default defineConfig({
  // The specs were in a different folder on each machine.
  testDir: specsFolder,
  reporter: [
    [moduleFile('src/report/run/merge-reporter')],
    ['html', { outputFolder: `${reports}/playwright`, open: 'never' }],
    ['junit', { outputFile: `${reports}/junit.xml` }],
  ],
});
