import { expect, test } from '#unit-test';
import { readSettings } from '../target/settings.js';
import { exampleGap, examplePassed, exampleRequirement, exampleTargetFile } from './example-report.js';
import { confirmingLine, fileInWords, gapsInWords, nextStepInWords } from './gaps-in-words.js';

const at = (id: string) => ({ id, reason: 'no orders' });

test('gaps are told by how the target closed them, and what of them was not looked at', () => {
  const gaps = [
    exampleGap('G-05', { kind: 'otherwise', differing: ['SHP-02', 'REF-06'], open: [at('REF-01')] }),
    exampleGap('G-07', { kind: 'as-assumed', verified: ['SHP-09', 'BAT-07'] }),
    exampleGap('G-18', { kind: 'as-assumed', verified: ['VER-02', 'VER-03'], leftOut: [at('VER-04')] }),
    exampleGap('G-13', { kind: 'in-part', verified: ['SHP-08'], open: [at('WHK-03'), at('createWebhook')] }),
    exampleGap('G-17', {}),
  ];
  expect(gapsInWords({ gaps, gapsToConfirm: ['G-07', 'G-18'] })).toEqual({
    kinds: [
      'different: G-05 (SHP-02, REF-06)',
      'as assumed: G-07, G-18 (2 of 6 requirements)',
      'as assumed, but only looked at in part: G-13 (1 of 5 requirements, 1 operation unseen)',
      'not looked at: G-17',
    ],
    line: 'TARGET_CONFIRMED_GAPS=G-07,G-18',
  });
});

test('the line is one that the settings take', () => {
  const read = (line = '') =>
    readSettings({
      TARGET_URL: 'https://staging.example.com',
      TARGET_CONFIRMED_GAPS: line.split('=')[1],
    }).confirmedGaps;
  expect(read(confirmingLine(['G-05', 'G-09']))).toEqual(['G-05', 'G-09']);
  expect(read(confirmingLine('all'))).toBe('all');
  expect(confirmingLine([])).toBeUndefined();
});

test('nothing is told where all are confirmed, where nothing was seen, and by an older report', () => {
  const gap = exampleGap('G-07', { kind: 'as-assumed' });
  expect(gapsInWords({ gaps: [{ ...gap, confirmed: true }], gapsToConfirm: 'all' })).toBeUndefined();
  expect(gapsInWords({ gaps: [exampleGap('G-07', {})], gapsToConfirm: [] })).toBeUndefined();
  expect(gapsInWords({ gaps: [gap] })).toBeUndefined();
});

const staging = { name: 'staging', url: 'https://staging.example.com', confirmedGaps: [], settings: {} };

test('a run that open gaps block says what to do, in one sentence', () => {
  const reason = 'no batch id; the target may fill a gap in its own way: G-09, G-11 at updateProductStock';
  const report = examplePassed({
    target: staging,
    requirements: [
      exampleRequirement('BAT-09', 'blocked', { reason }),
      exampleRequirement('BAT-10', 'blocked', { reason: 'no answer came' }),
    ],
    gaps: [exampleGap('G-05', { kind: 'otherwise' })],
  });
  expect(nextStepInWords(report)).toBe(
    '1 requirement could not be verified, or not at each operation, because of gaps that the target may fill in its own way (G-09, G-11): run npm run learn -- --target staging',
  );
  const asked = { ...exampleTargetFile, open: { 'G-12': 'which header?', 'listOrders response': 'which?' } };
  expect(nextStepInWords({ ...report, target: { ...staging, file: asked } })).toMatch(
    /: answer the 2 open questions in targets\/staging.yaml$/,
  );
  expect(nextStepInWords({ ...report, target: { ...staging, file: exampleTargetFile } })).toMatch(
    /: npm run learn -- --target staging --check shows whether the target still does what targets\/staging.yaml says$/,
  );
});

test('a target without a name of its own needs one to learn', () => {
  const report = examplePassed({
    target: { ...staging, name: 'staging.example.com' },
    gaps: [exampleGap('G-05', { kind: 'otherwise' })],
  });
  expect(nextStepInWords(report)).toBe(
    'the target fills G-05 in its own way: run npm run learn -- --target NAME',
  );
});

test('nothing is left to do where no gap differs, or those that do are confirmed', () => {
  const gap = exampleGap('G-05', { kind: 'otherwise' });
  expect(nextStepInWords(examplePassed({ gaps: [{ ...gap, confirmed: true }] }))).toBeUndefined();
  expect(
    nextStepInWords(examplePassed({ gaps: [exampleGap('G-07', { kind: 'as-assumed' })] })),
  ).toBeUndefined();
});

test('where nothing is blocked, the open questions of a file are left to answer', () => {
  const gaps = [exampleGap('G-05', { kind: 'otherwise' })];
  const file = { ...exampleTargetFile, open: { 'G-12': 'which header?' } };
  expect(nextStepInWords(examplePassed({ gaps, target: { ...staging, file } }))).toBe(
    'answer the open question in targets/staging.yaml',
  );
  expect(
    nextStepInWords(examplePassed({ gaps, target: { ...staging, file: exampleTargetFile } })),
  ).toBeUndefined();
});

test('a file is told with its steps, what it confirms, and its open questions', () => {
  expect(fileInWords(exampleTargetFile)).toBe('targets/staging.yaml: 2 steps, no open questions');
  expect(
    fileInWords({ ...exampleTargetFile, steps: 1, confirmed: ['G-02'], open: { 'G-12': 'which?' } }),
  ).toBe('targets/staging.yaml: 1 step, G-02 confirmed, 1 open question');
});
