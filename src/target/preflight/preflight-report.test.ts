import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import type { TargetFile } from '../../contract/mapping/file/target-file.js';
import { type ProfileName, profiles } from '../profile.js';
import { readSettings, type Settings } from '../settings.js';
import { mappingInWords, noticedFile } from './mapping-in-words.js';
import { leftOutBy } from './preflight-report.js';

const elsewhere = { TARGET_URL: 'https://staging.example.com' };
const settings = readSettings({ ...elsewhere, TARGET_NAME: 'staging' });
const file = { contract: '1.3.0', refusal: 422 } as const;
const open = { 'G-12': 'which header carries the signature?' };
const learned = { from: 'https://staging.example.com/docs', on: '2026-11-22', digest: '5d41402a' };

test('the line about the mapping names the file with its steps and open questions, or the command that makes one', () => {
  const rows: Readonly<Record<string, readonly [Settings, file?: TargetFile, from?: typeof learned]>> = {
    'a name without a file': [settings],
    'neither a name nor a file': [{ ...settings, name: 'staging.example.com' }],
    'no file, and all gaps confirmed': [{ ...settings, confirmedGaps: 'all' }],
    'a file': [settings, file],
    'a file with a question': [settings, { ...file, open }],
    'a file that was learned from another description': [settings, file, learned],
  };
  expectGolden('mapping.txt', rows, ([own, file, from]) => {
    const target = { file, path: 'targets/staging.yaml' };
    return { mapping: mappingInWords(own, target), noticed: noticedFile(own, target, from) };
  });
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
