import { expect, test } from '#unit-test';
import { readSettings } from '../target/settings.js';
import { exampleGap } from './example-report.js';
import { confirmingLine, gapsInWords } from './gaps-in-words.js';

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
      'otherwise: G-05 (SHP-02, REF-06)',
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
