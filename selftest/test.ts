import { join } from 'node:path';
import { runPlaywright } from '../src/cli/run/playwright-process.js';
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
const config = join(folder, 'selftest', isBuilt ? 'playwright.config.js' : '');
const exitCode = await runPlaywright(
  () => [`--config=${config}`, ...projects, ...args],
  { ...process.env, ...(isBuilt ? { CONFORMANCE_UNIT_TESTS: folder } : {}) },
  { cwd: suiteFolder },
);
process.exitCode = exitCode ?? 1;
