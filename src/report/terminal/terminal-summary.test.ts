import {
  exampleGap,
  exampleKnownFailures,
  examplePassed,
  examplePreflight,
  exampleReported,
  exampleRequirement,
  exampleTargetFile,
  exampleTest,
  exampleViolated,
} from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { requirements as catalogue } from '../../contract/requirements/catalogue.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { tooFewItems } from '../../operations/prerequisites/dealt-orders.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { plain } from './terminal.js';
import { type Ending, terminalSummary } from './terminal-summary.js';

const file = 'reports/latest/index.html';
const ways = { report: 'OPEN', again: 'AGAIN', whole: 'RUN' };

/** The end of a run in a terminal. */
function screenOf(report: ConformanceReport, given: Partial<Ending> = {}): string {
  return plain(terminalSummary(report, { file, ways, ...given }));
}

const unchanged = {
  run: { startedAt: '2030-01-01T03:04:05.678Z', seed: 1, profile: 'standard' },
  ...{ newlyFailing: [], fixed: [], newlyCovered: [], noLongerVerified: [] },
};
const { totals, target } = examplePassed();

const violated = exampleViolated([exampleReported()], {
  residue: {
    ...{ prefix: 'ct-a1b2c3-', deleted: 1, hidden: 12, products: 40 },
    left: [{ merchant: 'TARGET_API_KEY', what: 'product', name: 'ct-a1b2c3-1', status: 'active' }],
  },
  since: { ...unchanged, newlyFailing: ['BAT-09'], fixed: ['BAT-10', 'BAT-11'] },
});

const five = examplePassed({
  requirements: (['BAT-09', 'BAT-10', 'BAT-11', 'SHP-02', 'REF-06'] as const).map((id) =>
    exampleRequirement(id, 'failed', {
      findings: [exampleReported({ requirement: id, actual: `the actual ${id}` })],
    }),
  ),
});

const parts = catalogue.slice(0, 13).map(({ id }, index) =>
  exampleRequirement(id, 'partial', {
    verifiedBy: { listBrands: 2 },
    missed: { operationIds: [`operation ${index}`], kind: 'blocked', reason: 'no order' },
  }),
);

/** How a terminal ends after a run, by what is to be seen. */
const screens: Readonly<Record<string, readonly [report: ConformanceReport, given?: Partial<Ending>]>> = {
  'a run from its violations to the next step': [violated],
  'of a quiet run, the verdict and the next step': [violated, { isQuiet: true }],
  'of five requirements three in full, and each named once': [five],
  'one in full after two that a reader has seen': [five, { inFull: new Set(['BAT-10', 'SHP-02']) }],
  'the first missing parts, ids and orders, and the number of the others': [
    examplePassed({
      requirements: parts,
      missingOrders: '2 more orders of 8 open items',
      since: { ...unchanged, fixed: Array.from({ length: 20 }, (_, index) => `BAT-${index + 10}`) },
    }),
  ],
  'one line of a run that never reached its target': [
    examplePassed({
      ...{ verdict: 'nothing can be said', exitCode: 2, reason: 'No URL.', errors: ['No URL.'] },
      totals: { ...totals, exchanges: 0 },
    }),
  ],
  'one line of a run whose verdict could not be saved': [
    examplePassed({ verdict: 'nothing can be said', exitCode: 2, reason: 'It is not saved.' }),
    { file: '' },
  ],
  'the way on after a run that was interrupted before its first request': [
    examplePassed({
      ...{ verdict: 'incomplete', exitCode: 3, reason: 'The run was interrupted.', errors: ['Interrupted.'] },
      ...{ endedEarly: true, totals: { ...totals, exchanges: 0 } },
    }),
  ],
};

test('the end of a run in a terminal', () => {
  expectGolden('terminal-summary.txt', screens, ([report, given]) => screenOf(report, given));
});

const incomplete = { verdict: 'incomplete', exitCode: 3, reason: 'Not everything was verified.' } as const;
const part = { verdict: 'partial', reason: 'A part of the suite ran.' } as const;

const differing = (warned: number, deviated: number) => ({
  totals: { ...totals, verdicts: { ...totals.verdicts, warned, deviated } },
});
const deviating = (id: RequirementId, ...gaps: readonly string[]) =>
  exampleRequirement(id, 'deviated', { findings: [exampleReported({ judgement: 'deviated', gaps })] });

// No step depends on the words of a reason.
const reason = 'a response in other words';
const denied = { reason: 'TARGET_WRITES is deny', obstacles: ['writes denied'] } as const;
const blocked = exampleRequirement('BAT-09', 'blocked', { reason, obstacles: ['G-09', 'G-11'] });
const lacksOrders = exampleRequirement('ORD-03', 'blocked', { reason, obstacles: ['no order'] });
const lacksItems = exampleRequirement('ORD-03', 'partial', {
  verifiedBy: { getShipResults: 1 },
  leftOutTests: [
    { tests: '"One"', reason: 'no response' },
    { tests: '"Two"', reason: tooFewItems },
  ],
  obstacles: ['too few order items'],
});
const missed = (kind: 'blocked' | 'unverified' | 'inapplicable') => ({
  verifiedBy: { getStatusResults: 2 },
  missed: { operationIds: ['getShipResults'], kind, reason: 'no ships' } as const,
});
const open = [
  exampleRequirement('ORD-01', 'blocked', { reason: 'there is no order' }),
  exampleRequirement('ORD-02', 'blocked', { reason: 'there is no order' }),
  exampleRequirement('ORD-03', 'unverified', { reason: 'no check of it ran' }),
  exampleRequirement('KEYS-01', 'untested', { reason: 'no settings area' }),
  exampleRequirement('BAT-10', 'deviated', missed('unverified')),
  exampleRequirement('BAT-11', 'partial', missed('inapplicable')),
  exampleRequirement('BAT-12', 'partial', missed('blocked')),
];

