import { expect, test } from '#unit-test';
import { parsePlanArguments } from './plan-arguments.js';

test('a plan is of the profile standard, on one machine, unless something else is asked for', () => {
  expect(parsePlanArguments([])).toEqual({ profile: 'standard', shards: 1 });
  expect(parsePlanArguments(['--target', 'staging', '--profile=release', '--shards', '4'])).toEqual({
    target: 'staging',
    profile: 'release',
    shards: 4,
  });
});

for (const [args, problem] of [
  [['--grep', 'x'], /takes --target, --profile and --shards, but not --grep/],
  [['--target'], /--target needs a value/],
  [['--profile', 'fast'], /--profile must be one of smoke, standard, release, but is "fast"/],
  [['--shards', '0'], /--shards must be a whole number from 1 to 99, but is "0"/],
] as const)
  test(`${args.join(' ')} is refused in a sentence`, () => {
    expect(parsePlanArguments(args)).toEqual({ problem: expect.stringMatching(problem) });
  });
