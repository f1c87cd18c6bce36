import { exampleExchange } from '#testing/example-exchange';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { Exchange } from '../../http/exchange.js';
import { profileIn } from '../profile.js';
import { readSettings } from '../settings.js';
import { clockSkewIn, driftIn, mappingInWords } from './inquiry.js';
import { leftOutBy } from './preflight-report.js';

/** A reply to a request at 03:04:05. */
function reply(time?: string, milliseconds = 100): Exchange {
  const headers: Record<string, string> = time === undefined ? {} : { date: `Wed, 02 Jan 2030 ${time} GMT` };
  const startedAt = Date.parse('2030-01-02T03:04:05.000Z');
  return new Exchange({ ...exampleExchange({ headers }), startedAt, milliseconds });
}

test('a clock that differs by more than five seconds is reported, judging by the fastest response', () => {
  for (const second of ['00', '04', '05', '06', '09'])
    expect(clockSkewIn([reply(`03:04:${second}`)]), second).toBeUndefined();
  expect(clockSkewIn([reply('03:03:35')])).toMatch(/is 30 s behind this machine's/);
  expect(clockSkewIn([reply('03:04:11')])).toMatch(/is 6 s ahead of this machine's/);
  expect(clockSkewIn([reply('03:04:25', 20_000), reply('03:04:05')])).toBeUndefined();
  expect(clockSkewIn([reply(), reply('soon')])).toBeUndefined();
});

const settings = { name: 'staging', baseUrl: 'https://staging.example.com', confirmedGaps: [] };
const path = 'targets/staging.yaml';

test('the line about the mapping names the file with its steps and open questions, or the command that makes one', () => {
  const file = { contract: '1.3.0', refusal: 422 } as const;
  const open = { 'G-12': 'which header carries the signature?' };
  const targets: Readonly<Record<string, Parameters<typeof mappingInWords>>> = {
    'a name without a file': [settings, {}],
    'neither a name nor a file': [{ ...settings, name: 'staging.example.com' }, {}],
    'no file, and all gaps confirmed': [{ ...settings, confirmedGaps: 'all' }, {}],
    'a file': [settings, { file, path }],
    'a file with a question': [settings, { file: { ...file, open }, path }],
  };
  expectGolden('mapping.txt', targets, (given) => mappingInWords(...given) ?? 'nothing');
});

test('a live description that has changed since the file was learned is reported', () => {
  const learnedFromOther = { from: 'https://staging.example.com/docs', on: '2026-11-22', digest: '5d41402a' };
  expect(driftIn(settings, { path }, { learnedFromOther })).toMatch(/^the live description has changed /);
  expect(driftIn(settings, { path }, { learnedFromOther: undefined })).toBeUndefined();
  expect(driftIn(settings, { path }, undefined)).toBeUndefined();
});

const complete = {
  TARGET_URL: 'http://127.0.0.1:9',
  TARGET_API_KEY: 'sk-first-1,sk-second-2',
  TARGET_OTHER_API_KEY: 'sk-other-3',
  TARGET_EXPIRED_API_KEY: 'sk-expired-4',
  TARGET_REVOKED_API_KEY: 'sk-revoked-5',
  TARGET_WRITES: 'allow',
  TARGET_ORDERS: 'N-1',
  TARGET_REJECTED_IMAGE_URL: 'https://images.example/reject.jpg',
  TARGET_PROBLEM_IMAGE_URL: 'https://images.example/problem.jpg',
};
const control = { TARGET_CONTROL_URL: 'http://127.0.0.1:9/control', TARGET_CONTROL_TOKEN: 'token-6' };
const elsewhere = { TARGET_URL: 'https://staging.example.com' };
const oneKey = { TARGET_API_KEY: 'sk-first-1' };
const noProvocations = { TARGET_REJECTED_IMAGE_URL: '', TARGET_PROBLEM_IMAGE_URL: '' };

/** Profiles, and settings other than the complete ones. */
const runs: readonly (readonly [profile: string, settings: Readonly<Record<string, string>>])[] = [
  ['standard', control],
  ['standard', { ...control, TARGET_API_KEY: '', TARGET_OTHER_API_KEY: '', TARGET_ORDERS: '' }],
  ['release', {}],
  ['release', noProvocations],
  ...['TARGET_ORDERS', 'TARGET_OTHER_API_KEY', 'TARGET_EXPIRED_API_KEY', 'TARGET_REVOKED_API_KEY'].map(
    (name) => ['release', { [name]: '' }] as const,
  ),
  ['release', oneKey],
  ['standard', oneKey],
  ['release', elsewhere],
  ['release', { ...elsewhere, TARGET_WRITES: 'deny' }],
  ['smoke', {}],
];

test('what a run leaves out, and why', () => {
  const rows = Object.fromEntries(
    runs.map((run) => [run.map((each) => JSON.stringify(each)).join(' '), run]),
  );
  expectGolden('left-out.txt', rows, ([profile, settings]) =>
    leftOutBy(readSettings({ ...complete, ...settings }), profileIn({ CONFORMANCE_PROFILE: profile })),
  );
});

test('without a browser, a run leaves out everything that needs one', () => {
  const given = readSettings({ ...complete, ...control });
  expect(leftOutBy(given, profileIn({}), 'There is no Chromium on this machine: install one.')).toEqual([
    { what: 'everything that needs a browser', reason: 'There is no Chromium on this machine: install one' },
  ]);
});
