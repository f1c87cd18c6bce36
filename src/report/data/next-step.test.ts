import {
  exampleGap,
  exampleKnownFailures,
  examplePassed,
  exampleRequirement,
  exampleTargetFile,
} from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { ConformanceReport } from './conformance-report.js';
import { nextStep, type WaysOn } from './next-step.js';

// No step depends on the words of a reason.
const reason = 'an answer in other words';

const ways: WaysOn = { report: 'OPEN', resume: 'RESUME', whole: 'RUN' };
const target = { ...examplePassed().target, confirmedGaps: [] };
const asked = { ...exampleTargetFile, open: { 'G-12': 'which header?', 'listOrders response': 'which?' } };
const blocked = [exampleRequirement('BAT-09', 'blocked', { reason, obstacles: ['G-09'] })];
const denied = { ...target, settings: { TARGET_WRITES: 'deny' } };
const lacksOrders = exampleRequirement('ORD-03', 'blocked', {
  reason,
  obstacles: ['no order'],
});
const lacksItems = exampleRequirement('ORD-04', 'blocked', {
  reason,
  obstacles: ['too few order items'],
});
const leftOutForOrders = exampleRequirement('ORD-05', 'partial', {
  leftOutTests: [{ tests: '"a test"', reason }],
  obstacles: ['no order'],
});
const missedForOrders = exampleRequirement('ERR-08', 'partial', {
  missed: { operationIds: ['shipOrderItems'], kind: 'blocked', reason, obstacles: ['no order'] },
});
const preflight = {
  ...{ checks: 'reads and writes', leftOut: [], noticed: [], requests: 9 },
  orders: { inWords: 'all tests need 10 orders', missing: '10 more orders of 8 open items', size: 8 },
};
const { totals } = examplePassed();
const interrupted = {
  verdict: 'incomplete',
  endedEarly: true,
  totals: { ...totals, exchanges: 120 },
} as const;
const confirmable = {
  target,
  gaps: [exampleGap('G-07', { kind: 'as-assumed' })],
  gapsToConfirm: ['G-07'],
} as const;

const steps: readonly (readonly [after: string, given: Partial<ConformanceReport>, next: string])[] = [
  ['a conformant run opens the report', {}, 'open the report: OPEN'],
  [
    'a violation opens the report',
    { verdict: 'non-conformant' },
    'see each violation, and how to repeat it: OPEN',
  ],
  [
    'a violation comes before the rest of an interrupted run',
    { ...interrupted, verdict: 'non-conformant' },
    'see each violation, and how to repeat it: OPEN',
  ],
  ['an interrupted run is resumed', interrupted, 'resume the run: RESUME'],
  [
    'a run that was interrupted before its first request starts again',
    { ...interrupted, totals: { ...totals, exchanges: 0 } },
    'start the run again: RUN',
  ],
  [
    'missing shards are run',
    { ...interrupted, shards: { total: 4, missing: [2, 3] } },
    'run 2 missing shards (2, 3), then merge again',
  ],
  [
    'an outdated list of known failures is corrected',
    { verdict: 'known failures out of date', knownFailures: exampleKnownFailures },
    'correct known-failures/staging.yaml: OPEN shows what each entry should say',
  ],
  [
    'gaps that block lead to learning',
    { verdict: 'incomplete', requirements: blocked, target },
    '1 requirement could not be verified, because the service may do in its own way what the description leaves open (G-09): run npm run learn -- --target staging',
  ],
  [
    'the open questions of a file are answered',
    { verdict: 'incomplete', target: { ...target, file: asked } },
    'answer the 2 open questions in targets/staging.yaml',
  ],
  [
    'orders that most of the rest needs are named',
    { verdict: 'incomplete', target: denied, requirements: [lacksOrders, lacksOrders, ...blocked] },
    '2 of these 3 requirements need orders: name some that the suite may use up in TARGET_ORDERS in .env.staging; npm run plan -- --target staging says how many',
  ],
  [
    'orders are named if tests or operations lacked them',
    { verdict: 'incomplete', target, requirements: [leftOutForOrders, missedForOrders] },
    '2 of these 2 requirements need orders: name some that the suite may use up in TARGET_ORDERS in .env.staging; npm run plan -- --target staging says how many',
  ],
  [
    'the number of orders is named if it is known',
    { verdict: 'incomplete', target, preflight, requirements: [leftOutForOrders, missedForOrders] },
    '2 of these 2 requirements need orders: name 10 more orders of 8 open items that the suite may use up in TARGET_ORDERS in .env.staging',
  ],
  [
    'the reasons of an older report, which has no kinds, are in the report',
    {
      verdict: 'incomplete',
      target,
      requirements: [exampleRequirement('ORD-03', 'blocked', { reason: 'there is no order to work with' })],
    },
    'see what kept the run from verifying them: OPEN',
  ],
  [
    'gaps come first if they block as many requirements as the lack of orders',
    { verdict: 'incomplete', target, requirements: [lacksOrders, ...blocked] },
    '1 requirement could not be verified, because the service may do in its own way what the description leaves open (G-09): run npm run learn -- --target staging',
  ],
  [
    'orders that are named already need not be named',
    {
      verdict: 'incomplete',
      target: { ...target, settings: { TARGET_ORDERS: ['SO-1'] } },
      requirements: [lacksOrders],
    },
    'see what kept the run from verifying them: OPEN',
  ],
  [
    'more orders are named if tests lacked items of those that are named',
    { verdict: 'incomplete', missingOrders: '2 more orders of 8 open items', requirements: [lacksItems] },
    'name 2 more orders of 8 open items in TARGET_ORDERS in .env.staging for the tests that had too few',
  ],
  [
    'other obstacles are in the report',
    { verdict: 'incomplete' },
    'see what kept the run from verifying them: OPEN',
  ],
  [
    'a part of the suite leads to the whole',
    { verdict: 'partial', deselected: '--grep x' },
    'run the whole suite: RUN',
  ],
  [
    'a run without writes may be allowed to write',
    {
      verdict: 'partial',
      target: denied,
      totals: { ...totals, verdicts: { ...totals.verdicts, passed: 1 } },
    },
    'on a system where the suite may create products, set TARGET_WRITES=allow in .env.staging',
  ],
  [
    'a gap that is filled otherwise leads to learning',
    { target, gaps: [exampleGap('G-05', { kind: 'otherwise' })] },
    'the service differs from what the suite assumes at G-05: run npm run learn -- --target staging',
  ],
  [
    'a gap that is filled as assumed can be confirmed',
    confirmable,
    'confirm where the service does as the suite assumes: set TARGET_CONFIRMED_GAPS=G-07',
  ],
  [
    'a gap that is confirmed needs no step',
    { ...confirmable, gaps: confirmable.gaps.map((gap) => ({ ...gap, confirmed: true })) },
    'open the report: OPEN',
  ],
];

for (const [after, given, next] of steps)
  test(`the next step: ${after}`, () => expect(nextStep(examplePassed(given), ways)).toBe(next));

test('a merged run can neither be resumed nor started again', () => {
  const alone = { report: 'OPEN' };
  expect(nextStep(examplePassed({ ...interrupted, shards: { total: 2, missing: [] } }), alone)).toMatch(
    /: OPEN$/,
  );
  expect(nextStep(examplePassed({ verdict: 'partial', deselected: '--grep x' }), alone)).toMatch(/: OPEN$/);
});
