import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#unit-test';
import { exitCodeOf } from './conformance.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Unknown options, and the error message for each. */
const unknown: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['--nonsense'], /unknown option '--nonsense'/],
  [['--worker', '1'], /unknown option '--worker'\s+\(Did you mean --workers\?\)/],
];

for (const [args, says] of unknown) {
  test(`${args.join(' ')} ends with exit code 2 and keeps the last verdict`, () => {
    const folder = test.info().outputPath('reports');
    const file = join(folder, 'conformance.json');
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, 'of an earlier run');
    const run = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'run', ...args], {
      cwd: root,
      env: { ...process.env, CONFORMANCE_REPORTS: folder },
      encoding: 'utf8',
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(says);
    expect(readFileSync(file, 'utf8')).toBe('of an earlier run');
  });
}

test('a run that wrote a verdict ends with Playwright’s exit code', () => {
  for (const code of [0, 1, 2, 3]) expect(exitCodeOf(code, true)).toBe(code);
});

test('a run ends with exit code 2 if Playwright was killed, or exited with 1 without giving a verdict', () => {
  expect(exitCodeOf(1, false)).toBe(2);
  expect(exitCodeOf(null, false)).toBe(2);
  expect(exitCodeOf(null, true)).toBe(2);
});

test('without a verdict, a run that listed the tests or was interrupted ends with Playwright’s exit code', () => {
  expect(exitCodeOf(0, false)).toBe(0);
  expect(exitCodeOf(130, false)).toBe(130);
});
