import {
  exampleGap,
  exampleKnownFailures,
  examplePassed,
  exampleReadOnly,
  exampleRequirement,
  exampleTargetFile,
  exampleTest,
} from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { operations } from '../../contract/operations.js';
import { requirementsForGap } from '../../contract/requirements/catalogue.js';
import { tooFewItems } from '../../operations/prerequisites/dealt-orders.js';
import { readSettings } from '../../target/settings.js';
import type { RunVerdict } from '../../verdicts/run-verdict.js';
import type { ConformanceReport } from './conformance-report.js';
import { openRequirements } from './open-requirements.js';
import { summaryOf } from './summary.js';

test('the advice is to go only if nothing differs, and it names every difference', () => {
  const advice = (verdict: RunVerdict, warned = 0, deviated = 0, more: Partial<ConformanceReport> = {}) => {
    const report = examplePassed({ verdict, ...more });
    const verdicts = { ...report.totals.verdicts, warned, deviated };
    return summaryOf({ ...report, totals: { ...report.totals, verdicts } }).advice;
  };
  const knownFailures = exampleKnownFailures;
  expect(advice('conformant')).toBe('Go: everything we checked behaves as described.');
  expect(advice('non-conformant', 3, 1)).toBe('No go: a promise is broken.');
  expect(advice('conformant', 1)).toBe('Go, with 1 warning to look at.');
  expect(advice('conformant', 2, 3)).toBe('Go, with 2 warnings and 3 deviations to look at.');
  expect(advice('partial', 0, 1)).toMatch(/in which nothing failed, with 1 deviation to look at\.$/);
  expect(advice('partial', 0, 0, { knownFailures })).toMatch(/nothing else failed, with 1 known failure to/);
  expect(advice('conformant but for known failures', 0, 0, { knownFailures })).toMatch(
    /^Go only if you accept 1 known failure: promises are broken/,
  );
  expect(advice('known failures out of date')).toMatch(/^No decision yet: the list of known failures/);
});

test('blocked requirements are open, and unverified ones unless the operator left them out, at each operation', () => {
  const missed = (kind: 'blocked' | 'unverified' | 'inapplicable') =>
    ({
      verifiedBy: { getStatusResults: 2 },
      missed: { operationIds: ['getShipResults'], kind, reason: 'no ships' },
    }) as const;
  const requirements = [
    exampleRequirement('BAT-09', 'passed'),
    exampleRequirement('ORD-01', 'blocked', { reason: 'there is no order' }),
    exampleRequirement('ORD-02', 'blocked', { reason: 'there is no order' }),
    exampleRequirement('ORD-03', 'unverified', { reason: 'no check of it ran' }),
    exampleRequirement('KEYS-01', 'untested', { reason: 'no settings area' }),
    exampleRequirement('BAT-08', 'partial', missed('blocked')),
    exampleRequirement('BAT-10', 'deviated', missed('unverified')),
    exampleRequirement('BAT-11', 'partial', missed('inapplicable')),
    exampleRequirement('BAT-12', 'partial', missed('blocked')),
  ];
  const ids = (more: object) => openRequirements({ requirements, ...more }).map(({ id }) => id);
  expect(ids({})).toEqual(['ORD-01', 'ORD-02', 'ORD-03', 'BAT-08', 'BAT-10', 'BAT-12']);
  expect(ids({ deselected: '--grep a' })).toEqual(['ORD-01', 'ORD-02', 'BAT-08', 'BAT-12']);
  const where = 'verified at 6 of 7 operations, not at getShipResults';
  expect(summaryOf(examplePassed({ requirements })).open).toEqual([
    { verdict: 'blocked', reason: 'there is no order', ids: ['ORD-01', 'ORD-02'], parts: [] },
    { verdict: 'unverified', reason: 'no check of it ran', ids: ['ORD-03'], parts: [] },
    {
      ...{ verdict: 'partial', reason: 'no ships', ids: ['BAT-08', 'BAT-12'] },
      parts: [{ where, ids: ['BAT-08', 'BAT-12'] }],
    },
    {
      ...{ verdict: 'deviated', reason: 'no ships', ids: ['BAT-10'] },
      parts: [{ where, ids: ['BAT-10'] }],
    },
  ]);
});

