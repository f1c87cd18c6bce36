import { expect, test } from '#unit-test';
import { parseContractArguments } from './contract-arguments.js';

test('a target can be named in both ways, or not at all', () => {
  expect(parseContractArguments([])).toEqual({});
  expect(parseContractArguments(['--target', 'staging'])).toEqual({ target: 'staging' });
  expect(parseContractArguments(['--target=staging'])).toEqual({ target: 'staging' });
});

test('arguments that make no sense are refused with a sentence', () => {
  for (const [args, problem] of [
    [['--target'], '--target needs a value.'],
    [['--target', '--x'], '--target needs a value.'],
    [['--wire'], 'npm run contract takes --target, but not --wire.'],
    [['--target', 'a', 'b'], 'npm run contract takes --target, but not b.'],
    [
      ['--target', '../a'],
      '--target takes the name of a target (letters, digits, dot, dash), but is "../a".',
    ],
  ] as const)
    expect(parseContractArguments(args)).toEqual({ problem });
});
