import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import { type Requirement, requirement } from '../contract/requirements/catalogue.js';
import { atStatus, inBody, inHeader, inWordsOf, placeInWords } from '../contract/values/place.js';
import type { Evidence, Hindered, Judgement } from './finding.js';
import {
  gapsAtStake,
  judge,
  requirementResult,
  type Verdict,
  verdicts,
  whatIsMissing,
} from './requirement-verdict.js';

const id = 'BAT-09';
/** BAT-09 applies to each of its seven operations; `bat` is the same requirement without that condition. */
const speaking = requirement(id);
const { each, ...bat } = speaking;
const untested: Requirement = { ...bat, notTested: { kind: 'planned', reason: 'not yet' } };
const covers = { covers: [id] } as const;
const blockedBy = (reason: string, more: Partial<Evidence> = {}) =>
  exampleEvidence({ ...covers, blocked: [{ requirement: id, reason }], ...more });
const blocked = blockedBy('no orders');
const written = (...verifiedAt: readonly string[]) =>
  exampleEvidence({ ...covers, verified: { [id]: Object.fromEntries(verifiedAt.map((at) => [at, 1])) } });
const passed = written('getStatusResults');
const inapplicable = exampleEvidence({ inapplicable: [{ requirement: id, reason: 'writes denied' }] });
const found = (judgement: Judgement, known?: true) =>
  exampleEvidence({ findings: [exampleFinding({ judgement, known })] });
/** A test that was cut short; it covers the requirement unless something else is given. */
const cut = (kind: Hindered['kind'], reason: string, more: Partial<Evidence> = covers) =>
  exampleEvidence({ cutShort: { kind, reason }, ...more });
/** A test of other requirements. */
const others = {};
const called = (title: string, evidence: Evidence): Evidence => ({ ...evidence, title });

/** The verdict, `(known)` if it rests only on known failures, and the reason. */
function said({ verdict, known, reason }: ReturnType<typeof requirementResult>): string {
  return `${verdict}${known ? ' (known)' : ''}${reason === undefined ? '' : `: ${reason}`}`;
}

/** The facts that lead to each verdict, the weightiest first: of two facts, the one listed first decides. */
const facts: readonly (readonly [verdict: Verdict, evidence: Evidence, requirement?: Requirement])[] = [
  ['failed', found('failed')],
  ['warned', found('warned')],
  ['deviated', found('deviated')],
  ['untested', exampleEvidence(), untested],
  ['partial', passed, speaking],
  ['passed', passed],
  ['blocked', blocked],
  ['inapplicable', inapplicable],
  ['unverified', exampleEvidence(covers)],
];

test('the weightier of two facts decides, whichever comes first', () => {
  expect([...verdicts].sort()).toEqual(facts.map(([verdict]) => verdict).sort());
  for (const [index, [verdict, evidence, of = bat]] of facts.entries()) {
    expect(requirementResult(of, [evidence]).verdict).toBe(verdict);
    for (const [lighter, other, otherOf = bat] of facts.slice(index + 1)) {
      // A requirement that was exercised is not blocked; if it was verified, it is partial (see below).
      if (verdict === 'passed' && lighter === 'blocked') continue;
      const both = of === bat ? otherOf : of;
      const inOrders = [
        [evidence, other],
        [other, evidence],
      ].map((order) => requirementResult(both, order).verdict);
      expect(inOrders, lighter).toEqual([verdict, verdict]);
    }
  }
});

test('a requirement is inapplicable if the suite cannot read what it is about, even if parts of it were verified', () => {
  const reason = 'it is written in OpenAPI 3.2.0';
  const unread = exampleEvidence({ inapplicable: [{ requirement: id, reason, obstacles: ['no parser'] }] });
  expect(said(requirementResult(bat, [passed, unread]))).toBe(`inapplicable: ${reason}`);
  expect(requirementResult(bat, [found('failed'), unread]).verdict).toBe('failed');
});

