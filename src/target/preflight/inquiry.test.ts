import { expect, test } from '#unit-test';
import { clockSkewIn, closingsInWords, driftIn, type Reply } from './inquiry.js';

const sentAt = Date.parse('2030-01-02T03:04:05.000Z');

function reply(date?: string, milliseconds = 100): Reply {
  return {
    status: 200,
    headers: date === undefined ? {} : { date },
    body: Buffer.alloc(0),
    startedAt: sentAt,
    milliseconds,
  };
}

test('a clock that is right to within five seconds is not spoken of', () => {
  for (const second of ['00', '04', '05', '06', '09'])
    expect(clockSkewIn([reply(`Wed, 02 Jan 2030 03:04:${second} GMT`)]), second).toBeUndefined();
});

test('a clock that is further off is told, with its direction', () => {
  expect(clockSkewIn([reply('Wed, 02 Jan 2030 03:03:35 GMT')])).toMatch(/is 30 s behind this machine's/);
  expect(clockSkewIn([reply('Wed, 02 Jan 2030 03:04:11 GMT')])).toMatch(/is 6 s ahead of this machine's/);
});

test('the quickest answer counts: a slow one may have been given at any time', () => {
  const slow = reply('Wed, 02 Jan 2030 03:04:25 GMT', 20_000);
  expect(clockSkewIn([slow, reply('Wed, 02 Jan 2030 03:04:05 GMT')])).toBeUndefined();
});

test('answers without a date, or with none that can be read, tell nothing', () => {
  expect(clockSkewIn([reply(), reply('yesterday')])).toBeUndefined();
});

const settings = { name: 'staging', baseUrl: 'https://staging.example.com', confirmedGaps: [] };
const path = 'targets/staging.yaml';

test('a target without a file is told how to make one, unless its gaps are confirmed', () => {
  expect(closingsInWords(settings, {})).toMatch(/^none, .*: npm run learn -- --target staging finds out/);
  expect(closingsInWords({ ...settings, name: 'staging.example.com' }, {})).toContain('--target NAME');
  expect(closingsInWords({ ...settings, confirmedGaps: 'all' }, {})).toBeUndefined();
});

test('a file is told with its steps and its open questions', () => {
  const file = { contract: '1.3.0', refusal: 422 };
  expect(closingsInWords(settings, { file, path })).toBe(`${path}, 1 step, no open questions`);
  const open = { 'G-12': 'which header carries the signature?' };
  expect(closingsInWords(settings, { file: { ...file, open }, path })).toBe(
    `${path}, 1 step, 1 open question: answer it there, under open`,
  );
});

test('a live description that changed since the file was learned is told with the command that compares', () => {
  const learnedFromOther = { from: 'https://staging.example.com/docs', on: '2026-11-22', digest: '5d41402a' };
  expect(driftIn(settings, { path }, { learnedFromOther })).toBe(
    'the live description has changed since 2026-11-22, when targets/staging.yaml was learned: npm run learn -- --target staging --check shows how',
  );
  expect(driftIn(settings, { path }, { learnedFromOther: undefined })).toBeUndefined();
  expect(driftIn(settings, { path }, undefined)).toBeUndefined();
});