test('the cause comes first, and each requirement adds where it was verified and what else is missing', () => {
  const left = (tests: string, reason: string) => ({ tests, reason });
  const verified = { verifiedBy: { getShipResults: 1 } };
  const requirements = [
    exampleRequirement('ORD-03', 'partial', {
      ...verified,
      leftOutTests: [left('"One"', 'no answer'), left('"Two"', tooFewItems)],
      obstacles: ['too few order items'],
    }),
    exampleRequirement('ORD-04', 'warned', {
      leftOutTests: [left('"One"', 'no answer'), left('"Two"', 'no link')],
    }),
  ];
  expect(summaryOf(examplePassed({ requirements })).open).toEqual([
    {
      ...{ verdict: 'partial', reason: tooFewItems, ids: ['ORD-03'] },
      parts: [{ where: 'verified at getShipResults; left out: "One": no answer; "Two"', ids: ['ORD-03'] }],
    },
    {
      ...{ verdict: 'warned', reason: 'no answer', ids: ['ORD-04'] },
      parts: [{ where: 'verified nowhere; left out: "One"; "Two": no link', ids: ['ORD-04'] }],
    },
  ]);
});

test('the title of what is open says if nothing of it, or a part of it, was verified', () => {
  const title = (...verdicts: readonly ('blocked' | 'partial')[]) =>
    summaryOf(
      examplePassed({
        requirements: verdicts.map((verdict) =>
          exampleRequirement('ORD-03', verdict, {
            missed: { operationIds: [], kind: 'blocked', reason: 'no order' },
          }),
        ),
      }),
    ).openTitle;
  expect(title('blocked')).toBe('Not verified');
  expect(title('partial', 'partial')).toBe('Verified only in part');
  expect(title('partial', 'blocked')).toBe('Not verified, or only in part');
});

test('the duration, the use of shared limits, and the shards of a merged run, are put into words', () => {
  const paced = { inTurn: 60_000, asleep: 0, refusals: 0, requests: {} };
  const preflight = { checks: '', leftOut: [], noticed: [], requests: 4, expectedMinutes: 7.94 };
  const tests = [1, 2].map((refusals) => ({ ...exampleTest('one'), paced: { ...paced, refusals } }));
  const took = (given: Partial<ConformanceReport>) =>
    summaryOf(examplePassed({ durationMs: 492_000, ...given })).took;
  expect(took({ tests: [exampleTest('one')] })).toBe('8 min 12 s');
  expect(took({ tests: [{ ...exampleTest('one'), paced }], preflight })).toBe(
    '8 min 12 s, planned 7 min 56 s; no unexpected 429',
  );
  expect(took({ tests })).toMatch(/^8 min 12 s; 3 unexpected 429: others used the limits too, /);
  const shards = (total: number, ...missing: number[]) =>
    summaryOf(examplePassed({ shards: { total, missing } })).shards;
  expect(shards(4)).toBe('all 4 shards');
  expect(shards(1)).toBe('1 shard');
  expect(shards(4, 2, 3)).toBe('2 of 4 shards, without 2, 3');
});

const at = (id: string) => ({ id, reason: 'no orders' });
const staging = { ...examplePassed().target, confirmedGaps: [] };
const gapsOf = (given: Partial<ConformanceReport>) =>
  summaryOf(examplePassed({ target: staging, ...given })).gaps;

test('gaps are grouped by how the target closed them, with the parts that were not looked at', () => {
  const gaps = [
    exampleGap('G-05', { kind: 'otherwise', differing: ['SHP-02', 'REF-06'], open: [at('REF-01')] }),
    exampleGap('G-07', { kind: 'as-assumed', verified: ['SHP-09', 'BAT-07'] }),
    exampleGap('G-18', { kind: 'as-assumed', verified: ['VER-02', 'VER-03'], leftOut: [at('VER-04')] }),
    exampleGap('G-13', { kind: 'in-part', verified: ['SHP-08'], open: [at('WHK-03'), at('createWebhook')] }),
    exampleGap('G-17', {}),
  ];
  expect(gapsOf({ gaps, gapsToConfirm: ['G-07', 'G-18'] })).toMatchObject({
    kinds: [
      'different: G-05 (SHP-02, REF-06)',
      `as assumed: G-07, G-18 (2 of ${requirementsForGap('G-18').length} requirements)`,
      'as assumed, but only looked at in part: G-13 (1 of 5 requirements, 1 operation unseen)',
      'not looked at: G-17',
    ],
    confirming: 'TARGET_CONFIRMED_GAPS=G-07,G-18',
  });
  const gap = exampleGap('G-07', { kind: 'as-assumed' });
  expect(gapsOf({ gaps: [{ ...gap, confirmed: true }], gapsToConfirm: 'all' }).kinds).toEqual([]);
  expect(gapsOf({ gaps: [exampleGap('G-07', {})], gapsToConfirm: [] })).toEqual({ kinds: [] });
  const { gapsToConfirm: _, ...older } = examplePassed({ gaps: [gap] });
  expect(summaryOf(older).gaps).toEqual({ kinds: [] });
});

