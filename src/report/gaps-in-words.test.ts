import { expect, test } from '#unit-test';
import { readSettings } from '../target/settings.js';
import { exampleFinding } from '../verdicts/evidence.js';
import type { ConformanceReport, GapObservation, RequirementReport } from './conformance-report.js';
import {
  exampleGap,
  examplePassed,
  exampleReport,
  exampleRequirement,
  exampleTargetFile,
} from './example-report.js';
import {
  confirmingLine,
  fileInWords,
  gapObservation,
  gapsInWords,
  gapsToConfirm,
  nextStepInWords,
  type SeenOfGaps,
} from './gaps-in-words.js';

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
    /: npm run learn -- --target staging --check compares the target with targets\/staging.yaml$/,
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

const passed = (id: RequirementReport['id']) => exampleRequirement(id, 'passed');
const both = [passed('SHP-09'), passed('BAT-07')];

test('all that rests on a gap was verified: as assumed', () => {
  expect(observed('G-07', both)).toEqual({
    kind: 'as-assumed',
    verified: ['SHP-09', 'BAT-07'],
    differing: [],
    open: [],
    leftOut: [],
    fields: { seen: 0, of: 0 },
  });
});

test('what was blocked or did not run leaves a gap looked at in part, with the reason', () => {
  const blocked = exampleRequirement('BAT-07', 'blocked', { reason: 'no orders', exchanges: 0 });
  expect(observed('G-07', [passed('SHP-09'), blocked])).toMatchObject({
    kind: 'in-part',
    verified: ['SHP-09'],
    open: [{ id: 'BAT-07', reason: 'no orders' }],
  });
});

test('a requirement that failed for another reason says nothing of the gap', () => {
  const findings = [{ ...exampleFinding({ requirement: 'BAT-07' }), test: 'a' }];
  expect(
    observed('G-07', [passed('SHP-09'), exampleRequirement('BAT-07', 'failed', { findings })]),
  ).toMatchObject({
    kind: 'in-part',
    open: [{ id: 'BAT-07', reason: 'it failed for another reason' }],
  });
});

test('what was verified of a requirement that was blocked elsewhere was looked at', () => {
  const blocked = (exchanges: number) =>
    exampleRequirement('BAT-17', 'blocked', { reason: 'no orders', exchanges });
  expect(observed('G-16', [blocked(3)])).toMatchObject({ kind: 'in-part', verified: [] });
  expect(observed('G-16', [blocked(0)]).kind).toBe('unseen');
});

test('what has no check or is left out by the configuration could not be exercised, and is told', () => {
  const inapplicable = exampleRequirement('BAT-07', 'inapplicable', {
    reason: 'writes are denied',
    exchanges: 0,
  });
  expect(observed('G-07', [passed('SHP-09'), inapplicable])).toMatchObject({
    kind: 'as-assumed',
    verified: ['SHP-09'],
    leftOut: [{ id: 'BAT-07', reason: 'writes are denied' }],
  });
  const untested = exampleRequirement('NOT-03', 'untested', { reason: 'no check', exchanges: 0 });
  expect(observed('G-17', [untested]).kind).toBe('unseen');
});

test('a finding that rests on the gap differs, of whichever requirement it is, known or not', () => {
  for (const judgement of ['deviated', 'failed', 'warned'] as const) {
    const findings = [
      { ...exampleFinding({ requirement: 'BAT-10', gaps: ['G-07'], judgement, known: true }), test: 'a' },
    ];
    const other = exampleRequirement('BAT-10', judgement, { findings });
    expect(observed('G-07', [...both, other])).toMatchObject({ kind: 'otherwise', differing: ['BAT-10'] });
  }
});

test('an operation with fields by assumption, none of which was seen, leaves a gap looked at in part', () => {
  const webhooks = ['SHP-08', 'WHK-02', 'WHK-03', 'WHK-05'] as const;
  const all = webhooks.map(passed);
  expect(observed('G-13', all, [])).toMatchObject({
    kind: 'in-part',
    open: [{ id: 'createWebhook', reason: 'none of its assumed fields was seen' }],
    fields: { seen: 0, of: 1 },
  });
  expect(observed('G-13', all, [], true)).toMatchObject({
    kind: 'as-assumed',
    leftOut: [{ id: 'createWebhook', reason: 'writes are denied' }],
  });
  expect(observed('G-13', all, 'all')).toMatchObject({ kind: 'as-assumed', fields: { seen: 1, of: 1 } });
});

test('what shows the outcome of a write can be seen no more than the write, where writes are denied', () => {
  const { open, leftOut } = observed('G-05', [passed('SHP-02')], [], true);
  expect(leftOut.map(({ id }) => id)).toContain('getShipResults');
  expect(open.map(({ id }) => id)).toContain('listOrders');
});

test('what did as assumed can be confirmed; what was confirmed stays unless it differs', () => {
  const gap = (id: string, kind: GapObservation['kind'], confirmed: boolean) => ({
    ...exampleGap(id, { kind }),
    confirmed,
  });
  const gaps = [
    gap('G-01', 'as-assumed', false),
    gap('G-02', 'in-part', false),
    gap('G-03', 'in-part', true),
    gap('G-04', 'unseen', true),
    gap('G-05', 'unseen', false),
    gap('G-06', 'otherwise', true),
    gap('G-07', 'as-assumed', true),
  ];
  expect(gapsToConfirm(gaps, ['G-03', 'G-04', 'G-06', 'G-07'])).toEqual(['G-01', 'G-03', 'G-04', 'G-07']);
});

test('all stays all until one differs', () => {
  const gaps = (kind: GapObservation['kind']) =>
    ['G-07', 'G-17'].map((id) => ({ ...exampleGap(id, id === 'G-07' ? { kind } : {}), confirmed: true }));
  expect(gapsToConfirm(gaps('as-assumed'), 'all')).toBe('all');
  expect(gapsToConfirm(gaps('otherwise'), 'all')).toEqual(['G-17']);
});

/** The observation of a gap from the results of some requirements, with all fields of the contract seen or none. */
function observed(
  id: string,
  results: readonly RequirementReport[],
  fields: 'all' | readonly [] = 'all',
  deniesWrites = false,
): GapObservation {
  const report = exampleReport();
  const coverage: ConformanceReport['coverage'] = {
    ...report.coverage,
    operations: report.coverage.operations.map((each) => ({
      ...each,
      fields: each.fields.map((field) => ({ ...field, seen: fields === 'all' })),
    })),
  };
  const { operations } = report;
  const seen: SeenOfGaps = { requirements: results, operations, coverage, deniesWrites };
  return gapObservation(exampleGap(id, {}), seen);
}
