import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#unit-test';
import { exitCodeOf } from './conformance.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Unknown options, and the sentence about them. */
const unknown: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['--nonsense'], /unknown option '--nonsense'/],
  [['--worker', '1'], /unknown option '--worker'\s+\(Did you mean --workers\?\)/],
];

for (const [args, says] of unknown) {
  test(`${args.join(' ')} ends with 2 and keeps the last verdict`, () => {
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

test('a verdict keeps its exit code', () => {
  for (const code of [0, 1, 2, 3]) expect(exitCodeOf(code, true)).toBe(code);
});

test('if Playwright ends with 1 and without a verdict, nothing can be said about the target', () => {
  expect(exitCodeOf(1, false)).toBe(2);
  expect(exitCodeOf(null, false)).toBe(2);
  expect(exitCodeOf(null, true)).toBe(2);
});

test('listing the tests needs no verdict, and an interruption keeps its exit code', () => {
  expect(exitCodeOf(0, false)).toBe(0);
  expect(exitCodeOf(130, false)).toBe(130);
});
