import { exampleGap, exampleReport, exampleReported, exampleRequirement } from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import type { ConformanceReport, GapObservation, RequirementReport } from '../data/conformance-report.js';
import { gapObservation, gapsToConfirm } from './gaps.js';

type Id = RequirementReport['id'];
type Without = 'fields' | 'fields and writes';
const passed = (id: Id) => exampleRequirement(id, 'passed');
const without = (id: Id, verdict: RequirementReport['verdict'], reason: string, exchanges = 0) =>
  exampleRequirement(id, verdict, { reason, exchanges });
const failed = (id: Id, given?: object) =>
  exampleRequirement(id, 'failed', { findings: [exampleReported({ requirement: id, ...given })] });
const webhooks = (['SHP-08', 'WHK-02', 'WHK-03', 'WHK-05'] as const).map(passed);

/** Results of requirements that depend on a gap, with all fields of the contract seen unless the row says so. */
const runs: Readonly<
  Record<string, readonly [gap: string, results: readonly RequirementReport[], without?: Without]>
> = {
  'everything was verified': ['G-07', [passed('SHP-09'), passed('BAT-07')]],
  'a requirement was blocked': ['G-07', [passed('SHP-09'), without('BAT-07', 'blocked', 'no orders')]],
  'a requirement failed for a different reason': ['G-07', [passed('SHP-09'), failed('BAT-07')]],
  'a blocked requirement was verified in other exchanges': [
    'G-16',
    [without('BAT-17', 'blocked', 'no orders', 3)],
  ],
  'nothing was verified': ['G-16', [without('BAT-17', 'blocked', 'no orders')]],
  'the configuration leaves a requirement out': [
    'G-07',
    [passed('SHP-09'), without('BAT-07', 'inapplicable', 'writes are denied')],
  ],
  'a requirement has no check': ['G-17', [without('NOT-03', 'untested', 'no check')]],
  ...Object.fromEntries(
    (['deviated', 'failed', 'warned'] as const).map((judgement) => [
      `a known finding that depends on the gap ${judgement}`,
      ['G-07', [passed('SHP-09'), failed('BAT-10', { gaps: ['G-07'], judgement, known: true })]],
    ]),
  ),
  'assumed fields were seen': ['G-13', webhooks],
  'no assumed field of an operation was seen': ['G-13', webhooks, 'fields'],
  'writes are denied': ['G-13', webhooks, 'fields and writes'],
  'writes are denied, and so are the operations that show their outcome': [
    'G-03',
    [passed('PRD-08')],
    'fields and writes',
  ],
};

test('what a run saw of a gap', () => {
  expectGolden('observed-gaps.txt', runs, (run) => observed(...run));
});

test('a gap that was filled as assumed can be confirmed, and a confirmed gap stays confirmed unless it differs', () => {
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
  const all = (kind: GapObservation['kind']) => [gap('G-07', kind, true), gap('G-17', 'unseen', true)];
  expect(gapsToConfirm(all('as-assumed'), 'all')).toBe('all');
  expect(gapsToConfirm(all('otherwise'), 'all')).toEqual(['G-17']);
});

function observed(id: string, requirements: readonly RequirementReport[], missing?: Without): GapObservation {
  const { operations, coverage: of } = exampleReport();
  const coverage: ConformanceReport['coverage'] = {
    ...of,
    operations: of.operations.map((each) => ({
      ...each,
      elements: each.elements.map((element) => ({ ...element, seen: missing === undefined })),
    })),
  };
  const deniesWrites = missing === 'fields and writes';
  return gapObservation(exampleGap(id, {}), { requirements, operations, coverage, deniesWrites });
}
