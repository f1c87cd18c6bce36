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
import type { ConformanceReport, RequirementReport } from '../data/conformance-report.js';
import { summaryOf } from './summary.js';

const knownFailures = exampleKnownFailures;
const denied = { reason: 'TARGET_WRITES is deny', obstacles: ['writes denied'] } as const;
const deviating = (id: RequirementId, ...gaps: readonly string[]) =>
  exampleRequirement(id, 'deviated', { findings: [exampleReported({ judgement: 'deviated', gaps })] });
const differing = (warned: number, deviated: number) => {
  const { totals } = examplePassed();
  return { totals: { ...totals, verdicts: { ...totals.verdicts, warned, deviated } } };
};

/** Runs, by what decides about them. */
const decided: Readonly<Record<string, Partial<ConformanceReport>>> = {
  'nothing differs': {},
  'warnings and deviations': differing(2, 3),
  'a violation': { verdict: 'non-conformant', ...differing(3, 1) },
  'a choice of tests': { verdict: 'partial', deselected: '--grep x', knownFailures, ...differing(0, 1) },
  'known failures': { verdict: 'conformant but for known failures', knownFailures },
  'outdated known failures': { verdict: 'known failures out of date' },
  'a test that is repeated': {
    verdict: 'partial',
    deselected: '--grep A finished batch echoes every item( @|$)',
    tests: [exampleTest('one', { covers: ['BAT-09', 'BAT-10'] })],
  },
  'no control interface, no writes, no second key': {
    verdict: 'partial',
    requirements: [
      exampleRequirement('REF-01', 'passed'),
      exampleRequirement('AUTH-01', 'partial', {
        missed: { operationIds: ['getDeliveryDocument'], kind: 'inapplicable', ...denied },
      }),
      exampleRequirement('BAT-09', 'inapplicable', denied),
      exampleRequirement('AUTH-09', 'inapplicable', { obstacles: ['no setting'] }),
      exampleRequirement('KEYS-01', 'inapplicable', { obstacles: ['no sandbox'] }),
      exampleRequirement('LIM-10', 'inapplicable', { reason: 'the target sends no Reset' }),
    ],
  },
  'a description in a language that the suite does not read': {
    verdict: 'partial',
    requirements: [
      exampleRequirement('REF-01', 'passed'),
      exampleRequirement('VER-04', 'inapplicable', { obstacles: ['no parser'] }),
    ],
  },
  'a must that deviates': {
    verdict: 'partial',
    requirements: [deviating('BAT-09', 'G-11'), deviating('ORD-02', 'G-05', 'G-11')],
  },
  'an assumption that does not hold': { verdict: 'partial', requirements: [deviating('SHP-07', 'G-11')] },
};

test('the decision is to go unless a must is violated or deviates, and it names every difference', () => {
  expectGolden('decisions.txt', decided, (given) => summaryOf(examplePassed(given)).decision);
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
  expectGolden('open.txt', {
    'requirements by verdict and cause': of(requirements),
    'requirements if tests were chosen': of(requirements, { deselected: '--grep a' }),
    'tests that were left out for several causes': of([lacksItems]),
  });
});

test('the duration, the use of shared limits, and the shards of a merged run, are put into words', () => {
  const paced = { refusals: 0, requests: {} };
  const sent = { requests: 10, lost: { byOperation: { 'GET /b': 1 }, answeredAgain: 1, begunAnew: 0 } };
  const preflight = { ...examplePreflight, expectedMinutes: 7.94 };
  const tests = [1, 2].map((refusals) => ({ ...exampleTest('one'), paced: { ...paced, refusals } }));
  const fact = (label: string, given: Partial<ConformanceReport>) =>
    Object.fromEntries(summaryOf(examplePassed({ durationMs: 492_000, ...given })).facts)[label];
  const totals = { ...examplePassed().totals, exchanges: 6803 };
  const lost = { byOperation: { 'GET /a': 3, 'GET /b': 1 }, answeredAgain: 1, begunAnew: 2 };
  const none = { byOperation: { 'GET /b': 1 }, answeredAgain: 0, begunAnew: 0 };
  expectGolden('took.txt', {
    'a run with keys of its own': fact('Took', { tests: [exampleTest('one')] }),
    'a planned run with shared keys': fact('Took', { tests: [{ ...exampleTest('one'), paced }], preflight }),
    'a run that met 429': fact('Took', { tests }),
    'a run that lost requests': fact('Took', { tests: [{ ...exampleTest('one'), lost }], totals }),
    'a run that lost a request that was not sent again': fact('Took', {
      tests: [{ ...exampleTest('one'), lost: none }],
      totals,
    }),
    'a run that lost requests before its first test and after its last': fact('Took', {
      preflight: { ...preflight, sent },
      residue: { prefix: '', deleted: 0, hidden: 0, products: 0, withheld: 0, left: [], sent },
    }),
    'all shards': fact('Merged', { shards: { total: 4, missing: [] } }),
    'missing shards': fact('Merged', { shards: { total: 4, missing: [2, 3] } }),
  });
});

const at = (id: string) => ({ id, reason: 'no orders' });
const staging = { ...examplePassed().target, confirmedGaps: [] };
const differs = exampleGap('G-05', { kind: 'otherwise' });
const gaps = [
  exampleGap('G-05', { kind: 'otherwise', differing: ['SHP-02', 'REF-06'], open: [at('REF-01')] }),
  exampleGap('G-07', { kind: 'as-assumed', verified: ['SHP-09', 'BAT-07'] }),
  exampleGap('G-18', { kind: 'as-assumed', verified: ['VER-02', 'VER-03'], leftOut: [at('VER-04')] }),
  exampleGap('G-13', { kind: 'in-part', verified: ['SHP-08'], open: [at('WHK-03'), at('createWebhook')] }),
  exampleGap('G-17', {}),
];
const blocked = [
  exampleRequirement('BAT-09', 'blocked', { reason: 'no batch id', obstacles: ['G-09', 'G-11'] }),
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
    'gaps that block come first': { requirements: blocked, gaps: [differs] },
    'if gaps block, a file without questions is compared with the target': {
      requirements: blocked,
      target: withFile({}),
    },
    'the command for a target without a name has a placeholder': {
      target: { ...staging, name: 'staging.example.com' },
      gaps: [differs],
    },
    'the open question of a file comes before its differences': {
      gaps: [differs],
      target: withFile({ steps: 1, confirmed: ['G-02'], open: { 'G-12': 'which?' } }),
    },
    'a gap needs no step if a target file without questions exists': {
      gaps: [differs],
      target: withFile({}),
    },
  };
  expectGolden('gaps.txt', runs, (given) => summaryOf(examplePassed({ target: staging, ...given })).gaps);
});
