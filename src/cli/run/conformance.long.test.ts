import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';
import { programArguments } from '../../contract/documents/folders.js';
import { verdictIn } from './conformance.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Unknown options, and the error message for each. */
const unknown: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['--nonsense'], /unknown option '--nonsense'/],
  [['--worker', '1'], /unknown option '--worker'\s+\(Did you mean --workers\?\)/],
];

for (const [args, says] of unknown) {
  test(`${args.join(' ')} ends with exit code 2 and leaves nothing`, () => {
    const folder = test.info().outputPath('reports');
    const { status, stderr } = start([
      ...programArguments('src/cli/main'),
      'run',
      ...args,
      '--output',
      folder,
    ]);
    expect(status).toBe(2);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/^Verdict {3}nothing can be said \(exit 2\)/);
    expect(existsSync(folder)).toBe(false);
  });
}

for (const [how, command] of [
  ['the command', [...programArguments('src/cli/main'), 'run']],
  ['Playwright without the command', ['node_modules/@playwright/test/cli.js', 'test']],
] as const)
  test(`a folder with files of somebody else is not emptied by ${how}: the run ends with 2 and one sentence`, () => {
    const mine = test.info().outputPath('mine');
    mkdirSync(join(mine, 'artifacts'), { recursive: true });
    writeFileSync(join(mine, 'artifacts/a'), 'mine');
    const { status, stdout, stderr } = start([...command, '--output', mine]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^Verdict {3}nothing can be said \(exit 2\): .*\/mine, because it holds artifacts: /,
      ),
    ]);
    expect(readdirSync(mine, { recursive: true }).toSorted()).toEqual(['artifacts', 'artifacts/a']);
  });

test('a listing writes nothing', () => {
  const folder = test.info().outputPath('reports');
  const args = ['run', '--list', '--grep', '@REF-01', '--output', folder];
  expect(start([...programArguments('src/cli/main'), ...args]).status).toBe(0);
  expect(existsSync(folder)).toBe(false);
});

function start(args: readonly string[]) {
  const settings = { TEST_WORKER_INDEX: undefined, TARGET_URL: 'http://127.0.0.1:9', TARGET_API_KEY: 'a' };
  return spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
}

test('a run ends with the exit code of its verdict, and without one Playwright’s 1 is a refusal', () => {
  for (const code of [0, 1, 2, 3]) expect(verdictIn(code, true)).toBe(code);
  expect(verdictIn(0, false)).toBe(0);
  expect(() => verdictIn(1, false)).toThrow('Playwright ran no test');
});
