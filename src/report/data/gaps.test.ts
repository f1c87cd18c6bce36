import { exampleGap, exampleReport, exampleReported, exampleRequirement } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { ConformanceReport, GapObservation, RequirementReport } from './conformance-report.js';
import { gapObservation, gapsToConfirm } from './gaps.js';

type Id = RequirementReport['id'];
const passed = (id: Id) => exampleRequirement(id, 'passed');
const without = (id: Id, verdict: RequirementReport['verdict'], reason: string, exchanges = 0) =>
  exampleRequirement(id, verdict, { reason, exchanges });
const failed = (id: Id, given?: object) =>
  exampleRequirement(id, 'failed', { findings: [exampleReported({ requirement: id, ...given })] });
const webhooks = (['SHP-08', 'WHK-02', 'WHK-03', 'WHK-05'] as const).map(passed);
const unseen = { id: 'createWebhook', reason: 'none of its assumed fields was seen' };

/** The observations of a gap: results of requirements, with all fields of the contract seen unless the row says so. */
const observations: readonly (readonly [
  title: string,
  gap: string,
  results: readonly RequirementReport[],
  observed: Partial<GapObservation>,
  without?: 'fields' | 'fields and writes',
])[] = [
  [
    'everything was verified',
    'G-07',
    [passed('SHP-09'), passed('BAT-07')],
    { kind: 'as-assumed', verified: ['SHP-09', 'BAT-07'], differing: [], open: [], leftOut: [] },
  ],
  [
    'a requirement was blocked',
    'G-07',
    [passed('SHP-09'), without('BAT-07', 'blocked', 'no orders')],
    { kind: 'in-part', verified: ['SHP-09'], open: [{ id: 'BAT-07', reason: 'no orders' }] },
  ],
  [
    'a requirement failed for a different reason',
    'G-07',
    [passed('SHP-09'), failed('BAT-07')],
    { kind: 'in-part', open: [{ id: 'BAT-07', reason: 'it failed for a different reason' }] },
  ],
  [
    'a blocked requirement was verified in other exchanges',
    'G-16',
    [without('BAT-17', 'blocked', 'no orders', 3)],
    { kind: 'in-part', verified: [] },
  ],
  ['nothing was verified', 'G-16', [without('BAT-17', 'blocked', 'no orders')], { kind: 'unseen' }],
  [
    'the configuration leaves a requirement out',
    'G-07',
    [passed('SHP-09'), without('BAT-07', 'inapplicable', 'writes are denied')],
    {
      kind: 'as-assumed',
      verified: ['SHP-09'],
      leftOut: [{ id: 'BAT-07', reason: 'writes are denied' }],
    },
  ],
  ['a requirement has no check', 'G-17', [without('NOT-03', 'untested', 'no check')], { kind: 'unseen' }],
  ...(['deviated', 'failed', 'warned'] as const).map(
    (judgement) =>
      [
        `a known finding that depends on the gap ${judgement}`,
        'G-07',
        [passed('SHP-09'), failed('BAT-10', { gaps: ['G-07'], judgement, known: true })],
        { kind: 'otherwise', differing: ['BAT-10'] },
      ] as const,
  ),
  ['assumed fields were seen', 'G-13', webhooks, { kind: 'as-assumed', fields: { seen: 1, of: 1 } }],
  [
    'no assumed field of an operation was seen',
    'G-13',
    webhooks,
    { kind: 'in-part', open: [unseen], fields: { seen: 0, of: 1 } },
    'fields',
  ],
  [
    'writes are denied',
    'G-13',
    webhooks,
    { kind: 'as-assumed', leftOut: [{ ...unseen, reason: 'writes are denied' }] },
    'fields and writes',
  ],
];

for (const [title, gap, results, expected, missing] of observations)
  test(`a gap is ${expected.kind} if ${title}`, () =>
    expect(observed(gap, results, missing)).toMatchObject(expected));

test('if writes are denied, the operations that show their outcome are left out as well', () => {
  const { open, leftOut } = observed('G-05', [passed('SHP-02')], 'fields and writes');
  expect(leftOut.map(({ id }) => id)).toContain('getShipResults');
  expect(open.map(({ id }) => id)).toContain('listOrders');
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

function observed(
  id: string,
  requirements: readonly RequirementReport[],
  missing?: 'fields' | 'fields and writes',
): GapObservation {
  const { operations, coverage: of } = exampleReport();
  const coverage: ConformanceReport['coverage'] = {
    ...of,
    operations: of.operations.map((each) => ({
      ...each,
      fields: each.fields.map((field) => ({ ...field, seen: missing === undefined })),
    })),
  };
  const deniesWrites = missing === 'fields and writes';
  return gapObservation(exampleGap(id, {}), { requirements, operations, coverage, deniesWrites });
}
