import { expect, test } from '#unit-test';
import { closingsInWords, driftIn } from './closings.js';

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
