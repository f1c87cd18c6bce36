import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { commandsAfter, replayCommand } from './commands.js';
import { testChoiceIn } from './test-choice.js';

const given = {
  ...{ TARGET_API_KEY: 'sk-good-1', TARGET_CONTROL_TOKEN: 'sk-good-2' },
  ...{ TARGET_URL: 'http://127.0.0.1:1234', TARGET_WRITES: 'allow', TARGET_CONFIRMED_GAPS: 'G-07, G-08' },
};
const onStaging = { CONFORMANCE_SEED: '7', TARGET_NAME: 'staging', CONFORMANCE_PROFILE: 'release' };

test('the command that replays one test of a run', () => {
  const replay = (environment: Readonly<Record<string, string>>, title: string) =>
    replayCommand(commandsAfter(environment), title);
  expectGolden('replays.txt', {
    'a title with a place of a path': replay(
      {},
      'refused by GET /webhooks/{id}',
    )({ seed: 42, path: '3:0:1' }),
    'a title with an apostrophe': replay(onStaging, "it's")({ seed: 7, path: '0' }),
    'another seed': replay({ ...onStaging, CONFORMANCE_STRICT: '1' }, 'a')({ seed: 12 }),
    'settings without secrets': replay(given, 'a')({ seed: 1 }),
  });
});

test('the commands after a run reach the same target and the same reports, with the choice of its tests', () => {
  const runs: Readonly<Record<string, Parameters<typeof commandsAfter>>> = {
    'of the embedded sandbox': [{ ...given, CONFORMANCE_EMBEDDED: '1' }],
    'into a folder': [{ CONFORMANCE_OUTPUT: 'my run' }],
    'of a target with a name, with known failures': [
      { ...onStaging, CONFORMANCE_KNOWN_FAILURES: 'known.yaml' },
    ],
    'of a target with an address': [given],
    'of an address on the command line': [{ ...given, CONFORMANCE_URL: given.TARGET_URL }],
    'with a choice of tests': [
      { TARGET_NAME: 'eu' },
      testChoiceIn(['test', '--shard=2/4', '--grep', "it's|that", 'specs/orders']),
    ],
  };
  expectGolden('commands.txt', runs, (run) => commandsAfter(...run));
});
