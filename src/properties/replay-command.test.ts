import { expect, test } from '@playwright/test';
import { counterexampleLines } from './counterexample.js';
import { replayCommand } from './replay-command.js';

test('the command names seed, test and path, and what the run was started with', () => {
  const replay = replayCommand({ CONFORMANCE_SEED: '42' }, 'is refused by GET /api/v1/webhooks/{id}');
  expect(replay('3:0:1', undefined)).toBe(
    String.raw`npm run conformance -- --seed 42 --grep 'is refused by GET /api/v1/webhooks/\{id\}' --path 3:0:1`,
  );
  const staging = { CONFORMANCE_SEED: '7', TARGET_NAME: 'staging', CONFORMANCE_PROFILE: 'release' };
  expect(replayCommand(staging, "it's")('0', 'AB:C')).toBe(
    String.raw`npm run conformance -- --target staging --profile release --seed 7 --grep 'it'\''s' --path 0 --commands-path 'AB:C'`,
  );
});

test('a sequence of commands brings its own path, and a long value is cut', () => {
  const lines = (value: unknown) =>
    counterexampleLines({
      value,
      seed: 1,
      path: '0:1',
      runs: 5,
      shrinks: 2,
      replay: (...paths) => paths.join(' '),
    });
  const commands = { toString: () => 'publish(a)\npoll /*replayPath="AAB:C"*/' };
  expect(lines(commands)).toEqual([
    'counterexample, example 5 made smaller 2 times:',
    '  publish(a)',
    '  poll /*replayPath="AAB:C"*/',
    'fast-check seed 1, path 0:1',
    'replay: 0:1 AAB:C',
  ]);
  expect(lines('x'.repeat(5000))[1]).toMatch(/x\.\.\. \(5002 characters\)$/);
});