const staging = { ...target, confirmedGaps: [] };
const deniesWrites = { ...staging, settings: { TARGET_WRITES: 'deny' } };
const withFile = (given: object) => ({ ...staging, file: { ...exampleTargetFile, ...given } });
const at = (id: string) => ({ id, reason: 'no orders' });
const differs = exampleGap('G-05', { kind: 'otherwise' });
const asAssumed = exampleGap('G-07', { kind: 'as-assumed', verified: ['SHP-09', 'BAT-07'] });
const gaps = [
  exampleGap('G-05', { kind: 'otherwise', differing: ['SHP-02', 'REF-06'], open: [at('REF-01')] }),
  asAssumed,
  exampleGap('G-18', { kind: 'as-assumed', verified: ['VER-02', 'VER-03'], leftOut: [at('VER-04')] }),
  exampleGap('G-13', { kind: 'in-part', verified: ['SHP-08'], open: [at('WHK-03'), at('createWebhook')] }),
  exampleGap('G-17', {}),
];

const orders = { inWords: 'all tests need 10 orders', missing: '10 more orders of 8 open items', size: 8 };
const preflight = { ...examplePreflight, expectedMinutes: 7.94, orders };
const sent = { requests: 10, lost: { byOperation: { 'GET /b': 1 }, answeredAgain: 1, runAgain: 0 } };
const paced = (...refusals: readonly number[]) =>
  refusals.map((each) => exampleTest('one', { paced: { refusals: each, requests: {} } }));

/** Runs, by what their ends say that the end of a conformant run doesn't. */
const runs: Readonly<Record<string, Partial<ConformanceReport>>> = {
  'to go, with warnings and deviations, and to confirm a gap that is filled as assumed': {
    ...{ ...differing(2, 3), target: staging, gaps: [asAssumed], gapsToConfirm: ['G-07'] },
  },
  'to go with known failures; met 429': {
    ...{
      verdict: 'conformant but for known failures',
      knownFailures: exampleKnownFailures,
      tests: paced(1, 2),
    },
  },
  'outdated known failures': { verdict: 'known failures out of date', knownFailures: exampleKnownFailures },
  'a choice of tests leads to the whole': {
    ...{ ...part, deselected: '--grep x', knownFailures: exampleKnownFailures, ...differing(0, 1) },
    ...{ target: staging, gaps },
  },
  'a test that is repeated': {
    ...{ ...part, deselected: '--grep A finished batch echoes every item( @|$)' },
    tests: [exampleTest('one', { covers: ['BAT-09', 'BAT-10'] })],
  },
  'no control interface, no writes, no second key': {
    ...{ ...part, target: deniesWrites },
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
    ...part,
    requirements: [
      exampleRequirement('REF-01', 'passed'),
      exampleRequirement('VER-04', 'inapplicable', { obstacles: ['no parser'] }),
    ],
  },
  'musts that deviate': {
    ...{ ...part, requirements: [deviating('BAT-09', 'G-11'), deviating('ORD-02', 'G-05', 'G-11')] },
  },
  'requirements by verdict and cause': { ...incomplete, requirements: open },
  'requirements if tests were chosen, most of them blocked by one cause': {
    ...{ ...incomplete, requirements: open, deselected: '--grep a' },
  },
  'tests that were left out for several causes, and the orders that they lack': {
    ...{ ...incomplete, requirements: [lacksItems], missingOrders: '2 more orders of 8 open items' },
  },
  'orders that most of the rest needs; planned, with shared keys': {
    ...{ ...incomplete, target: deniesWrites, preflight, tests: paced(0) },
    requirements: [lacksOrders, lacksOrders, blocked],
  },
  'if gaps block, a file without questions is compared with the target': {
    ...{ ...incomplete, target: withFile({}), requirements: [blocked] },
  },
  'the questions of a file are answered if the run is incomplete': {
    ...{ ...incomplete, target: withFile({ open: { 'G-12': '?', 'listOrders response': '?' } }) },
    requirements: [blocked],
  },
  'a question of a file comes before its differences': {
    gaps: [differs],
    target: withFile({ steps: 1, confirmed: ['G-02'], open: { 'G-12': 'which?' } }),
  },
  'gaps by kind, with the parts that were not looked at': {
    ...{ target: staging, gaps, gapsToConfirm: ['G-07', 'G-18'] },
  },
  'lost requests': {
    totals: { ...totals, exchanges: 6803 },
    tests: [
      exampleTest('one', {
        lost: { byOperation: { 'GET /a': 3, 'GET /b': 1 }, answeredAgain: 1, runAgain: 2 },
      }),
    ],
  },
  'requests lost after its last test': {
    residue: { prefix: '', deleted: 0, hidden: 0, products: 0, left: [], sent },
  },
  'an interrupted run that left things leads to cleanup': {
    ...{ ...incomplete, endedEarly: true },
    residue: { prefix: 'ct-', deleted: 0, hidden: 0, products: 1, left: [], problem: reason },
  },
  'a killed run leads to cleanup where others use the merchant': {
    ...{ ...incomplete, endedEarly: true },
    target: {
      ...examplePassed().target,
      settings: { TARGET_WRITES: 'allow', TARGET_CONTROL_URL: 'not set' },
    },
  },
  'missing shards': { ...incomplete, endedEarly: true, shards: { total: 4, missing: [2, 3] } },
};

test('what the end of a run says', () => {
  const usual = new Set(screenOf(examplePassed()).split('\n'));
  expectGolden('ends.txt', runs, (given) =>
    screenOf(examplePassed(given))
      .split('\n')
      .filter((line) => !usual.has(line))
      .join('\n'),
  );
});
