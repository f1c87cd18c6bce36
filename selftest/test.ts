import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { roomForExchanges } from '../src/cli/run/playwright-process.js';
import { suiteFolder } from '../src/contract/documents/folders.js';
import { currentBuild } from '../tools/bundle/current-build.mjs';
import { bundleUnitTests } from '../tools/bundle/unit-tests.js';

/**
 * The second half of `npm test`: builds the unit tests and the other tests that a push waits for, then runs them.
 * Arguments go to Playwright; if they name projects, only these run.
 */
const args = process.argv.slice(2);
const named = [...args.join(' ').matchAll(/--project[= ](\S+)/g)].map(([, name]) => name);
const projects = named.length === 0 ? ['--project=push', '--project=unit'] : [];
const isBuilt = named.every((name) => name === 'push' || name === 'unit');
const folder = isBuilt
  ? await currentBuild(suiteFolder, 'unit-tests', (unfinished) => bundleUnitTests(suiteFolder, unfinished))
  : suiteFolder;
const environment = {
  CONFORMANCE_UNIT_TESTS: folder,
  // Without TypeScript, no process needs a loader for it.
  PW_DISABLE_TS_ESM: '1',
  NODE_OPTIONS: `${roomForExchanges} ${process.env.NODE_OPTIONS ?? ''}`,
};
const config = join(folder, 'selftest', isBuilt ? 'playwright.config.js' : '');
const child = spawn(
  process.execPath,
  [join(suiteFolder, 'node_modules/@playwright/test/cli.js'), 'test', '-c', config, ...projects, ...args],
  { cwd: suiteFolder, stdio: 'inherit', env: { ...process.env, ...(isBuilt ? environment : {}) } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [exitCode] = await once(child, 'exit');
process.exitCode = exitCode ?? 1;
