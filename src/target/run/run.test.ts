import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { beginRun, prepare, runIn, unclearReplay } from './run.js';
import { testChoiceIn } from './test-choice.js';

test('the run that a process begins reaches the processes that it starts, with what is prepared later', () => {
  const environment: NodeJS.ProcessEnv = {
    CONFORMANCE_PROFILE: 'release',
    CONFORMANCE_SEED: '7',
    CONFORMANCE_HISTORY: 'off',
    CONFORMANCE_RUN_PREFIX: 'ct-8a1f02-',
    TARGET_NAME: 'eu',
    TARGET_API_KEY: 'sk-secret',
  };
  const run = beginRun(environment, testChoiceIn(['test', '--shard', '2/4', '-g', '@REF-01']));
  expect(run).toMatchObject({
    profile: { name: 'release' },
    seed: 7,
    prefix: 'ct-8a1f02-',
    keepsHistory: false,
    folders: { reports: expect.stringMatching(/^reports\/runs\/[\dTZ-]+-eu-\d+$/) },
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  prepare({ address: 'a' }, environment);
  const inherited = runIn({ ...environment });
  expect(inherited).toEqual({ ...run, prepared: { address: 'a' } });
  expect(JSON.stringify(environment).match(/sk-secret/g)).toHaveLength(1);
});

const wrong: Readonly<Record<string, readonly string[]>> = {
  CONFORMANCE_PROFILE: ['a'],
  CONFORMANCE_SEED: ['a', '-1', '1.5', '2147483648', '0x10'],
  CONFORMANCE_QUIET: ['a'],
  CONFORMANCE_HISTORY: ['a'],
  // Other names could begin with it.
  CONFORMANCE_RUN_PREFIX: ['e', 'ct-', 'ct-7-', 'ct-a1b2c3', 'CT-A1B2C3-', 'ct-a1b2c3-s2-', 'ct-../x-'],
};

test('a run with a wrong setting has a sentence that says so, and everything else', () => {
  const rows = Object.entries(wrong).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  const begun = Object.fromEntries(
    rows.map(([name, value]) => [`${name}=${value}`, beginRun({ [name]: value }, testChoiceIn([]))]),
  );
  expectGolden('wrong-runs.txt', begun, ({ profile, problem }) => `${profile.name}: ${problem}`);
  expect(beginRun({}, testChoiceIn([])).problem).toBeUndefined();
  expect(() => runIn({})).toThrow('This process belongs to no run.');
});

test('--shard is refused on keys that all tests share', () => {
  const target = { TARGET_URL: 'https://staging.example.com' };
  const problemWith = (environment: NodeJS.ProcessEnv) =>
    beginRun(environment, testChoiceIn(['test', '--shard=2/4'])).problem;
  expect(problemWith(target)).toMatch(/^--shard needs a control interface/);
  expect(problemWith({ ...target, TARGET_CONTROL_URL: 'https://control.example.com' })).toBeUndefined();
  expect(problemWith({})).toBeUndefined();
});

test('a counterexample is replayed only if one test was chosen', () => {
  const asked = (environment: NodeJS.ProcessEnv) => beginRun(environment, testChoiceIn([]));
  const environment = { CONFORMANCE_PATH: '3:1' };
  expect(unclearReplay(asked(environment), 1)).toBeUndefined();
  expect(unclearReplay(asked(environment), 14)).toMatch(/replays one test, but 14 tests were chosen: /);
  expect(unclearReplay(asked({}), 14)).toBeUndefined();
});

test('the seed of a run is the one that is set, otherwise 1 on a CI server, and elsewhere a new one', () => {
  const seedIn = (environment: NodeJS.ProcessEnv) => beginRun(environment, testChoiceIn([])).seed;
  expect([seedIn({ CONFORMANCE_SEED: '0', CI: '1' }), seedIn({ CI: '1' })]).toEqual([0, 1]);
  expect(seedIn({})).toBeGreaterThan(0);
});
