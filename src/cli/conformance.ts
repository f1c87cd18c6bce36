import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { reportsFolder } from '../report/reports-folder.js';
import { parseConformanceArguments } from './conformance-arguments.js';
import { exitCodeOf } from './exit-code.js';

/**
 * `npm run conformance`: Playwright with this project's configuration. Takes --target, --seed and --strict, and hands
 * everything else on. The exit code is the run's: 0 conformant, 1 non-conformant, 2 nothing can be said, 3 incomplete.
 */
const parsed = parseConformanceArguments(process.argv.slice(2));
if ('problem' in parsed) {
  process.stderr.write(`${parsed.problem}\n`);
  process.exit(2);
}

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const verdict = join(reportsFolder(process.env), 'conformance.json');
const writtenAt = () => statSync(verdict, { throwIfNoEntry: false })?.mtimeMs;
const writtenBefore = writtenAt();
const child = spawn(process.execPath, [playwright, 'test', ...parsed.playwrightArguments], {
  stdio: 'inherit',
  env: { ...process.env, ...parsed.environment },
});
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGINT', () => {
  // Ctrl-C in a terminal reaches Playwright by itself; a second one would make it drop the reports.
  if (!process.stdin.isTTY) child.kill('SIGINT');
});
child.on('close', (code) => {
  const written = writtenAt();
  process.exit(exitCodeOf(code, written !== undefined && written !== writtenBefore));
});
