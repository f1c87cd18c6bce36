import {
  exampleGap,
  exampleKnownFailures,
  examplePassed,
  examplePreflight,
  exampleReported,
  exampleRequirement,
  exampleTargetFile,
  exampleTest,
} from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { tooFewItems } from '../../operations/prerequisites/dealt-orders.js';
import type { RunVerdict } from '../../verdicts/run-verdict.js';
import type { ConformanceReport, RequirementReport } from '../data/conformance-report.js';
import { summaryOf } from './summary.js';

const knownFailures = exampleKnownFailures;

/** Verdicts of runs, with their warnings and deviations. */
const judged: readonly (readonly [RunVerdict, number?, number?, Partial<ConformanceReport>?])[] = [
  ['conformant'],
  ['conformant', 1],
  ['conformant', 2, 3],
  ['non-conformant', 3, 1],
  ['partial', 0, 1, { deselected: '--grep x' }],
  ['partial', 0, 0, { deselected: '--grep x', knownFailures }],
  ['conformant but for known failures', 0, 0, { knownFailures }],
  ['known failures out of date'],
  [
    'partial',
    0,
    0,
    {
      deselected: '--grep A finished batch echoes every item( @|$)',
      tests: [exampleTest('one', { covers: ['BAT-09', 'BAT-10'] })],
    },
  ],
];

const denied = { reason: 'TARGET_WRITES is deny', obstacles: ['writes denied'] } as const;
const deviating = (id: RequirementId, ...gaps: readonly string[]) =>
  exampleRequirement(id, 'deviated', { findings: [exampleReported({ judgement: 'deviated', gaps })] });

/** Requirements of a run that are violated or not verified. */
const decided: Readonly<Record<string, readonly RequirementReport[]>> = {
  'no control interface, no writes, no second key': [
    exampleRequirement('REF-01', 'passed'),
    exampleRequirement('AUTH-01', 'partial', {
      missed: { operationIds: ['getDeliveryDocument'], kind: 'inapplicable', ...denied },
    }),
    exampleRequirement('BAT-09', 'inapplicable', denied),
    exampleRequirement('AUTH-09', 'inapplicable', { obstacles: ['no setting'] }),
    exampleRequirement('KEYS-01', 'inapplicable', { obstacles: ['no sandbox'] }),
    exampleRequirement('LIM-10', 'inapplicable', { reason: 'the target sends no Reset, which is allowed' }),
  ],
  'a must that deviates': [deviating('BAT-09', 'G-11'), deviating('ORD-02', 'G-05', 'G-11')],
  'an assumption that does not hold': [deviating('SHP-07', 'G-11')],
};

test('the decision is to go unless a must is violated or deviates, and it names every difference', () => {
  const decisions = judged.map(([verdict, warned = 0, deviated = 0, more]) => {
    const report = examplePassed({ verdict, ...more });
    const verdicts = { ...report.totals.verdicts, warned, deviated };
    const of = `${verdict}, ${warned} warned, ${deviated} deviated${more === undefined ? '' : `, ${JSON.stringify(Object.keys(more))}`}`;
    return [of, summaryOf({ ...report, totals: { ...report.totals, verdicts } }).decision];
  });
  const others = Object.entries(decided).map(([what, requirements]) => [
    what,
    summaryOf(examplePassed({ verdict: 'partial', requirements })).decision,
  ]);
  expectGolden('decisions.txt', Object.fromEntries([...decisions, ...others]));
});

const missed = (kind: 'blocked' | 'unverified' | 'inapplicable') =>
  ({
    verifiedBy: { getStatusResults: 2 },
    missed: { operationIds: ['getShipResults'], kind, reason: 'no ships' },
  }) as const;

const left = (tests: string, reason: string) => ({ tests, reason });

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

test('what is open: blocked and unverified requirements, by cause, with where each was verified', () => {
  const of = (given: readonly RequirementReport[], more: Partial<ConformanceReport> = {}) =>
    summaryOf(examplePassed({ requirements: given, ...more })).sections;
  const lacksItems = exampleRequirement('ORD-03', 'partial', {
    verifiedBy: { getShipResults: 1 },
    leftOutTests: [left('"One"', 'no response'), left('"Two"', tooFewItems)],
    obstacles: ['too few order items'],
  });
  const twoCauses = exampleRequirement('ORD-04', 'warned', {
    leftOutTests: [left('"One"', 'no response'), left('"Two"', 'no link')],
  });
  expectGolden('open.txt', {
    'requirements by verdict and cause': of(requirements),
    'requirements if tests were chosen': of(requirements, { deselected: '--grep a' }),
    'tests that were left out for several causes': of([lacksItems, twoCauses]),
    'only what was not verified at all': of([exampleRequirement('ORD-03', 'blocked', missed('blocked'))]),
  });
});

