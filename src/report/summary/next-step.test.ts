import {
  exampleGap,
  exampleKnownFailures,
  examplePassed,
  examplePreflight,
  exampleRequirement,
  exampleTargetFile,
} from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import type { ConformanceReport } from '../data/conformance-report.js';
import { nextStep, type WaysOn } from './next-step.js';

// No step depends on the words of a reason.
const reason = 'a response in other words';

const ways: WaysOn = { report: 'OPEN', again: 'AGAIN', whole: 'RUN' };
const target = { ...examplePassed().target, confirmedGaps: [] };
const asked = { ...exampleTargetFile, open: { 'G-12': 'which header?', 'listOrders response': 'which?' } };
const blocked = [exampleRequirement('BAT-09', 'blocked', { reason, obstacles: ['G-09'] })];
const denied = { ...target, settings: { TARGET_WRITES: 'deny' } };
const lacksOrders = exampleRequirement('ORD-03', 'blocked', { reason, obstacles: ['no order'] });
const lacksItems = exampleRequirement('ORD-04', 'blocked', { reason, obstacles: ['too few order items'] });
const preflight = {
  ...examplePreflight,
  orders: { inWords: 'all tests need 10 orders', missing: '10 more orders of 8 open items', size: 8 },
};
const interrupted = { verdict: 'incomplete', endedEarly: true } as const;
const residue = { prefix: 'ct-', deleted: 0, hidden: 0, products: 1, withheld: 0, left: [], problem: reason };
const confirmable = {
  target,
  gaps: [exampleGap('G-07', { kind: 'as-assumed' })],
  gapsToConfirm: ['G-07'],
} as const;

/** Runs, by what their next step shows. */
const after: Readonly<Record<string, Partial<ConformanceReport>>> = {
  'a conformant run opens the report': {},
  'a violation opens the report': { verdict: 'non-conformant' },
  'an interrupted run starts again': interrupted,
  'an interrupted run that left things leads to cleanup': { ...interrupted, residue },
  'missing shards are run': { ...interrupted, shards: { total: 4, missing: [2, 3] } },
  'an outdated list of known failures is corrected': {
    verdict: 'known failures out of date',
    knownFailures: exampleKnownFailures,
  },
  'gaps that block lead to learning': { verdict: 'incomplete', requirements: blocked, target },
  'the open questions of a file are answered': { verdict: 'incomplete', target: { ...target, file: asked } },
  'orders that most of the rest needs are named': {
    verdict: 'incomplete',
    target: denied,
    preflight,
    requirements: [lacksOrders, lacksOrders, ...blocked],
  },
  'gaps come first if they block as many requirements as the lack of orders': {
    verdict: 'incomplete',
    target,
    requirements: [lacksOrders, ...blocked],
  },
  'more orders are named if tests lacked items of those that are named': {
    verdict: 'incomplete',
    missingOrders: '2 more orders of 8 open items',
    requirements: [lacksItems],
  },
  'other obstacles are in the report': { verdict: 'incomplete' },
  'a part of the suite leads to the whole': { verdict: 'partial', deselected: '--grep x' },
  'a run without writes may be allowed to write': {
    verdict: 'partial',
    target: denied,
  },
  'a gap that is filled as assumed can be confirmed': confirmable,
};

test('the next step after a run', () => {
  expectGolden('next-step.txt', after, (given) => nextStep(examplePassed(given), ways));
});
