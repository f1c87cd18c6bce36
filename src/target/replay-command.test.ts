import { expect, test } from '#unit-test';
import { replayCommand } from './replay-command.js';

test('the command names seed, test and path, and what the run was started with', () => {
  const replay = replayCommand({ CONFORMANCE_SEED: '42' }, 'is refused by GET /api/v1/webhooks/{id}');
  expect(replay({ path: '3:0:1' })).toBe(
    String.raw`npm run conformance -- --seed 42 --grep 'is refused by GET /api/v1/webhooks/\{id\}( @|$)' --path 3:0:1`,
  );
  const staging = { CONFORMANCE_SEED: '7', TARGET_NAME: 'staging', CONFORMANCE_PROFILE: 'release' };
  expect(replayCommand(staging, "it's")({ path: '0', commandsPath: 'AB:C' })).toBe(
    String.raw`npm run conformance -- --target staging --profile release --seed 7 --grep 'it'\''s( @|$)' --path 0 --commands-path 'AB:C'`,
  );
});

test('a test that generates nothing is run as a whole, as strictly as before', () => {
  expect(replayCommand({ CONFORMANCE_SEED: '1', CONFORMANCE_STRICT: '1' }, 'a b')()).toBe(
    "npm run conformance -- --seed 1 --strict --grep 'a b( @|$)'",
  );
});

test('a target of the environment alone stands in front, without its secrets', () => {
  const environment = {
    CONFORMANCE_SEED: '1',
    TARGET_URL: 'http://127.0.0.1:1234',
    TARGET_API_KEY: 'sk-good-1',
    TARGET_CONTROL_TOKEN: 'sk-good-2',
    TARGET_WRITES: 'allow',
    TARGET_CONFIRMED_GAPS: 'G-07, G-08',
  };
  expect(replayCommand(environment, 'a')()).toBe(
    "TARGET_URL=http://127.0.0.1:1234 TARGET_WRITES=allow TARGET_CONFIRMED_GAPS='G-07, G-08' npm run conformance -- --seed 1 --grep 'a( @|$)'",
  );
  expect(replayCommand({ ...environment, CONFORMANCE_EMBEDDED: '1' }, 'a')()).toMatch(/^npm run/);
  expect(replayCommand({ ...environment, TARGET_NAME: 'staging' }, 'a')()).toMatch(/^npm run/);
});

test('without a title it is the whole run', () => {
  expect(replayCommand({ CONFORMANCE_SEED: '7', TARGET_NAME: 'staging' })()).toBe(
    'npm run conformance -- --target staging --seed 7',
  );
});

test('a whole run has the known failures that it had; one test is to be seen as it is', () => {
  const environment = { CONFORMANCE_SEED: '7', CONFORMANCE_KNOWN_FAILURES: 'some/known.yaml' };
  expect(replayCommand(environment)()).toBe(
    'CONFORMANCE_KNOWN_FAILURES=some/known.yaml npm run conformance -- --seed 7',
  );
  expect(replayCommand(environment, 'a')()).toBe("npm run conformance -- --seed 7 --grep 'a( @|$)'");
});