test('the tests and exchanges of a requirement are counted, and evidence about other requirements changes nothing', () => {
  const other = { requirement: 'BAT-10', reason: 'no' } as const;
  const verified = { [id]: { getStatusResults: 2 }, 'BAT-10': { getStatusResults: 5 } };
  const findings = [exampleFinding({ requirement: 'BAT-10' })];
  const byTheWay = exampleEvidence({ covers: ['BAT-10'], verified, findings, blocked: [other] });
  const all = [passed, byTheWay, blocked, found('warned'), exampleEvidence()];
  expect(requirementResult(bat, all)).toMatchObject({ verdict: 'warned', tests: 4, exchanges: 3 });
});

const at = 'partial: verified at getStatusResults; left out:';
const half = cut('blocked', 'no orders', passed);
const [denied, lacking] = [cut('inapplicable', 'denied', others), cut('blocked', 'x', others)];
const each7 = speaking.operations;

/** A requirement, the evidence, and the result. */
const table: readonly (readonly [of: Requirement, evidence: readonly Evidence[], line: string])[] = [
  [untested, [], 'untested: not yet'],
  [{ ...bat, notTestedPart: { what: 'it', reason: 'later' } }, [passed], 'passed: not yet checked: it'],
  // A known failure hides neither an unknown failure nor a requirement that could not be exercised.
  [bat, [passed, found('failed', true)], 'failed (known)'],
  [bat, [passed, found('warned', true)], 'warned (known)'],
  [bat, [found('failed', true), found('failed')], 'failed'],
  [bat, [found('failed', true), found('warned')], 'failed (known)'],
  // If a test was blocked before its end, nobody knows what it would have shown, even if other tests verified
  // something.
  [bat, [called('1st', half), called('2nd', blocked)], `${at} the rest of "1st", "2nd": no orders`],
  [
    bat,
    [passed, ...Array(3).fill(blocked), blockedBy('x')],
    `${at} "a test" and 2 more: no orders; "a test": x`,
  ],
  // The test covers the requirement only incidentally, or the configuration leaves out the rest.
  [bat, [passed, cut('blocked', 'no result', { verified: passed.verified })], 'passed'],
  [bat, [cut('inapplicable', 'denied', passed)], 'passed'],
  // Obstacles count only in tests that cover the requirement or called its operations.
  [bat, [denied, lacking, lacking], 'unverified: no response showed it'],
  [bat, [exampleEvidence(covers), lacking], 'unverified: no check of it ran'],
  // A requirement that applies to each operation passes if all of them are verified, in one test or several.
  [
    speaking,
    [...each7.map((operationId) => written(operationId)), called('Again', blocked)],
    'partial: verified at 7 of 7 operations; left out: "Again": no orders',
  ],
  [speaking, [written('listBrands'), blockedBy('no order')], 'blocked: no order'],
  // A test that explains why an operation was missed isn't also listed as left out.
  [
    speaking,
    [written(...each7.slice(1)), blockedBy('no order'), called('Of stock', blockedBy('no stock'))],
    'partial: verified at 6 of 7 operations, not at getProductResults: no order; left out: "Of stock": no stock',
  ],
];

test('each verdict follows from the evidence, and the result says why', () => {
  for (const [of, evidence, expected] of table) expect(said(requirementResult(of, evidence))).toBe(expected);
  // In a partial run, tests of other requirements say nothing.
  expect(said(requirementResult(bat, [lacking, denied], false))).toBe('unverified: no check of it ran');
});

const [mine, free] = [cut('inapplicable', 'denied'), cut('blocked', 'no orders')];
const [ship, taken] = ['getShipResults', 'getReturnResults'] as const;
const noOrders = { kind: 'blocked', reason: 'no orders' } as const;
const unreached = (operationId: string, more: Partial<Evidence> = covers): Evidence =>
  cut('blocked', 'the end', { ...more, unreached: [{ operationId, ...noOrders }] });
const calling = (operationId: string, more: Partial<Evidence> = covers): Evidence =>
  cut('blocked', 'no result', { ...more, operations: { [operationId]: { 200: 1 } } });

