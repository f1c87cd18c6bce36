import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { reportsFolder } from '../target/reports-folder.js';

/** What Playwright makes of the blobs of all shards: the same reports as of one run. */
const root = resolve(import.meta.dirname, '../..');
const reports = resolve(root, reportsFolder(process.env));

export default defineConfig({
  // Where the specs of each machine lay is not where they lie here.
  testDir: resolve(root, 'specs'),
  reporter: [
    ['html', { outputFolder: `${reports}/playwright`, open: 'never' }],
    ['junit', { outputFile: `${reports}/junit.xml` }],
  ],
});
