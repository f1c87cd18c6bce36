import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from '#unit-test';
import { parseConformanceArguments } from './conformance-arguments.js';

/** The written option, and the intended one. */
const mistaken = {
  '--taget': '--target',
  '--traget': '--target',
  '--porfile': '--profile',
  '--sed': '--seed',
  '--strickt': '--strict',
  '--resum': '--resume',
};

for (const [written, meant] of Object.entries(mistaken))
  for (const argument of [written, `${written}=x`])
    test(`${argument} is named, and ${meant} beside it`, () => {
      expect(parseConformanceArguments([argument, 'x'])).toEqual({
        problem: `There is no option ${written}: did you mean ${meant}?`,
      });
    });

test("Playwright's own options are handed on", () => {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const { stdout } = spawnSync(process.execPath, [cli, 'test', '--help'], { encoding: 'utf8' });
  const all = [...stdout.matchAll(/(?<=\s)--[a-z-]+/g)].map(([option]) => option);
  expect(all).toContain('--grep-invert');
  const own = ['--reporter', '--shard'];
  for (const option of all.filter((each) => !own.includes(each)))
    expect(parseConformanceArguments([option]), option).toMatchObject({ playwrightArguments: [option] });
});
