import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';
import { programArguments } from '../../contract/documents/folders.js';
import { exitCodeOf } from './conformance.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

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
    const run = spawnSync(process.execPath, [...programArguments('src/cli/main'), 'run', ...args], {
      cwd: root,
      env: { ...process.env, CONFORMANCE_REPORTS: folder },
      encoding: 'utf8',
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(says);
    expect(readFileSync(file, 'utf8')).toBe('of an earlier run');
  });
}

/** Ways to a run that would empty the folder `mine`, and the folder of its reports. */
const emptying: readonly (readonly [how: string, reports: string, command: readonly string[]])[] = [
  ['the command', 'mine', [...programArguments('src/cli/main'), 'run']],
  ['Playwright without the command', 'mine', ['node_modules/@playwright/test/cli.js', 'test']],
  ['--output', 'reports', [...programArguments('src/cli/main'), 'run', '--output', 'mine']],
];
for (const [how, reports, command] of emptying)
  test(`a folder with files of somebody else is not emptied by ${how}: the run ends with 2 and one sentence`, () => {
    const mine = test.info().outputPath('mine');
    for (const name of ['artifacts', 'playwright']) mkdirSync(join(mine, name), { recursive: true });
    for (const name of ['index.html', 'artifacts/a', 'playwright/b']) writeFileSync(join(mine, name), 'mine');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      command.map((each) => (each === 'mine' ? mine : each)),
      {
        cwd: root,
        env: {
          ...process.env,
          TEST_WORKER_INDEX: undefined,
          TARGET_URL: 'http://127.0.0.1:9',
          TARGET_API_KEY: 'a',
          CONFORMANCE_REPORTS: test.info().outputPath(reports),
        },
        encoding: 'utf8',
      },
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(`/mine, but it holds artifacts`)]);
    const left = readdirSync(mine, { recursive: true }).toSorted();
    expect(left).toEqual(['artifacts', 'artifacts/a', 'index.html', 'playwright', 'playwright/b']);
  });

test('a listing writes nothing', () => {
  const reports = test.info().outputPath('reports');
  const { status } = spawnSync(
    process.execPath,
    [...programArguments('src/cli/main'), 'run', '--list', '--grep', '@REF-01'],
    { cwd: root, env: { ...process.env, TEST_WORKER_INDEX: undefined, CONFORMANCE_REPORTS: reports } },
  );
  expect(status).toBe(0);
  expect(existsSync(reports)).toBe(false);
});

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
