import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { type ProfileName, profiles } from '../profile.js';
import { readSettings } from '../settings.js';
import { mappingInWords, noticedIn, type Seen } from './noticed.js';
import { leftOutBy } from './preflight-report.js';

const elsewhere = { TARGET_URL: 'https://staging.example.com' };
const settings = readSettings({ ...elsewhere, TARGET_NAME: 'staging' });
const path = 'targets/staging.yaml';
const perfect: Seen = { settings, target: { path } };

const learnedFromOther = { from: 'https://staging.example.com/docs', on: '2026-11-22', digest: '5d41402a' };

const sights: Readonly<Record<string, Partial<Seen>>> = {
  'all is well': {},
  'a changed description': { description: { learnedFromOther } },
  'one merchant with both keys': { sharedEntries: 'orders' },
  'orders that are not listed, and too many of them': {
    settings: { ...settings, orders: Array(51).fill('N') },
    orders: Array(50).fill({ number: 'N-7', items: undefined }).fill({ number: 'N-1', items: [] }, 49),
  },
};

test('what an operator should know before a run', () => {
  expectGolden('noticed.txt', sights, (seen) => noticedIn({ ...perfect, ...seen }));
});

test('the line about the mapping names the file with its steps and open questions, or the command that makes one', () => {
  const file = { contract: '1.3.0', refusal: 422 } as const;
  const open = { 'G-12': 'which header carries the signature?' };
  const targets: Readonly<Record<string, Pick<Seen, 'settings' | 'target'>>> = {
    'a name without a file': { settings, target: { path } },
    'neither a name nor a file': { settings: { ...settings, name: 'staging.example.com' }, target: { path } },
    'no file, and all gaps confirmed': { settings: { ...settings, confirmedGaps: 'all' }, target: { path } },
    'a file': { settings, target: { file, path } },
    'a file with a question': { settings, target: { file: { ...file, open }, path } },
  };
  expectGolden('mapping.txt', targets, (given) => mappingInWords(given) ?? 'nothing');
});

const image = 'https://images.example/reject.jpg';
const complete = {
  ...{ TARGET_URL: 'http://127.0.0.1:9', TARGET_WRITES: 'allow', TARGET_ORDERS: 'N-1' },
  ...{ TARGET_API_KEY: 'sk-first-1,sk-second-2', TARGET_OTHER_API_KEY: 'sk-other-3' },
  ...{ TARGET_EXPIRED_API_KEY: 'sk-expired-4', TARGET_REVOKED_API_KEY: 'sk-revoked-5' },
  ...{ TARGET_REJECTED_IMAGE_URL: image, TARGET_PROBLEM_IMAGE_URL: image },
};

/** Profiles, and settings other than the complete ones. */
const runs: readonly (readonly [profile: ProfileName, settings: Readonly<Record<string, string>>])[] = [
  ['standard', { TARGET_CONTROL_URL: 'http://127.0.0.1:9/control', TARGET_CONTROL_TOKEN: 'token-6' }],
  ['release', { TARGET_REJECTED_IMAGE_URL: '', TARGET_PROBLEM_IMAGE_URL: '' }],
  ['release', { TARGET_API_KEY: 'sk-first-1', TARGET_ORDERS: '', TARGET_OTHER_API_KEY: '' }],
  ['standard', { TARGET_EXPIRED_API_KEY: '', TARGET_REVOKED_API_KEY: '' }],
  ['release', { ...elsewhere, TARGET_WRITES: 'deny' }],
  ['release', elsewhere],
  ['smoke', {}],
];

test('what a run without a browser leaves out, and why', () => {
  const rows = Object.fromEntries(
    runs.map((run) => [run.map((each) => JSON.stringify(each)).join(' '), run]),
  );
  expectGolden('left-out.txt', rows, ([profile, own]) =>
    leftOutBy(readSettings({ ...complete, ...own }), profiles[profile], 'There is no Chromium.'),
  );
});
