import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../operations/browser/browser.js';
import { runSpeed, startSandbox, targetSettings } from '../target/sandbox-process.js';
import { runConformance } from './conformance-process.js';
import { type Picture, takePictures, terminalPage } from './picture-taking.js';

/**
 * `npm run pictures`: takes the pictures of the documentation, from runs against sandboxes: one without a fault and one
 * with a fault as a whole, and those that show one thing as far as they need to. `-- --only NAME,NAME` takes some.
 */
const runs = {
  clean: { fault: undefined, args: [] },
  stock: { fault: 'adds-stock-instead-of-setting-it', args: [] },
  batch: { fault: 'goes-back-to-pending', args: ['--grep', '@BAT-07', '--strict'] },
  limit: { fault: 'refuses-last-of-window', args: ['--grep', '@LIM-05'] },
  states: { fault: 'deactivates-draft', args: ['--grep', '@STS-'] },
} as const;

type RunName = keyof typeof runs;

/** The pictures by run; an address is a part of the report, and an element makes the picture a part of the screen. */
const pictures: Readonly<Record<RunName, readonly Picture[]>> = {
  clean: [
    { name: 'first-screen-green', address: 'summary' },
    { name: 'evidence', address: 'BAT-10', opens: '#BAT-10 .verified summary' },
  ],
  stock: [
    { name: 'first-screen', address: 'summary' },
    { name: 'failure', address: 'STK-01-1' },
    { name: 'matrix', address: 'operations' },
    { name: 'timeline', address: 'timeline', element: '#run figure.timeline' },
    { name: 'operation', address: 'operation/updateProductStock' },
  ],
  batch: [{ name: 'batch', address: 'BAT-07-1', element: '[id="BAT-07-1"] figure.track' }],
  limit: [{ name: 'rate-limit', address: 'LIM-05-1', element: '[id="LIM-05-1"] figure.curve' }],
  states: [{ name: 'state-machine', address: 'state-machines', element: '#run figure.machine' }],
};

const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'reports/pictures');
const [, , option, names = ''] = process.argv;
const only = option === '--only' ? names.split(',') : undefined;
const known = ['terminal', ...Object.values(pictures).flatMap((each) => each.map(({ name }) => name))];
const unknown = (only ?? []).filter((name) => !known.includes(name));
if ((option !== undefined && only === undefined) || unknown.length > 0) {
  process.stderr.write(
    `There is no picture ${unknown.join(', ') || option}: use --only with ${known.join(', ')}.\n`,
  );
  process.exit(2);
}

const isWanted = (name: string) => only === undefined || only.includes(name);
const browser = await launchBrowser();
mkdirSync(folder, { recursive: true });
try {
  for (const name of Object.keys(runs) as RunName[]) {
    const wanted = pictures[name].filter((picture) => isWanted(picture.name));
    if (wanted.length > 0 || (name === 'stock' && isWanted('terminal'))) await take(name, wanted);
  }
} finally {
  await browser.close();
}
const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
process.stdout.write(`The pictures are in ${folder}, ${Math.round(bytes / 1000)} kB in all.\n`);

/** Carries out a run, and takes pictures of its report and, of the run with a fault, of the end of its output. */
async function take(name: RunName, wanted: readonly Picture[]): Promise<void> {
  const { fault, args } = runs[name];
  await using sandbox = await startSandbox(
    '--speed',
    runSpeed,
    ...(fault === undefined ? [] : ['--fault', fault]),
  );
  const reports = mkdtempSync(join(tmpdir(), 'conformance-pictures-'));
  try {
    const output = join(reports, 'artifacts');
    const run = await runConformance(targetSettings(sandbox), reports, [
      '--seed',
      '1',
      '--output',
      output,
      ...args,
    ]);
    const expected = fault === undefined ? 0 : 1;
    if (run.exitCode !== expected)
      throw new Error(`The run against ${fault ?? 'no fault'} ended with ${run.exitCode}:\n${run.output}`);
    await takePictures(browser, `file://${join(reports, 'index.html')}`, wanted, folder);
    if (name === 'stock' && isWanted('terminal')) {
      // The live block above the summary is one frame of `liveFrame`, as soon as there is one.
      const page = `data:text/html,${encodeURIComponent(terminalPage(run.output, 20))}`;
      await takePictures(browser, page, [{ name: 'terminal', element: 'pre' }], folder);
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
