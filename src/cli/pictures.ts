import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../operations/browser/browser.js';
import { runSpeed, startSandbox, targetSettings } from '../target/sandbox-process.js';
import { runConformance } from './conformance-process.js';

/**
 * `npm run pictures`: takes the README's pictures of the report, from a run of the whole suite against a sandbox with
 * a fault: the first screen, a failure, and the matrix of operations.
 */
const fault = 'adds-stock-instead-of-setting-it';
const shown = 'STK-01-1';
const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'reports/pictures');

await using sandbox = await startSandbox('--speed', runSpeed, '--fault', fault);
const reports = mkdtempSync(join(tmpdir(), 'conformance-pictures-'));
const args = ['--seed', '1', '--output', join(reports, 'artifacts')];
const run = await runConformance(targetSettings(sandbox), reports, args);
if (run.exitCode !== 1) throw new Error(`The run against ${fault} did not fail:\n${run.output}`);

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 860 }, colorScheme: 'light' });
const address = `file://${join(reports, 'index.html')}`;
mkdirSync(folder, { recursive: true });
await page.goto(`${address}#summary`);
await page.screenshot({ path: join(folder, 'first-screen.png') });
await page.goto(`${address}#${shown}`);
await page.screenshot({ path: join(folder, 'failure.png') });
await page.goto(`${address}#operations`);
await page.screenshot({ path: join(folder, 'matrix.png') });
await browser.close();
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`The pictures are in ${folder}.\n`);
