import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suiteFolder } from '../src/contract/documents/folders.js';
import { currentBuild } from '../tools/bundle/current-build.mjs';
import { bundleUnitTests } from '../tools/bundle/unit-tests.js';

/**
 * The second half of `npm test`: builds the unit tests, then runs them and what a push waits for besides. Arguments go to
 * Playwright; if they name a project, only that one runs.
 */
const args = process.argv.slice(2);
const projects = args.some((each) => each.startsWith('--project')) ? [] : ['push', 'unit'];
const folder = await currentBuild(suiteFolder, 'unit-tests', (unfinished) =>
  bundleUnitTests(suiteFolder, unfinished),
);
const child = spawn(
  process.execPath,
  [
    join(suiteFolder, 'node_modules/@playwright/test/cli.js'),
    ...['test', '-c', 'selftest', ...projects.map((name) => `--project=${name}`), ...args],
  ],
  { cwd: suiteFolder, stdio: 'inherit', env: { ...process.env, CONFORMANCE_UNIT_TESTS: folder } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [exitCode] = await once(child, 'exit');
process.exitCode = exitCode ?? 1;
