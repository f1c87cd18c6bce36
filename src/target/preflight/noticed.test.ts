import { exampleExchange } from '#testing/example-exchange';
import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { Exchange } from '../../http/exchange.js';
import { type ProfileName, profiles } from '../profile.js';
import { readSettings } from '../settings.js';
import { mappingInWords, noticedIn, type Seen } from './noticed.js';
import { leftOutBy } from './preflight-report.js';

const settings = readSettings({ TARGET_URL: 'https://staging.example.com', TARGET_NAME: 'staging' });
const path = 'targets/staging.yaml';
const file = { contract: '1.3.0', refusal: 422 } as const;
const open = { 'G-12': 'which header carries the signature?' };
const perfect: Seen = { settings, target: { path }, replies: [] };

/** Replies to requests at 03:04:05. */
function repliesAt(...replies: readonly (readonly [time: string, milliseconds?: number])[]) {
  return replies.map(([time, milliseconds = 100]) => {
    const headers = { date: `Wed, 02 Jan 2030 ${time} GMT` };
    const startedAt = Date.parse('2030-01-02T03:04:05.000Z');
    return new Exchange({ ...exampleExchange({ headers }), startedAt, milliseconds });
  });
}

const listing = (body: unknown) => exampleExchange({ body });
const learnedFromOther = { from: 'https://staging.example.com/docs', on: '2026-11-22', digest: '5d41402a' };

const sights: Readonly<Record<string, Partial<Seen>>> = {
  'all is well': { replies: repliesAt(['03:04:00'], ['03:04:09'], ['soon']) },
  'only the fastest response tells the time': { replies: repliesAt(['03:04:25', 20_000], ['03:04:05']) },
  'a clock that runs faster may differ': {
    settings: { ...settings, clockSpeed: 2 },
    replies: repliesAt(['03:04:35']),
  },
  'a clock behind': { replies: repliesAt(['03:03:35']) },
  'a clock ahead': { replies: repliesAt(['03:04:11']) },
  'a changed description': { description: { learnedFromOther } },
  'missing reference data': {
    lists: {
      countries: listing({ countries: ['DE'], locales: [] }),
      brands: undefined,
      categories: listing({}),
    },
  },
  'one merchant with both keys': { sharedEntries: 'orders' },
  'orders that are not listed, and too many of them': {
    settings: { ...settings, orders: Array(51).fill('N') },
    orders: Array.from({ length: 50 }, (_, index) => ({
      number: `N-${index}`,
      items: index < 2 ? [] : undefined,
    })),
  },
};

test('what an operator should know before a run', () => {
  expectGolden('noticed.txt', sights, (seen) => noticedIn({ ...perfect, ...seen }));
});

test('the line about the mapping names the file with its steps and open questions, or the command that makes one', () => {
  const targets: Readonly<Record<string, Pick<Seen, 'settings' | 'target'>>> = {
    'a name without a file': { settings, target: { path } },
    'neither a name nor a file': { settings: { ...settings, name: 'staging.example.com' }, target: { path } },
    'no file, and all gaps confirmed': { settings: { ...settings, confirmedGaps: 'all' }, target: { path } },
    'a file': { settings, target: { file, path } },
    'a file with a question': { settings, target: { file: { ...file, open }, path } },
  };
  expectGolden('mapping.txt', targets, (given) => mappingInWords(given) ?? 'nothing');
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

/** Profiles, and settings other than the complete ones. */
const runs: readonly (readonly [profile: ProfileName, settings: Readonly<Record<string, string>>])[] = [
  ['standard', control],
  ['release', {}],
  ['release', { TARGET_REJECTED_IMAGE_URL: '', TARGET_PROBLEM_IMAGE_URL: '' }],
  ['release', { TARGET_API_KEY: 'sk-first-1', TARGET_ORDERS: '', TARGET_OTHER_API_KEY: '' }],
  ['standard', { TARGET_EXPIRED_API_KEY: '', TARGET_REVOKED_API_KEY: '' }],
  ['release', elsewhere],
  ['release', { ...elsewhere, TARGET_WRITES: 'deny' }],
  ['smoke', {}],
];

test('what a run without a browser leaves out, and why', () => {
  const rows = Object.fromEntries(
    runs.map((run) => [run.map((each) => JSON.stringify(each)).join(' '), run]),
  );
  expectGolden('left-out.txt', rows, ([profile, settings]) =>
    leftOutBy(readSettings({ ...complete, ...settings }), profiles[profile], 'There is no Chromium.'),
  );
});