/** A test of other requirements that lost its request for the results of shipments. */
const lost = { byOperation: { 'GET /api/v1/results/ship': 1 }, answeredAgain: 0, runAgain: 0 };
const losing = cut('blocked', 'reset', { ...others, lost });
const ended = exampleEvidence({ operations: { [ship]: { 200: 1 }, [taken]: { 200: 1 } } });
const noKey = cut('inapplicable', 'no key', { ...others, operations: ended.operations });
const unshown = 'no response showed it';

/** The requirement was verified at five of its seven operations, by a test that covers it or by checks of every exchange. */
const tested = written(...each7.filter((each) => each !== ship && each !== taken));
const checked = { ...tested, covers: [] };

/** Evidence about the requirement, and the reason why the other two operations were missed. */
const reasons: readonly (readonly [evidence: readonly Evidence[], reason: string, kind?: string])[] = [
  [[tested, blocked], 'no orders'],
  // A block outweighs the configuration, and the most frequent reason is given.
  [[tested, mine, free, mine], 'no orders'],
  [[tested, cut('blocked', 'rare'), free, free], 'no orders'],
  [[tested, unreached(ship)], `at ${ship}: no orders; at ${taken}: the end`],
  // Tests of other requirements say nothing about it.
  [[tested, mine, lacking, calling(ship, others)], 'denied', 'inapplicable'],
  [[tested, losing, denied], unshown, 'unverified'],
  // If a check of every exchange missed an operation, the reason comes from the tests that called it or should have.
  [
    [checked, unreached(ship, others), calling(taken, others)],
    `at ${ship}: no orders; at ${taken}: no result`,
  ],
  [[checked, losing, denied], `at ${ship}: reset; at ${taken}: ${unshown}`],
  // If another test ended normally, only something that holds for the whole target counts as a cause.
  [[checked, losing, calling(taken, others), ended], unshown, 'unverified'],
  [[checked, noKey, ended], 'no key', 'inapplicable'],
];

test('a requirement verified at some of its operations is partial, and the reason says why', () => {
  for (const [evidence, reason, kind = 'blocked'] of reasons) {
    const result = requirementResult(speaking, evidence);
    expect(result.missed, reason).toMatchObject({ operationIds: [ship, taken], kind, reason });
    expect(said(result)).toContain(
      `partial: verified at 5 of 7 operations, not at ${ship}, ${taken}: ${reason}`,
    );
  }
});

test('the obstacles of a requirement are kept as kinds, separate from the sentences that give its reasons', () => {
  const why = { kind: 'blocked', reason: 'why', obstacles: ['no order'] } as const;
  const missing = exampleEvidence({ ...covers, cutShort: why });
  // The first requirement names the obstacles of the operations that it missed, the second those of the tests left out.
  for (const of of [speaking, bat])
    expect(whatIsMissing(requirementResult(of, [passed, missing]), false)?.obstacles).toEqual(['no order']);
  // The configuration excludes writes, and the test of a rule for every exchange lacked an order.
  const unreached = [{ operationId: 'listOrders', ...why }];
  const of = { ...speaking, operations: ['createWebhook', 'listOrders'] };
  const both = requirementResult(of, [exampleEvidence({ unreached })], true, true).obstacles;
  expect(both?.toSorted()).toEqual(['no order', 'writes denied']);
});

test('a batch write is verified by its results, a single write by any operation, and a read only by itself', () => {
  const missed = (ids: readonly string[], ...evidence: readonly Evidence[]) =>
    requirementResult({ ...speaking, operations: ids }, evidence).missed?.operationIds;
  const writes = ['upsertProducts', 'updateProductStatus', 'updateProductStock'];
  const two = written('getStatusResults', 'getStockResults');
  expect(missed(writes, two)).toEqual(['upsertProducts']);
  expect(missed(['upsertProducts', 'listProducts'], written('listProducts'))).toBeUndefined();
  expect(missed(['upsertProducts', 'listProducts'], written('upsertProducts'))).toEqual(['listProducts']);
  // An operation where a violation was found does not count as missed.
  const finding = exampleFinding({ operationId: 'listProducts', write: 'upsertProducts' });
  expect(missed(writes, two, exampleEvidence({ ...covers, findings: [finding] }))).toBeUndefined();
});

