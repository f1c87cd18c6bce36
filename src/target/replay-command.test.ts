import { expect, test } from '#unit-test';
import { replayCommand } from './replay-command.js';

const own = {
  CONFORMANCE_SEED: '1',
  TARGET_URL: 'http://127.0.0.1:1234',
  TARGET_API_KEY: 'sk-good-1',
  TARGET_CONTROL_TOKEN: 'sk-good-2',
  TARGET_WRITES: 'allow',
  TARGET_CONFIRMED_GAPS: 'G-07, G-08',
};
const known = { CONFORMANCE_SEED: '7', CONFORMANCE_KNOWN_FAILURES: 'some/known.yaml' };
const staging = { CONFORMANCE_SEED: '7', TARGET_NAME: 'staging', CONFORMANCE_PROFILE: 'release' };

type Replay = Parameters<ReturnType<typeof replayCommand>>[0];
const commands: readonly (readonly [Parameters<typeof replayCommand>, Replay, command: string])[] = [
  [
    [{ CONFORMANCE_SEED: '42' }, 'is refused by GET /api/v1/webhooks/{id}'],
    { path: '3:0:1' },
    String.raw`npm run conformance -- --seed 42 --grep 'is refused by GET /api/v1/webhooks/\{id\}( @|$)' --path 3:0:1`,
  ],
  [
    [staging, "it's"],
    { path: '0', commandsPath: 'AB:C' },
    String.raw`npm run conformance -- --target staging --profile release --seed 7 --grep 'it'\''s( @|$)' --path 0 --commands-path 'AB:C'`,
  ],
  [
    [{ CONFORMANCE_STRICT: '1' }, 'a b'],
    undefined,
    "npm run conformance -- --seed 1 --strict --grep 'a b( @|$)'",
  ],
  [
    [own, 'a'],
    undefined,
    "TARGET_URL=http://127.0.0.1:1234 TARGET_WRITES=allow TARGET_CONFIRMED_GAPS='G-07, G-08' npm run conformance -- --seed 1 --grep 'a( @|$)'",
  ],
  [[{ ...own, CONFORMANCE_EMBEDDED: '1' }], undefined, 'npm run conformance -- --seed 1'],
  [[known], undefined, 'CONFORMANCE_KNOWN_FAILURES=some/known.yaml npm run conformance -- --seed 7'],
  // Someone who replays a single test wants to see it fail, even if the failure is known.
  [[known, 'a'], undefined, "npm run conformance -- --seed 7 --grep 'a( @|$)'"],
];
for (const [given, replay, command] of commands)
  test(`a run is replayed by ${command}`, () => {
    expect(replayCommand(...given)(replay)).toBe(command);
  });
