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

type Environment = Parameters<typeof commandsAfter>[0];
type Replay = Parameters<ReturnType<typeof replayCommand>>[0];
const commands: readonly (readonly [[Environment, title?: string], Replay, command: string])[] = [
  [
    [{ CONFORMANCE_SEED: '42' }, 'is refused by GET /api/v1/webhooks/{id}'],
    { path: '3:0:1' },
    String.raw`npm run conformance -- --seed 42 --grep 'is refused by GET /api/v1/webhooks/\{id\}( @|$)' --path 3:0:1`,
  ],
  [
    [onStaging, "it's"],
    { path: '0', commandsPath: 'AB:C' },
    String.raw`npm run conformance -- --target staging --profile release --seed 7 --grep 'it'\''s( @|$)' --path 0 --commands-path 'AB:C'`,
  ],
  [
    [{ ...onStaging, CONFORMANCE_STRICT: '1' }, 'a'],
    { path: '0', seed: 12 },
    "npm run conformance -- --target staging --profile release --seed 12 --strict --grep 'a( @|$)' --path 0",
  ],
  [
    [{ CONFORMANCE_STRICT: '1' }, 'a b'],
    undefined,
    "npm run conformance -- --seed 1 --strict --grep 'a b( @|$)'",
  ],
  [
    [given, 'a'],
    undefined,
    "TARGET_URL=http://127.0.0.1:1234 TARGET_WRITES=allow TARGET_CONFIRMED_GAPS='G-07, G-08' npm run conformance -- --seed 1 --grep 'a( @|$)'",
  ],
  [[{ ...given, CONFORMANCE_EMBEDDED: '1' }], undefined, 'npm run conformance -- --seed 1'],
  [[known], undefined, 'CONFORMANCE_KNOWN_FAILURES=some/known.yaml npm run conformance -- --seed 7'],
  // Someone who replays a single test wants to see it fail, even if the failure is known.
  [[known, 'a'], undefined, "npm run conformance -- --seed 7 --grep 'a( @|$)'"],
];
for (const [[environment, title], replay, command] of commands)
  test(`a run is replayed by ${command}`, () => {
    const after = commandsAfter(environment);
    expect(title === undefined ? after.repeat : replayCommand(after, title)(replay)).toBe(command);
  });

test('no command repeats a password or a query in an address', () => {
  for (const [address, shown] of [
    ['https://me:hunter2@shop.example/at', 'https://shop.example/at'],
    ['http://127.0.0.1:1/?api_key=hunter2', 'http://127.0.0.1:1/'],
    ['me:hunter2@shop.example', 'ADDRESS'],
    ['https://shop.example/at/', 'https://shop.example/at/'],
  ] as const) {
    expect(commandsAfter({ TARGET_URL: address }).repeat).toBe(
      `TARGET_URL=${shown} npm run conformance -- --seed 1`,
    );
    const asked = { CONFORMANCE_URL: address };
    expect(commandsAfter(asked).repeat).toBe(`npm run conformance -- --url ${shown} --seed 1`);
    expect(commandsAfter(asked).whole).toBe(`npm run conformance -- --url ${shown}`);
  }
});

test('the commands after a run reach the same target and the same reports', () => {
  expect(commandsAfter({}).report).toBe('npm run report');
  expect(commandsAfter({ CONFORMANCE_OUTPUT: 'my run' }).report).toBe("npm run report -- 'my run'");
  expect(commandsAfter({}).whole).toBe('npm run conformance');
  expect(commandsAfter(onStaging).again).toBe('npm run conformance -- --target staging');
  expect(commandsAfter({ ...given, CONFORMANCE_EMBEDDED: '1' }).whole).toBe('npm run conformance');
  expect(commandsAfter(given).whole).toMatch(
    /^TARGET_URL=http:\S+ TARGET_WRITES=allow .* npm run conformance$/,
  );
});

test('a run starts again with the choice of its tests', () => {
  const command = (...args: readonly string[]) =>
    commandsAfter({ TARGET_NAME: 'eu' }, testChoiceIn(['test', ...args])).again;
  expect(command('--workers', '2')).toBe('npm run conformance -- --target eu');
  expect(command('--shard=2/4', '--grep', "it's|that", 'specs/orders')).toBe(
    String.raw`npm run conformance -- --target eu --shard 2/4 --grep 'it'\''s|that' specs/orders`,
  );
});
