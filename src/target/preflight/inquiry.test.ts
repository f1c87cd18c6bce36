import { exampleExchange } from '#testing/example-exchange';
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
  expect(mappingInWords(settings, {})).toMatch(/^unknown: .*; npm run learn -- --target staging finds out/);
  expect(mappingInWords({ ...settings, name: 'staging.example.com' }, {})).toContain('--target NAME');
  expect(mappingInWords({ ...settings, confirmedGaps: 'all' }, {})).toBeUndefined();
  const file = { contract: '1.3.0', refusal: 422 };
  expect(mappingInWords(settings, { file, path })).toBe(`as in ${path}, 1 step, no open questions`);
  const open = { 'G-12': 'which header carries the signature?' };
  expect(mappingInWords(settings, { file: { ...file, open }, path })).toBe(
    `as in ${path}, 1 step, 1 open question: answer it there, under open`,
  );
});

test('a live description that has changed since the file was learned is reported, along with the command that compares the two', () => {
  const learnedFromOther = { from: 'https://staging.example.com/docs', on: '2026-11-22', digest: '5d41402a' };
  expect(driftIn(settings, { path }, { learnedFromOther })).toBe(
    'the live description has changed since 2026-11-22, when targets/staging.yaml was learned: npm run learn -- --target staging --check shows how',
  );
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
const missing = (setting: string) => `it needs ${setting}, which is not set`;
const noControl = 'only a control interface can cause them, and there is none';
const noProvocations = { TARGET_REJECTED_IMAGE_URL: '', TARGET_PROBLEM_IMAGE_URL: '' };
const needsImages =
  'set TARGET_REJECTED_IMAGE_URL and TARGET_PROBLEM_IMAGE_URL, so that the suite can make products that the review rejects, and products with a problem';
const needsOrders = 'name orders in TARGET_ORDERS that the suite may cancel, ship and return';
const noReceiver = "staging.example.com can't reach a receiver on this machine";
const othersNeedThem = 'other clients with the same key would be locked out; --profile release does it';

/** Settings other than the complete ones, the profile, and the reasons for leaving something out. */
const leftOut: readonly (readonly [
  Readonly<Record<string, string>>,
  string,
  ...reasons: readonly string[],
])[] = [
  [control, 'standard'],
  [{ ...control, TARGET_API_KEY: '', TARGET_OTHER_API_KEY: '', TARGET_ORDERS: '' }, 'standard'],
  [{}, 'release', noControl],
  [noProvocations, 'release', noControl, needsImages],
  [{ TARGET_ORDERS: '' }, 'release', noControl, needsOrders],
  [{ TARGET_OTHER_API_KEY: '' }, 'release', noControl, missing('TARGET_OTHER_API_KEY')],
  [{ TARGET_EXPIRED_API_KEY: '' }, 'release', noControl, missing('TARGET_EXPIRED_API_KEY')],
  [{ TARGET_REVOKED_API_KEY: '' }, 'release', noControl, missing('TARGET_REVOKED_API_KEY')],
  [oneKey, 'release', noControl, missing('a second key in TARGET_API_KEY')],
  [oneKey, 'standard', noControl, othersNeedThem],
  [elsewhere, 'release', noControl, noReceiver],
  [{ ...elsewhere, TARGET_WRITES: 'deny' }, 'release', 'TARGET_WRITES is deny'],
  [{}, 'smoke', 'the profile smoke sends nothing else'],
];
for (const [settings, profile, ...reasons] of leftOut)
  test(`${profile} with ${JSON.stringify(settings)} leaves out: ${reasons.join('; ') || 'nothing'}`, () => {
    const left = leftOutBy(
      readSettings({ ...complete, ...settings }),
      profileIn({ CONFORMANCE_PROFILE: profile }),
    );
    expect(left.map(({ reason }) => reason)).toEqual(reasons);
  });

test('without a browser, a run leaves out everything that needs one', () => {
  const given = readSettings({ ...complete, ...control });
  expect(leftOutBy(given, profileIn({}), 'There is no Chromium on this machine: install one.')).toEqual([
    { what: 'everything that needs a browser', reason: 'There is no Chromium on this machine: install one' },
  ]);
});