test('the duration, the use of shared limits, and the shards of a merged run, are put into words', () => {
  const paced = { refusals: 0, requests: {} };
  const sent = { requests: 10, lost: { byOperation: { 'GET /b': 1 }, answeredAgain: 1, begunAnew: 0 } };
  const preflight = { ...examplePreflight, expectedMinutes: 7.94 };
  const tests = [1, 2].map((refusals) => ({ ...exampleTest('one'), paced: { ...paced, refusals } }));
  const took = (given: Partial<ConformanceReport>) =>
    factOf('Took', examplePassed({ durationMs: 492_000, ...given }));
  const shards = (total: number, ...missing: number[]) =>
    factOf('Merged', examplePassed({ shards: { total, missing } }));
  expectGolden('took.txt', {
    'a run with keys of its own': took({ tests: [exampleTest('one')] }),
    'a planned run with shared keys': took({ tests: [{ ...exampleTest('one'), paced }], preflight }),
    'a run that met 429': took({ tests }),
    ...Object.fromEntries(
      ([{ 'GET /a': 1 }, { 'GET /a': 3, 'GET /b': 1 }, { 'GET /a': 2, 'GET /b': 2 }] as const).map(
        (byOperation) => {
          const lost = { byOperation, answeredAgain: 1, begunAnew: byOperation['GET /a'] - 1 };
          const totals = { ...examplePassed().totals, exchanges: 6803 };
          const what = `a run that lost ${JSON.stringify(byOperation)}`;
          return [what, took({ tests: [{ ...exampleTest('one'), lost }], totals })];
        },
      ),
    ),
    'a run that lost requests before its first test and after its last': took({
      preflight: { ...preflight, sent },
      residue: { prefix: '', deleted: 0, hidden: 0, products: 0, withheld: 0, left: [], sent },
    }),
    'all shards': shards(4),
    'one shard': shards(1),
    'missing shards': shards(4, 2, 3),
  });
});

const factOf = (label: string, report: ConformanceReport) =>
  Object.fromEntries(summaryOf(report).facts)[label];

const at = (id: string) => ({ id, reason: 'no orders' });
const staging = { ...examplePassed().target, confirmedGaps: [] };
const gapsOf = (given: Partial<ConformanceReport>) =>
  summaryOf(examplePassed({ target: staging, ...given })).gaps;

const differs = exampleGap('G-05', { kind: 'otherwise' });
const gaps = [
  exampleGap('G-05', { kind: 'otherwise', differing: ['SHP-02', 'REF-06'], open: [at('REF-01')] }),
  exampleGap('G-07', { kind: 'as-assumed', verified: ['SHP-09', 'BAT-07'] }),
  exampleGap('G-18', { kind: 'as-assumed', verified: ['VER-02', 'VER-03'], leftOut: [at('VER-04')] }),
  exampleGap('G-13', { kind: 'in-part', verified: ['SHP-08'], open: [at('WHK-03'), at('createWebhook')] }),
  exampleGap('G-17', {}),
];
const blockedByGaps = [
  exampleRequirement('BAT-09', 'blocked', { reason: 'no batch id', obstacles: ['G-09', 'G-11'] }),
  exampleRequirement('BAT-10', 'blocked', { reason: 'no response came' }),
];
const withFile = (given: object) => ({ ...staging, file: { ...exampleTargetFile, ...given } });

test('how the target closed the gaps, and the next step', () => {
  const runs: Readonly<Record<string, Partial<ConformanceReport>>> = {
    'gaps by kind, with the parts that were not looked at': { gaps, gapsToConfirm: ['G-07', 'G-18'] },
    'nothing of gaps that are confirmed': {
      gaps: [{ ...exampleGap('G-07', { kind: 'as-assumed' }), confirmed: true }],
      gapsToConfirm: 'all',
    },
    'nothing of gaps that nobody looked at': { gaps: [exampleGap('G-07', {})], gapsToConfirm: [] },
    'gaps that block come first': { requirements: blockedByGaps, gaps: [differs] },
    'if gaps block, a file without questions is compared with the target': {
      requirements: blockedByGaps,
      target: withFile({}),
    },
    'the command for a target without a name has a placeholder': {
      target: { ...staging, name: 'staging.example.com' },
      gaps: [differs],
    },
    'a confirmed gap needs no step': { gaps: [{ ...differs, confirmed: true }] },
    'the open question of a file comes before its differences': {
      gaps: [differs],
      target: withFile({ steps: 1, confirmed: ['G-02'], open: { 'G-12': 'which?' } }),
    },
    'a gap needs no step if a target file without questions exists': {
      gaps: [differs],
      target: withFile({}),
    },
  };
  expectGolden('gaps.txt', runs, gapsOf);
});