test('the settings accept the line that confirms gaps', () => {
  for (const gapsToConfirm of [['G-05', 'G-09'], 'all'] as const) {
    const line = gapsOf({ gapsToConfirm }).confirming ?? '';
    const environment = { TARGET_URL: staging.url, TARGET_CONFIRMED_GAPS: line.split('=')[1] };
    expect(readSettings(environment).confirmedGaps).toEqual(gapsToConfirm);
  }
});

const byGaps = { reason: 'no batch id', obstacles: ['G-09', 'G-11'] } as const;
const blockedByGaps = [
  exampleRequirement('BAT-09', 'blocked', byGaps),
  exampleRequirement('BAT-10', 'blocked', { reason: 'no answer came' }),
];
const differs = exampleGap('G-05', { kind: 'otherwise' });
const asked = { ...exampleTargetFile, open: { 'G-12': 'which header?', 'listOrders response': 'which?' } };

const unverified =
  '1 requirement could not be verified, because the service may do in its own way what the description leaves open (G-09, G-11)';

const steps: readonly (readonly [
  title: string,
  given: Partial<ConformanceReport>,
  next: string | undefined,
])[] = [
  [
    'gaps that block come first',
    { requirements: blockedByGaps, gaps: [differs] },
    `${unverified}: run npm run learn -- --target staging`,
  ],
  [
    'open questions are answered first',
    { requirements: blockedByGaps, target: { ...staging, file: asked } },
    `${unverified}: answer the 2 open questions in targets/staging.yaml`,
  ],
  [
    'if gaps block, a file without questions is compared with the target',
    { requirements: blockedByGaps, target: { ...staging, file: exampleTargetFile } },
    `${unverified}: npm run learn -- --target staging --check shows whether the target still does what targets/staging.yaml says`,
  ],
  [
    'the command for a target without a name has a placeholder',
    { target: { ...staging, name: 'staging.example.com' }, gaps: [differs] },
    'the service differs from what the suite assumes at G-05: run npm run learn -- --target NAME',
  ],
  ['a confirmed gap needs no step', { gaps: [{ ...differs, confirmed: true }] }, undefined],
  [
    'a gap that was filled as assumed needs no step',
    { gaps: [exampleGap('G-07', { kind: 'as-assumed' })] },
    undefined,
  ],
  [
    'the open question of a file comes before its differences',
    { gaps: [differs], target: { ...staging, file: { ...asked, open: { 'G-12': 'which?' } } } },
    'answer the open question in targets/staging.yaml',
  ],
  [
    'a gap needs no step if a target file without questions exists',
    { gaps: [differs], target: { ...staging, file: exampleTargetFile } },
    undefined,
  ],
];

for (const [title, given, next] of steps)
  test(`the next step: ${title}`, () => expect(gapsOf(given).next).toBe(next));

test('a file is described by its steps, the gaps that it confirms, and its open questions', () => {
  const described = (given: object) =>
    gapsOf({ target: { ...staging, file: { ...exampleTargetFile, ...given } } }).file;
  expect(described({})).toBe('targets/staging.yaml: 2 steps, no open questions');
  expect(described({ steps: 1, confirmed: ['G-02'], open: { 'G-12': 'which?' } })).toBe(
    'targets/staging.yaml: 1 step, G-02 confirmed, 1 open question',
  );
});

test('a run that only read says what it verified, what writes would add, and the next step', () => {
  expect(summaryOf(exampleReadOnly()).readOnly).toEqual({
    verified: `1 requirement, and 1 at some of their operations; 1 of ${operations.length} operations succeeded`,
    added: `2 requirements, the rest of 1 other, and ${operations.length - 1} operations`,
    next: 'on a system where the suite may create products, set TARGET_WRITES=allow in .env.staging, and name orders that the suite may use up in TARGET_ORDERS',
  });
  const { target } = exampleReadOnly();
  const unnamed = exampleReadOnly({ target: { ...target, name: 'staging.example.com' } });
  expect(summaryOf(unnamed).readOnly?.next).toContain('in the environment');
  expect(summaryOf(exampleReadOnly({ deselected: '--grep @REF-01' })).readOnly).toBeUndefined();
  expect(summaryOf(exampleReadOnly({ target: examplePassed().target })).readOnly).toBeUndefined();
});
