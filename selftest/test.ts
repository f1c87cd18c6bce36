import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { command } from '../src/cli/program.js';
import { runPlaywright } from '../src/cli/run/playwright-process.js';
import { suiteFolder } from '../src/contract/documents/folders.js';
import { standardError } from '../src/report/terminal/terminal.js';
import { currentBuild } from '../tools/bundle/current-build.mjs';
import { bundleUnitTests } from '../tools/bundle/unit-tests.js';

/**
 * `npm test`: builds the unit tests and the other tests that a push waits for, and runs them next to `npm run check`.
 * Arguments go to Playwright; if they name projects, only these run.
 */
await command('test', 'run what a push waits for: checks, unit tests, sampled faults, a world', [
  ['--project=unit src/verdicts', 'the unit tests of a folder'],
])
  .argument(
    '[arguments...]',
    'of Playwright, such as --project=NAME, -g PATTERN, and files or folders of tests',
  )
  .allowUnknownOption()
  .action(async (args: readonly string[]) => {
    const named = [...args.join(' ').matchAll(/--project[= ](\S+)/g)].map(([, name]) => name);
    const isWhole = named.length === 0;
    const projects = isWhole ? ['--project=push', '--project=unit'] : [];
    const checked = isWhole ? check() : true;
    const isBuilt = named.every((name) => name === 'push' || name === 'unit');
    const folder = isBuilt
      ? await currentBuild(suiteFolder, 'unit-tests', (unfinished) =>
          bundleUnitTests(suiteFolder, unfinished),
        )
      : suiteFolder;
    const config = join(folder, 'selftest', isBuilt ? 'playwright.config.js' : '');
    const { code } = await runPlaywright(
      () => [`--config=${config}`, ...projects, ...args],
      { ...process.env, ...(isBuilt ? { CONFORMANCE_UNIT_TESTS: folder } : {}) },
      { cwd: suiteFolder },
    );
    process.exitCode = (await checked) ? (code ?? 1) : 1;
  })
  .parseAsync();

/** Runs `npm run check`, and prints what it says if it fails. @returns whether it passed */
function check(): Promise<boolean> {
  return promisify(execFile)('npm', ['run', 'check'], { cwd: suiteFolder, maxBuffer: 2 ** 26 }).then(
    () => true,
    ({ stdout, stderr }) => {
      standardError.printAsIs(`\n${stdout}${stderr}npm run check failed.`);
      return false;
    },
  );
}