test('if writes are denied, the operations that need them are missed because of the configuration', () => {
  const of = { ...speaking, operations: ['listBrands', 'createWebhook', 'updateProductStock', 'listOrders'] };
  const denying = (...evidence: readonly Evidence[]) => requirementResult(of, evidence, true, true);
  const told = 'createWebhook, updateProductStock: TARGET_WRITES is deny';
  const two = denying(written('listBrands', 'listOrders'));
  expect(two.missed?.kind).toBe('inapplicable');
  expect(said(two)).toBe(`partial: verified at 2 of 4 operations, not at ${told}`);
  expect(denying(written('listBrands'), blocked).missed).toMatchObject({
    kind: 'blocked',
    reason: `at ${told}; at listOrders: no orders`,
  });
});

const { clause, sentence, operations, observed } = speaking;
const base = { id, clause, basis: 'a unit test', sentence, operations, observed } as const;
const stated = { from: 'stated' } as const;
const assumed = { from: 'assumed', gap: ['G-07', 'G-11'] } as const;

test('a violation fails, warns or deviates by strength, origin and confirmed gaps', () => {
  for (const [strength, origin, confirmed, judgement, given] of [
    ['must', stated, '', 'failed', {}],
    ['should', stated, '', 'warned', {}],
    // Each of its gaps must be confirmed.
    ['must', assumed, 'G-07', 'deviated', {}],
    ['must', assumed, 'G-07 G-11', 'failed', {}],
    ['should', assumed, 'G-07 G-11', 'warned', {}],
    // A violation that the description half allows is a warning.
    ['must', stated, '', 'warned', { atMost: 'warned' }],
    // A gap that the oracle names must also be confirmed.
    ['must', stated, '', 'deviated', { gaps: ['G-02'] }],
    ['must', stated, 'G-02', 'failed', { gaps: ['G-02'] }],
    // A point that the target's file closes is no longer an assumption.
    ['must', assumed, '', 'failed', { gaps: ['G-05'], closed: true }],
  ] as const) {
    const violation = { expected: ['one'], actual: 'two', at: atStatus, ...given };
    const isConfirmed = (gap: string) => confirmed.split(' ').includes(gap);
    const judged = judge({ ...base, strength, ...origin }, violation, 'getStockResults', isConfirmed);
    expect(judged, `${strength} ${origin.from} ${confirmed}`).toBe(judgement);
  }
});

test('a violation in a body that the description shows rests only on the gaps that the oracle names', () => {
  const of = requirement('BAT-08');
  const whole: Requirement = { ...base, strength: 'must', from: 'assumed', gap: ['G-07', 'G-11'] };
  // The assumed part of BAT-08 is the shape of six results (G-11).
  for (const [asked, operationId, at, gaps, atStake] of [
    [of, 'getStatusResults', inBody('batchRequestId'), undefined, []],
    [of, 'getStockResults', inBody('batchRequestId'), undefined, ['G-11']],
    [of, 'getStockResults', inWordsOf('words', 'product a quantity'), undefined, ['G-11']],
    // An assumed part concerns the content of a response, not its status or a header.
    [of, 'getStockResults', inHeader('x'), undefined, []],
    // A request outside the contract has no response that the description shows.
    [of, 'GET /nowhere', inBody('batchRequestId'), undefined, ['G-11']],
    [of, 'getStockResults', inBody('status'), ['G-11', 'G-07'], ['G-11', 'G-07']],
    [of, 'getStockResults', inBody('items[0].id'), [], []],
    [whole, 'getStockResults', inBody('items[0].id'), [], ['G-07', 'G-11']],
  ] as const) {
    const violation = { expected: ['one'], actual: 'two', at, gaps };
    expect(gapsAtStake(asked, violation, operationId), `${operationId} ${placeInWords(at)}`).toEqual(atStake);
  }
});
