import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runConformance } from '#testing/started-command';
import { launchUnrecorded } from '../src/browser/browser.js';
import { suiteFolder } from '../src/contract/documents/folders.js';
import { standardOutput } from '../src/report/terminal/terminal.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import {
  type Pictures,
  takePictures,
  takeTerminal,
  terminalScreens,
  terminals,
  terminalVariables,
} from './picture-taking.js';

/** A run against a sandbox, and the pictures of its report. */
interface Run {
  readonly fault: string;
  readonly args?: readonly string[];
  /** The terminal of the run; there are pictures of it, too. */
  readonly terminal: keyof typeof terminals;
  readonly pictures?: Pictures;
}

/** A fault that tests of keys show: their findings are short enough for a small terminal. */
const shownEarly = 'declares-refusals-as-text@getWebhook';

/**
 * `npm run pictures`: takes the pictures of the documentation, from runs against sandboxes with a fault.
 */
const runs: readonly Run[] = [
  {
    fault: `${shownEarly}+adds-stock-instead-of-setting-it`,
    terminal: 'large',
    pictures: { 'first-screen': 'summary', failure: 'STK-01-1', matrix: 'operations' },
  },
  { fault: shownEarly, args: ['--grep', '@AUTH-'], terminal: 'small' },
];

const folder = join(suiteFolder, 'reports/pictures');
const browser = await launchUnrecorded(process.env);
// A picture that is no longer taken has to go.
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
try {
  for (const run of runs) await take(run);
} finally {
  await browser.close();
}
const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
standardOutput.printAsIs(`The pictures are in ${folder}, ${Math.round(bytes / 1000)} kB in all.`);

/** Carries out a run, and takes pictures of its report and of its terminal, in the middle and at the end. */
async function take({ fault, args = [], terminal, pictures = {} }: Run): Promise<void> {
  await using sandbox = await startSandbox('--speed', runSpeed, '--fault', fault);
  // The pictures show this name, and that of the target.
  const reports = 'reports/picture-run';
  rmSync(reports, { recursive: true, force: true });
  try {
    const settings = {
      ...targetSettings(sandbox),
      TARGET_NAME: 'shop',
      ...terminalVariables(terminals[terminal]),
    };
    const run = await runConformance(settings, reports, ['--seed', '1', ...args]);
    if (run.exitCode !== 1)
      throw new Error(`The run against ${fault} ended with ${run.exitCode}:\n${run.output}`);
    await takePictures(browser, pathToFileURL(join(reports, 'index.html')).href, pictures, folder);
    // The pictures show no folder of this machine.
    const printed = run.output.replaceAll(suiteFolder, '');
    const { live, end } = await terminalScreens(printed, terminals[terminal]);
    const name = (of: string) => join(folder, `${of}${terminal === 'small' ? '-small' : ''}.png`);
    await takeTerminal(browser, live, terminal, name('terminal-live'));
    await takeTerminal(browser, end, terminal, name('terminal'));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
