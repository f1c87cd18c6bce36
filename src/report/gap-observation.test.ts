import { expect, test } from '#unit-test';
import { exampleFinding } from '../verdicts/example-evidence.js';
import type { ConformanceReport, GapObservation, RequirementReport } from './conformance-report.js';
import { exampleGap, exampleReport, exampleRequirement } from './example-report.js';
import { gapObservation, gapsToConfirm, type SeenOfGaps } from './gap-observation.js';

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
