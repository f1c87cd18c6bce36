import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { repeatingCommands, seedOfCommit, seedVariable } from './seed.js';

test('the seed follows from the last commit, whether or not later changes are committed', () => {
  const folder = test.info().outputPath('repository');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-C', folder, ...args], {
      encoding: 'utf8',
    }).trim();
  execFileSync('git', ['init', '--quiet', folder]);
  const seeds = ['first', 'second'].map((message) => {
    git('commit', '--quiet', '--allow-empty', '--message', message);
    const seed = seedOfCommit(folder);
    expect(Number(seed).toString(16).padStart(7, '0')).toBe(git('rev-parse', 'HEAD').slice(0, 7));
    return seed;
  });
  expect(new Set(seeds).size).toBe(2);
  writeFileSync(join(folder, 'change.txt'), 'a change');
  expect(seedOfCommit(folder)).toBe(seeds[1]);
});

test('without git, the seed is 1', () => {
  expect(seedOfCommit('/')).toBe('1');
});

test('laws draw their values with the seed of the run', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env[seedVariable]));
  const failing = fc.check(fc.property(fc.nat(), (value) => value < 10));
  expect(failing.seed).toBe(Number(process.env[seedVariable]));
});

test('the commands that repeat failed tests name their files once, and the proof by its own command', () => {
  const law = { project: 'unit', file: 'src/data/draw.test.ts' };
  const proof = { project: 'proof', file: 'selftest/sample-proof.test.ts' };
  expect(repeatingCommands([], '7')).toEqual([]);
  expect(repeatingCommands([law, law, { project: 'page', file: 'selftest/pages/a.test.ts' }], '7')).toEqual([
    'PROOF_SEED=7 npx playwright test -c selftest src/data/draw.test.ts selftest/pages/a.test.ts',
  ]);
  expect(repeatingCommands([proof], '7')).toEqual(['npm run prove -- --sample 7']);
});
