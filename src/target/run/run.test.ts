import { expect, test } from '#testing/unit-test';
import { beginRun, prefixIn, prepare, runIn, unclearReplay } from './run.js';
import { testChoiceIn } from './test-choice.js';

const begun = (environment: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  beginRun(environment, testChoiceIn(['test', ...args]));

test('the run that a process begins reaches the processes that it starts, with what is prepared later', () => {
  const environment: NodeJS.ProcessEnv = {
    ...{ CONFORMANCE_PROFILE: 'release', CONFORMANCE_SEED: '7', CONFORMANCE_HISTORY: 'off' },
    ...{ CONFORMANCE_RUN_PREFIX: 'ct-8a1f02-', TARGET_NAME: 'eu', TARGET_API_KEY: 'sk-secret' },
  };
  const run = begun(environment, '--shard', '2/4', '-g', '@REF-01');
  expect(run).toMatchObject({
    profile: { name: 'release' },
    ...{ seed: 7, prefix: 'ct-8a1f02-', keepsHistory: false },
    folders: { reports: expect.stringMatching(/^reports\/runs\/[\dTZ-]+-eu-\d+$/) },
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  prepare({ address: 'a' }, environment);
  expect(runIn({ ...environment })).toEqual({ ...run, prepared: { address: 'a' } });
  expect(JSON.stringify(environment).match(/sk-secret/g)).toHaveLength(1);
});

test('a run with a wrong setting does not begin, so that no command after it repeats a password in an address', () => {
  const seed = 'must be a whole number from 0 to 2147483647, but is';
  for (const [name, value, sentence] of [
    ['CONFORMANCE_PROFILE', 'a', 'must be smoke or standard or release, but is "a".'],
    ['CONFORMANCE_SEED', '-1', `${seed} "-1"`],
    ['CONFORMANCE_SEED', '2147483648', `${seed} "2147483648"`],
    ['CONFORMANCE_QUIET', 'a', 'must be 1, but is "a".'],
    ['TARGET_URL', 'https://me:hunter2@shop.example', 'must not contain a user, password, query'],
    ['TARGET_IMAGE_URL', 'https://shop.example?key=hunter2', 'must not contain a user, password, query'],
  ] as const)
    expect(() => begun({ [name]: value })).toThrow(`${name} ${sentence}`);
});

test('no run has a prefix with which other names could begin', () => {
  for (const prefix of ['e', 'ct-', 'ct-7-', 'ct-a1b2c3', 'CT-A1B2C3-', 'ct-a1b2c3-s2-', 'ct-../x-'])
    expect(prefixIn({ CONFORMANCE_RUN_PREFIX: prefix }), prefix).toBeUndefined();
  expect(begun({}).prefix).toMatch(/^ct-[\da-f]{6}-$/);
});

test('--shard is refused on keys that all tests share', () => {
  const target = { TARGET_URL: 'https://staging.example.com' };
  const control = { TARGET_CONTROL_URL: 'https://control.example.com', TARGET_CONTROL_TOKEN: 'token-6' };
  expect(() => begun({ ...target }, '--shard=2/4')).toThrow(/^--shard needs a control interface/);
  for (const environment of [{ ...target, ...control }, {}])
    expect(begun(environment, '--shard=2/4').choice.shard).toBe('2/4');
});

test('a counterexample is replayed only if one test was chosen', () => {
  const replayed = '3:1';
  expect(unclearReplay({ replayed }, 14)).toMatch(/replays one test, but 14 tests were chosen: /);
  expect([unclearReplay({ replayed }, 1), unclearReplay({ replayed: undefined }, 14)]).toEqual([
    undefined,
    undefined,
  ]);
});

test('the seed of a run is the one that is set, otherwise 1 on a CI server, and elsewhere a new one', () => {
  expect([begun({ CONFORMANCE_SEED: '0', CI: '1' }).seed, begun({ CI: '1' }).seed]).toEqual([0, 1]);
  expect(begun({}).seed).toBeGreaterThan(0);
});
