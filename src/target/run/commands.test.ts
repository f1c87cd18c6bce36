import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { commandsAfter, replayCommand } from './commands.js';
import { testChoiceIn } from './test-choice.js';

const given = {
  CONFORMANCE_SEED: '1',
  TARGET_URL: 'http://127.0.0.1:1234',
  TARGET_API_KEY: 'sk-good-1',
  TARGET_CONTROL_TOKEN: 'sk-good-2',
  TARGET_WRITES: 'allow',
  TARGET_CONFIRMED_GAPS: 'G-07, G-08',
};
const known = { CONFORMANCE_SEED: '7', CONFORMANCE_KNOWN_FAILURES: 'some/known.yaml' };
const onStaging = { CONFORMANCE_SEED: '7', TARGET_NAME: 'staging', CONFORMANCE_PROFILE: 'release' };

type Replay = Parameters<ReturnType<typeof replayCommand>>[0];
type Row =
  | readonly [Parameters<typeof commandsAfter>[0], title: string, replay: Replay]
  | readonly [Parameters<typeof commandsAfter>[0]];

/** Runs that are repeated, or of which one test is replayed. */
const replays: Readonly<Record<string, Row>> = {
  'a title with a place of a path': [
    { CONFORMANCE_SEED: '42' },
    'is refused by GET /api/v1/webhooks/{id}',
    { seed: 42, path: '3:0:1' },
  ],
  'a title with an apostrophe': [onStaging, "it's", { seed: 7, path: '0' }],
  'another seed': [{ ...onStaging, CONFORMANCE_STRICT: '1' }, 'a', { path: '0', seed: 12 }],
  'no path': [{ CONFORMANCE_STRICT: '1' }, 'a b', { seed: 1 }],
  'settings without secrets': [given, 'a', { seed: 1 }],
  'no settings of the embedded sandbox': [{ ...given, CONFORMANCE_EMBEDDED: '1' }],
  'the whole run, with its known failures': [known],
  // Someone who replays a single test wants to see it fail, even if the failure is known.
  'a single test, without the known failures': [known, 'a', { seed: 7 }],
};

test('the command that replays a run or one of its tests', () => {
  expectGolden('replays.txt', replays, (row) => {
    const after = commandsAfter(row[0]);
    return row.length === 1 ? after.repeat : replayCommand(after, row[1])(row[2]);
  });
});

test('no command repeats a password or a query in an address', () => {
  for (const [address, shown] of [
    ['https://me:hunter2@shop.example/at', 'https://shop.example/at'],
    ['http://127.0.0.1:1/?api_key=hunter2', 'http://127.0.0.1:1/'],
    ['me:hunter2@shop.example', 'ADDRESS'],
    ['https://shop.example/at/', 'https://shop.example/at/'],
  ] as const) {
    const [set, asked] = [{ TARGET_URL: address }, { CONFORMANCE_URL: address }].map((each) =>
      commandsAfter(each),
    );
    expect(set?.repeat).toBe(`TARGET_URL=${shown} npm run conformance -- --seed 1`);
    expect(asked?.repeat).toBe(`npm run conformance -- --url ${shown} --seed 1`);
  }
});

test('the commands after a run reach the same target and the same reports, with the choice of its tests', () => {
  const runs: Readonly<Record<string, Parameters<typeof commandsAfter>>> = {
    'of the embedded sandbox': [{ ...given, CONFORMANCE_EMBEDDED: '1' }],
    'into a folder': [{ CONFORMANCE_OUTPUT: 'my run' }],
    'of a target with a name': [onStaging],
    'of a target with an address': [given],
    'with workers, which are no choice': [{}, testChoiceIn(['test', '--workers', '2'])],
    'with a choice of tests': [
      { TARGET_NAME: 'eu' },
      testChoiceIn(['test', '--shard=2/4', '--grep', "it's|that", 'specs/orders']),
    ],
  };
  expectGolden('commands.txt', runs, (run) => commandsAfter(...run));
});
