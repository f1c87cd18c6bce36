import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '#testing/unit-test';
import {
  conformanceCommand,
  historyFolder,
  openingCommand,
  replayCommand,
  reportsFolder,
  withSettingsFile,
} from './environment.js';

type Texts = Readonly<Record<string, string>>;
const [file, staging] = ['https://file.example.com', 'https://staging.example.com'];
const own = { CONFORMANCE_SETTINGS_FILE: 'none' };

/** Settings files, the environment, and both merged. */
const merged: readonly (readonly [what: string, files: Texts, environment: Texts, expected: Texts])[] = [
  [
    'the process takes precedence over the file',
    { '.env': `TARGET_URL=${file}\nTARGET_WRITES=allow\n` },
    { TARGET_URL: staging, HOME: '/home/me' },
    { TARGET_URL: staging, TARGET_WRITES: 'allow', HOME: '/home/me' },
  ],
  [
    'a named target has its own file',
    { '.env': 'TARGET_WRITES=allow\n', '.env.eu-1.staging': `TARGET_URL=${staging}\n` },
    { TARGET_NAME: 'eu-1.staging' },
    { TARGET_NAME: 'eu-1.staging', TARGET_URL: staging },
  ],
  [
    'an address on the command line takes precedence over everything, and a named target then needs no file',
    {},
    { TARGET_NAME: 'shop', TARGET_URL: file, CONFORMANCE_URL: staging },
    { TARGET_NAME: 'shop', TARGET_URL: staging, CONFORMANCE_URL: staging },
  ],
  ['no file is needed', {}, { TARGET_URL: staging }, { TARGET_URL: staging }],
  [
    'an empty name, as an unset variable of a CI server leaves it, names no target',
    { '.env': 'TARGET_WRITES=allow\n' },
    { TARGET_NAME: '' },
    { TARGET_NAME: '', TARGET_WRITES: 'allow' },
  ],
  [
    'a run of the project itself takes only denied hosts from the file',
    { '.env': `TARGET_URL=${file}\nTARGET_DENIED_HOSTS=a.example\n` },
    own,
    { ...own, TARGET_DENIED_HOSTS: 'a.example' },
  ],
  [
    'such a run reads the file of a target that it names',
    { '.env.staging': `TARGET_URL=${staging}\n` },
    { ...own, TARGET_NAME: 'staging' },
    { ...own, TARGET_NAME: 'staging', TARGET_URL: staging },
  ],
  [
    'such a run needs no file',
    { '.env': 'TARGET_WRITES=allow\n' },
    { ...own, TARGET_NAME: 'nowhere', TARGET_URL: staging },
    { ...own, TARGET_NAME: 'nowhere', TARGET_URL: staging },
  ],
  [
    'a host that any place denies is denied',
    {
      '.env': 'TARGET_DENIED_HOSTS=a.example, b.example\nTARGET_WRITES=allow\n',
      '.env.staging': 'TARGET_DENIED_HOSTS=c.example,a.example\n',
    },
    { TARGET_NAME: 'staging', TARGET_DENIED_HOSTS: 'd.example' },
    { TARGET_NAME: 'staging', TARGET_DENIED_HOSTS: 'd.example,c.example,a.example,b.example' },
  ],
  [
    'an empty list removes no denied host',
    { '.env': 'TARGET_DENIED_HOSTS=a.example\n', '.env.bare': 'TARGET_DENIED_HOSTS=\n' },
    { TARGET_NAME: 'bare', TARGET_DENIED_HOSTS: '' },
    { TARGET_NAME: 'bare', TARGET_DENIED_HOSTS: 'a.example' },
  ],
];
for (const [what, files, environment, expected] of merged)
  test(what, () => {
    const folder = folderWith(files);
    const given = { ...environment };
    const first = withSettingsFile(given, folder);
    expect(first).toEqual(expected);
    expect(given).toEqual(environment);
    expect(withSettingsFile(first, folder), 'as a worker reads it again').toEqual(expected);
  });

test('a named target needs a well-formed name and a file', () => {
  const folder = folderWith({ '.env': 'TARGET_WRITES=allow\n' });
  expect(() => withSettingsFile({ TARGET_NAME: 'staging' }, folder)).toThrow(
    '--target staging needs a file .env.staging in',
  );
  for (const name of ['../secrets', 'a/b', 'two words'])
    expect(() => withSettingsFile({ TARGET_NAME: name }, folder)).toThrow(
      '--target takes the name of a settings file',
    );
});

function folderWith(files: Texts): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(test.info().outputPath(name), text);
  return test.info().outputPath();
}

test('the history of the usual folder is next to it, and the history of a different folder is inside it', () => {
  for (const [named, reports, history] of [
    [undefined, 'reports/latest', 'reports/history'],
    ['', 'reports/latest', 'reports/history'],
    ['./reports/latest/', './reports/latest/', 'reports/history'],
    [resolve('reports/latest'), resolve('reports/latest'), 'reports/history'],
    ['reports', 'reports', 'reports/history'],
    ['/tmp/x', '/tmp/x', '/tmp/x/history'],
  ]) {
    const environment = { CONFORMANCE_REPORTS: named };
    expect([reportsFolder(environment), historyFolder(environment)]).toEqual([reports, history]);
  }
});

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
const commands: readonly (readonly [Parameters<typeof replayCommand>, Replay, command: string])[] = [
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
for (const [asked, replay, command] of commands)
  test(`a run is replayed by ${command}`, () => {
    expect(replayCommand(...asked)(replay)).toBe(command);
  });

test('no command repeats a password or a query in an address', () => {
  for (const [address, shown] of [
    ['https://me:hunter2@shop.example/at', 'https://shop.example/at'],
    ['http://127.0.0.1:1/?api_key=hunter2', 'http://127.0.0.1:1/'],
    ['me:hunter2@shop.example', 'ADDRESS'],
    ['https://shop.example/at/', 'https://shop.example/at/'],
  ] as const) {
    expect(replayCommand({ TARGET_URL: address })()).toBe(
      `TARGET_URL=${shown} npm run conformance -- --seed 1`,
    );
    const asked = { CONFORMANCE_URL: address };
    expect(replayCommand(asked)()).toBe(`npm run conformance -- --url ${shown} --seed 1`);
    expect(conformanceCommand(asked)).toBe(`npm run conformance -- --url ${shown}`);
  }
});

test('the commands after a run reach the same target and the same reports', () => {
  expect(openingCommand({})).toBe('npm run report');
  expect(openingCommand({ CONFORMANCE_REPORTS: 'my reports' })).toBe(
    "CONFORMANCE_REPORTS='my reports' npm run report",
  );
  expect(conformanceCommand({})).toBe('npm run conformance');
  expect(conformanceCommand({ ...onStaging, CONFORMANCE_REPORTS: 'r' }, '--resume')).toBe(
    'CONFORMANCE_REPORTS=r npm run conformance -- --target staging --resume',
  );
  expect(conformanceCommand({ ...given, CONFORMANCE_EMBEDDED: '1' })).toBe('npm run conformance');
  expect(conformanceCommand(given)).toMatch(
    /^TARGET_URL=http:\S+ TARGET_WRITES=allow .* npm run conformance$/,
  );
});
