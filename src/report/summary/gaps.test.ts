import { exampleGap, exampleReport, exampleReported, exampleRequirement } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { GapObservation, RequirementReport } from '../data/conformance-report.js';
import { gapObservation, gapsToConfirm } from './gaps.js';

type Id = RequirementReport['id'];
type Without = 'fields' | 'fields and writes';
const passed = (id: Id) => exampleRequirement(id, 'passed');
const without = (id: Id, verdict: RequirementReport['verdict']) =>
  exampleRequirement(id, verdict, { reason: 'a reason', exchanges: 0 });
const failed = (id: Id, given?: object) =>
  exampleRequirement(id, 'failed', { findings: [exampleReported({ requirement: id, ...given })] });
const webhooks = (['SHP-08', 'WHK-02', 'WHK-03', 'WHK-05'] as const).map(passed);

/** What a run saw of a gap, by the results of what depends on it; all its fields were seen unless the row says so. */
const runs: readonly (readonly [
  kind: GapObservation['kind'],
  gap: string,
  results: readonly RequirementReport[],
  missing?: Without,
])[] = [
  ['as-assumed', 'G-07', [passed('SHP-09'), passed('BAT-07')]],
  ['in-part', 'G-07', [passed('SHP-09'), without('BAT-07', 'blocked')]],
  // It failed for a different reason.
  ['in-part', 'G-07', [passed('SHP-09'), failed('BAT-07')]],
  ['unseen', 'G-16', [without('BAT-17', 'blocked')]],
  ['as-assumed', 'G-07', [passed('SHP-09'), without('BAT-07', 'inapplicable')]],
  ['unseen', 'G-17', [without('NOT-03', 'untested')]],
  ['otherwise', 'G-07', [passed('SHP-09'), failed('BAT-10', { gaps: ['G-07'], judgement: 'deviated' })]],
  ['as-assumed', 'G-13', webhooks],
  ['in-part', 'G-13', webhooks, 'fields'],
  ['as-assumed', 'G-13', webhooks, 'fields and writes'],
  // An operation that only reads has such fields, too.
  ['in-part', 'G-03', [passed('PRD-08')], 'fields and writes'],
];

test('what a run saw of a gap', () => {
  const { coverage } = exampleReport();
  for (const [kind, id, requirements, missing] of runs) {
    const isSeen = missing === undefined;
    const seen = coverage.operations.map((each) => ({
      ...each,
      elements: each.elements.map((element) => ({ ...element, seen: isSeen })),
    }));
    const observed = gapObservation(exampleGap(id, {}), {
      ...{ requirements, coverage: { ...coverage, operations: seen } },
      deniesWrites: missing === 'fields and writes',
    });
    expect(observed.kind, JSON.stringify([id, requirements.map((each) => each.verdict), missing])).toBe(kind);
  }
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
    gap('G-06', 'otherwise', true),
  ];
  expect(gapsToConfirm(gaps, ['G-03', 'G-04', 'G-06'])).toEqual(['G-01', 'G-03', 'G-04']);
  const all = (kind: GapObservation['kind']) => [gap('G-07', kind, true), gap('G-17', 'unseen', true)];
  expect(gapsToConfirm(all('as-assumed'), 'all')).toBe('all');
  expect(gapsToConfirm(all('otherwise'), 'all')).toEqual(['G-17']);
});
