import { expect, test } from '#unit-test';
import { operations } from '../contract/operations.js';
import { type Requirement, requirement } from '../contract/requirements/catalogue.js';
import { type Evidence, exampleEvidence, exampleFinding } from './evidence.js';
import type { Judgement } from './finding.js';
import {
  type Found,
  gapsAtStake,
  judge,
  type MissedOperations,
  requirementResult,
  type Shown,
  type Verdict,
  verdicts,
} from './requirement-verdict.js';

const id = 'BAT-09';
const speaking = requirement(id);
const { each, ...bat } = speaking;
const shown: readonly Shown[] = operations.map(({ operationId, method, resultsOperation }) => ({
  operationId,
  method,
  ...(resultsOperation === undefined ? {} : { results: resultsOperation }),
}));
const untested: Requirement = { ...bat, notTested: { kind: 'planned', reason: 'not yet' } };

const blocked = exampleEvidence({ covers: [id], blocked: [{ requirement: id, reason: 'no orders' }] });
const passed = exampleEvidence({ covers: [id], verified: { [id]: { getStatusResults: 3 } } });
const inapplicable = exampleEvidence({
  covers: [id],
  inapplicable: [{ requirement: id, reason: 'writes denied' }],
});
const known = (judgement: 'failed' | 'warned') =>
  exampleEvidence({ findings: [exampleFinding({ judgement, known: true })] });
const found = (judgement: 'failed' | 'warned' | 'deviated') =>
  exampleEvidence({ findings: [exampleFinding({ judgement })] });

/** What leads to each verdict, the weightiest first: of two, the higher one decides. */
const facts: readonly (readonly [
  verdict: Verdict,
  evidence: readonly Evidence[],
  requirement?: Requirement,
])[] = [
  ['failed', [found('failed')]],
  ['blocked', [blocked]],
  ['warned', [found('warned')]],
  ['deviated', [found('deviated')]],
  ['untested', [], untested],
  ['partial', [passed], speaking],
  ['passed', [passed]],
  ['inapplicable', [inapplicable]],
  ['unverified', [exampleEvidence({ covers: [id] })]],
];

for (const [index, [verdict, evidence, of = bat]] of facts.entries()) {
  test(`alone: ${verdict}`, () => {
    expect(requirementResult(of, evidence, shown).verdict).toBe(verdict);
  });
  for (const [lighter, others, other = bat] of facts.slice(index + 1)) {
    // If only some operations are blocked, the verdict is partial: see below.
    if (verdict === 'blocked' && lighter === 'partial') continue;
    test(`${verdict} outweighs ${lighter}, whichever comes first`, () => {
      const both = of === bat ? other : of;
      expect(requirementResult(both, [...evidence, ...others], shown).verdict).toBe(verdict);
      expect(requirementResult(both, [...others, ...evidence], shown).verdict).toBe(verdict);
    });
  }
}

test('every verdict is listed once, and leads here from some fact', () => {
  expect([...verdicts].sort()).toEqual(facts.map(([verdict]) => verdict).sort());
});

test('evidence about another requirement changes nothing', () => {
  const elsewhere = exampleEvidence({
    covers: ['BAT-10'],
    verified: { 'BAT-10': { getStatusResults: 5 } },
    findings: [exampleFinding({ requirement: 'BAT-10' })],
    blocked: [{ requirement: 'BAT-10', reason: 'no' }],
    inapplicable: [{ requirement: 'BAT-10', reason: 'no' }],
  });
  expect(requirementResult(bat, [elsewhere], shown)).toEqual({
    requirement: bat,
    verdict: 'unverified',
    tests: 0,
    verifiedBy: {},
    exchanges: 0,
    findings: [],
    reason: 'no check of it ran',
  });
});

test('tests are counted that cover it, verified it or found it violated; exchanges are summed', () => {
  const byTheWay = exampleEvidence({ verified: { [id]: { getStatusResults: 2 } } });
  const result = requirementResult(
    bat,
    [passed, byTheWay, blocked, found('warned'), exampleEvidence()],
    shown,
  );
  expect(result).toMatchObject({
    tests: 4,
    exchanges: 5,
    findings: [exampleFinding({ judgement: 'warned' })],
  });
});

test('each verdict that is neither passed nor violated says why', () => {
  const reasonOf = (evidence: readonly Evidence[], of = bat) => requirementResult(of, evidence, shown).reason;
  expect(reasonOf([blocked])).toBe('no orders');
  expect(reasonOf([inapplicable])).toBe('writes denied');
  expect(reasonOf([], untested)).toBe('not yet');
  expect(reasonOf([passed])).toBeUndefined();
  expect(reasonOf([passed], { ...bat, notTestedPart: { what: 'the order', reason: 'later' } })).toBe(
    'not yet checked: the order',
  );
});

test('a requirement that is violated in nothing but what is known keeps its verdict, and says so', () => {
  expect(requirementResult(bat, [passed, known('failed')], shown)).toMatchObject({
    verdict: 'failed',
    known: true,
  });
  expect(requirementResult(bat, [passed, known('warned')], shown)).toMatchObject({
    verdict: 'warned',
    known: true,
  });
  for (const judgement of ['failed', 'warned'] as const)
    expect(requirementResult(bat, [known(judgement), found(judgement)], shown)).not.toHaveProperty('known');
});

test('what is known hides neither another failure nor what could not be exercised', () => {
  const verdictOf = (...evidence: readonly Evidence[]) => {
    const { verdict, known: isKnown } = requirementResult(bat, evidence, shown);
    return [verdict, isKnown];
  };
  expect(verdictOf(known('warned'), found('failed'))).toEqual(['failed', undefined]);
  expect(verdictOf(known('failed'), found('warned'))).toEqual(['failed', true]);
  expect(verdictOf(known('failed'), blocked)).toEqual(['blocked', undefined]);
});

const written = (...verifiedAt: readonly string[]) =>
  exampleEvidence({
    covers: [id],
    verified: { [id]: Object.fromEntries(verifiedAt.map((each) => [each, 1])) },
  });
const cutShort = (kind: 'blocked' | 'inapplicable', reason: string, covers = true) =>
  exampleEvidence({ ...(covers ? { covers: [id] } : {}), cutShort: { kind, reason } });
const six = speaking.operations.filter((operationId) => operationId !== 'getStatusResults');

/** Other evidence on a requirement that was verified only at the status results, and why it missed the others. */
const reasons: readonly (readonly [
  title: string,
  evidence: readonly Evidence[],
  why: Omit<MissedOperations, 'operationIds'>,
])[] = [
  ['nothing', [], { kind: 'unverified', reason: 'no check of it ran' }],
  [
    'a test of it was blocked after it had verified something',
    [cutShort('blocked', 'no orders')],
    { kind: 'blocked', reason: 'no orders' },
  ],
  [
    'the configuration cut a test of it short',
    [cutShort('inapplicable', 'writes denied')],
    { kind: 'inapplicable', reason: 'writes denied' },
  ],
  [
    'a block outweighs what the configuration leaves out, however often',
    [
      cutShort('inapplicable', 'writes denied'),
      cutShort('blocked', 'no orders'),
      cutShort('inapplicable', 'writes denied'),
    ],
    { kind: 'blocked', reason: 'no orders' },
  ],
  [
    'the most frequent of several reasons is told',
    [cutShort('blocked', 'rare'), cutShort('blocked', 'frequent'), cutShort('blocked', 'frequent')],
    { kind: 'blocked', reason: 'frequent' },
  ],
  [
    'the tests that cover it outweigh all others',
    [
      cutShort('inapplicable', 'writes denied'),
      cutShort('blocked', 'elsewhere', false),
      cutShort('blocked', 'elsewhere', false),
    ],
    { kind: 'inapplicable', reason: 'writes denied' },
  ],
  [
    'where none that covers it was cut short, the others tell',
    [cutShort('inapplicable', 'writes denied', false)],
    { kind: 'inapplicable', reason: 'writes denied' },
  ],
  [
    'what blocked it is told with the gaps that it names, not how the test ended',
    [
      exampleEvidence({
        covers: [id],
        blocked: [
          {
            requirement: id,
            reason: 'no result; the target may fill a gap in its own way: G-11 at getStockResults',
          },
        ],
        cutShort: { kind: 'blocked', reason: 'no result' },
      }),
    ],
    {
      kind: 'blocked',
      reason: 'no result; the target may fill a gap in its own way: G-11 at getStockResults',
    },
  ],
  [
    'a test that ended with nothing to look at blocks it, whatever the configuration leaves out elsewhere',
    [
      exampleEvidence({ covers: [id], blocked: [{ requirement: id, reason: 'the list has no entries' }] }),
      cutShort('inapplicable', 'writes denied', false),
      cutShort('inapplicable', 'writes denied', false),
    ],
    { kind: 'blocked', reason: 'the list has no entries' },
  ],
];

for (const [title, evidence, why] of reasons) {
  test(`verified at one of seven operations it is partial, and says why: ${title}`, () => {
    expect(requirementResult(speaking, [passed, ...evidence], shown)).toMatchObject({
      verdict: 'partial',
      missed: { operationIds: six, ...why },
      reason: `verified at 1 of 7 operations, not at ${six.slice(0, 4).join(', ')} and 2 others: ${why.reason}`,
    });
  });
}

const unreached = (operationId: string, reason: string, covers = true): Evidence =>
  exampleEvidence({
    ...(covers ? { covers: [id] } : {}),
    unreached: [{ operationId, kind: 'blocked', reason }],
    cutShort: { kind: 'blocked', reason: `the test ended: ${reason}` },
  });
const calling = (operationId: string, reason: string, covers = true): Evidence =>
  exampleEvidence({
    ...(covers ? { covers: [id] } : {}),
    operations: { [operationId]: { 200: 1 } },
    cutShort: { kind: 'blocked', reason },
  });

/** Other evidence on a requirement that was verified at five of seven operations, and why it missed the other two. */
const reasonsOfEach: readonly (readonly [title: string, evidence: readonly Evidence[], said: string])[] = [
  [
    'a test could not call one, and nothing is known of the other',
    [unreached('getShipResults', 'no orders')],
    'at getShipResults: no orders; at getReturnResults: the test ended: no orders',
  ],
  [
    'different things kept tests from calling each',
    [unreached('getShipResults', 'no orders'), unreached('getReturnResults', 'no shipped item')],
    'at getShipResults: no orders; at getReturnResults: no shipped item',
  ],
  [
    'one thing kept tests from calling both',
    [unreached('getShipResults', 'no orders'), unreached('getReturnResults', 'no orders')],
    'no orders',
  ],
  [
    'a test that called one was cut short, and another for another reason, however often',
    [calling('getReturnResults', 'no result'), cutShort('blocked', 'often'), cutShort('blocked', 'often')],
    'at getShipResults: often; at getReturnResults: no result',
  ],
  [
    'what kept a test from calling one outweighs what became of tests that called it',
    [
      unreached('getShipResults', 'no orders'),
      calling('getShipResults', 'no result'),
      cutShort('blocked', 'x'),
    ],
    'at getShipResults: no orders; at getReturnResults: the test ended: no orders',
  ],
  [
    'tests of other requirements tell where none that covers it was cut short',
    [unreached('getShipResults', 'no orders', false), calling('getReturnResults', 'no result', false)],
    'at getShipResults: no orders; at getReturnResults: no result',
  ],
];

for (const [title, evidence, said] of reasonsOfEach) {
  test(`each missed operation has a reason of its own: ${title}`, () => {
    const two = ['getShipResults', 'getReturnResults'];
    const others = speaking.operations.filter((operationId) => !two.includes(operationId));
    const { missed } = requirementResult(speaking, [written(...others), ...evidence], shown);
    expect(missed).toEqual({ operationIds: expect.arrayContaining(two), kind: 'blocked', reason: said });
  });
}

test('up to four missed operations are named', () => {
  const four = speaking.operations.slice(0, 3);
  expect(requirementResult(speaking, [written(...four)], shown).reason).toBe(
    `verified at 3 of 7 operations, not at ${speaking.operations.slice(3).join(', ')}: no check of it ran`,
  );
});

test('verified at each operation, by one test or by several, it passes', () => {
  expect(requirementResult(speaking, [written(...speaking.operations)], shown)).toMatchObject({
    verdict: 'passed',
  });
  const several = speaking.operations.map((operationId) => written(operationId));
  const result = requirementResult(speaking, [...several, cutShort('blocked', 'no orders')], shown);
  expect(result).toMatchObject({ verdict: 'passed' });
  expect(result).not.toHaveProperty('missed');
});

test('one that does not speak of each operation passes by one of them', () => {
  expect(requirementResult(bat, [passed], shown)).toMatchObject({ verdict: 'passed' });
});

test('what a batch write does is told by its results, and by those of no other write', () => {
  const writes: Requirement = {
    ...speaking,
    operations: ['upsertProducts', 'updateProductStatus', 'updateProductStock'],
  };
  const result = requirementResult(writes, [written('getStatusResults', 'getStockResults')], shown);
  expect(result.missed?.operationIds).toEqual(['upsertProducts']);
  const all = written('getStatusResults', 'getStockResults', 'getProductResults');
  expect(requirementResult(writes, [all], shown)).toMatchObject({ verdict: 'passed' });
});

test('a write that it alone speaks of is told wherever it is seen; a read tells only of itself', () => {
  const one: Requirement = { ...speaking, operations: ['upsertProducts', 'listProducts'] };
  expect(requirementResult(one, [written('listProducts')], shown)).toMatchObject({ verdict: 'passed' });
  expect(requirementResult(one, [written('upsertProducts')], shown).missed?.operationIds).toEqual([
    'listProducts',
  ]);
});

test('it is blocked as a whole only where nothing of it was verified', () => {
  expect(requirementResult(speaking, [blocked], shown)).toMatchObject({
    verdict: 'blocked',
    reason: 'no orders',
  });
  expect(requirementResult(speaking, [blocked], shown)).not.toHaveProperty('missed');
  expect(requirementResult(speaking, [passed, blocked], shown)).toMatchObject({
    verdict: 'partial',
    missed: { kind: 'blocked', reason: 'no orders' },
  });
  expect(requirementResult(bat, [passed, blocked], shown)).toMatchObject({ verdict: 'blocked' });
});

const cutAfter = (kind: 'blocked' | 'inapplicable', reason: string) =>
  exampleEvidence({ ...passed, cutShort: { kind, reason } });

/** The evidence on a requirement from tests, one of which was cut short after it had verified part of it. */
const unfinished: readonly (readonly [
  title: string,
  evidence: readonly Evidence[],
  verdict: Verdict,
  reason?: string,
])[] = [
  ['that alone', [cutAfter('blocked', 'no orders')], 'blocked', 'no orders'],
  [
    'another that was cut short as well: the first tells why',
    [cutAfter('blocked', 'no orders'), cutAfter('blocked', 'no result')],
    'blocked',
    'no orders',
  ],
  [
    'another that was blocked before it verified anything',
    [cutAfter('blocked', 'no orders'), blocked],
    'blocked',
    'no orders',
  ],
  ['another that came to its end', [cutAfter('blocked', 'no orders'), passed], 'passed'],
  [
    'another that does not cover it, and met it in an exchange',
    [
      cutAfter('blocked', 'no orders'),
      exampleEvidence({ verified: passed.verified, cutShort: { kind: 'blocked', reason: 'no result' } }),
    ],
    'passed',
  ],
  [
    'another that the configuration cut short',
    [cutAfter('blocked', 'no orders'), cutAfter('inapplicable', 'writes denied')],
    'passed',
  ],
  ['a failure', [cutAfter('blocked', 'no orders'), found('failed')], 'failed'],
  ['a warning', [cutAfter('blocked', 'no orders'), found('warned')], 'blocked', 'no orders'],
  ['a known failure', [cutAfter('blocked', 'no orders'), known('failed')], 'blocked', 'no orders'],
];

for (const [title, evidence, verdict, reason] of unfinished) {
  test(`verified in a test that was blocked later, and ${title}: ${verdict}`, () => {
    const result = requirementResult(bat, evidence, shown);
    expect([result.verdict, result.reason]).toEqual([verdict, reason]);
  });
}

test('a test that the configuration cut short leaves what it had verified until then passed', () => {
  const result = requirementResult(bat, [cutAfter('inapplicable', 'writes denied')], shown);
  expect(result.verdict).toBe('passed');
});

test('verified at one of seven operations in a test that was blocked later, it is partial', () => {
  expect(requirementResult(speaking, [cutAfter('blocked', 'no orders')], shown)).toMatchObject({
    verdict: 'partial',
    missed: { operationIds: six, kind: 'blocked', reason: 'no orders' },
  });
});

/** The ends of a run's tests, none of which covers the requirement or met it in an exchange. */
const elsewhere: readonly (readonly [
  title: string,
  evidence: readonly Evidence[],
  verdict: Verdict,
  reason: string,
])[] = [
  ['no test ran', [], 'unverified', 'no check of it ran'],
  ['every test came to its end', [exampleEvidence()], 'unverified', 'no check of it ran'],
  ['a test was blocked', [cutShort('blocked', 'no orders', false)], 'blocked', 'no orders'],
  [
    'several tests were blocked: the most frequent reason is told',
    [
      cutShort('blocked', 'rare', false),
      cutShort('blocked', 'frequent', false),
      cutShort('blocked', 'frequent', false),
    ],
    'blocked',
    'frequent',
  ],
  [
    'the configuration left tests out',
    [cutShort('inapplicable', 'writes denied', false)],
    'inapplicable',
    'writes denied',
  ],
  [
    'a test was blocked, and the configuration left out more of them',
    [
      cutShort('inapplicable', 'writes denied', false),
      cutShort('inapplicable', 'writes denied', false),
      cutShort('blocked', 'no orders', false),
    ],
    'blocked',
    'no orders',
  ],
  [
    'a test of it came to its end without a word of it, and another was blocked',
    [exampleEvidence({ covers: [id] }), cutShort('blocked', 'no orders', false)],
    'unverified',
    'no check of it ran',
  ],
];

for (const [title, evidence, verdict, reason] of elsewhere) {
  test(`checked in every exchange, and there was none: ${verdict} where ${title}`, () => {
    expect(requirementResult(bat, evidence, shown)).toMatchObject({ verdict, reason, exchanges: 0 });
  });
}

test('where tests were left out, how the others ended says nothing of what they do not speak of', () => {
  const others = [cutShort('blocked', 'no orders', false), cutShort('inapplicable', 'writes denied', false)];
  expect(requirementResult(bat, others, shown, false)).toMatchObject({
    verdict: 'unverified',
    reason: 'no check of it ran',
  });
  expect(requirementResult(bat, [cutAfter('blocked', 'no orders')], shown, false).verdict).toBe('blocked');
});

test('an operation at which it was found violated was not missed', () => {
  const at = (operationId: string, write?: string) =>
    exampleEvidence({
      covers: [id],
      findings: [
        exampleFinding({ judgement: 'deviated', operationId, ...(write === undefined ? {} : { write }) }),
      ],
    });
  const [first = '', ...others] = speaking.operations;
  const differing = requirementResult(speaking, [written(...others), at(first)], shown);
  expect(differing).toMatchObject({ verdict: 'deviated' });
  expect(differing).not.toHaveProperty('missed');
  const [, second = '', ...rest] = speaking.operations;
  expect(requirementResult(speaking, [written(...rest), at(first)], shown)).toMatchObject({
    verdict: 'deviated',
    missed: { operationIds: [second] },
  });
  const writes: Requirement = { ...speaking, operations: ['upsertProducts', 'updateProductStock'] };
  expect(
    requirementResult(writes, [written('getStockResults'), at('listProducts', 'upsertProducts')], shown),
  ).not.toHaveProperty('missed');
});

test('where writes are denied, the operations that need them were left out by the configuration', () => {
  const operations = ['listBrands', 'createWebhook', 'updateProductStock', 'listOrders'];
  const each: Requirement = { ...speaking, operations };
  const denying = (...evidence: readonly Evidence[]) => requirementResult(each, evidence, shown, true, true);
  expect(denying(written('listBrands', 'listOrders'))).toMatchObject({
    verdict: 'partial',
    missed: { operationIds: ['createWebhook', 'updateProductStock'], kind: 'inapplicable' },
    reason: 'verified at 2 of 4 operations, not at createWebhook, updateProductStock: TARGET_WRITES is deny',
  });
  expect(denying(written('listBrands'), blocked)).toMatchObject({
    verdict: 'partial',
    missed: {
      kind: 'blocked',
      reason: 'at createWebhook, updateProductStock: TARGET_WRITES is deny; at listOrders: no orders',
    },
  });
});

const promised = requirement('BAT-09');
const base = {
  id: promised.id,
  clause: promised.clause,
  basis: 'a unit test',
  sentence: promised.sentence,
  operations: promised.operations,
  observed: promised.observed,
};
const unmet: Found = { expected: ['one'], actual: 'two', at: 'status', operationId: 'getStockResults' };

type Origin =
  | { from: 'stated' }
  | { from: 'derived'; derivedFrom: string }
  | { from: 'assumed'; gap: string[] };

const stated: Origin = { from: 'stated' };
const derived: Origin = { from: 'derived', derivedFrom: 'a unit test' };
const assumed: Origin = { from: 'assumed', gap: ['G-07', 'G-11'] };

/** Strength, origin, the gaps that the target confirms, and the judgement of a violation. */
const table: readonly (readonly [
  Requirement['strength'],
  Origin,
  confirmed: readonly string[],
  Judgement,
])[] = [
  ['must', stated, [], 'failed'],
  ['should', stated, [], 'warned'],
  ['may', stated, [], 'warned'],
  ['must', derived, [], 'failed'],
  ['should', derived, [], 'warned'],
  ['may', derived, [], 'warned'],
  ['must', assumed, [], 'deviated'],
  ['should', assumed, [], 'deviated'],
  ['may', assumed, [], 'deviated'],
  // Only one of its two gaps is confirmed: that is not enough.
  ['must', assumed, ['G-07'], 'deviated'],
  ['must', assumed, ['G-11'], 'deviated'],
  ['must', assumed, ['G-07', 'G-11'], 'failed'],
  ['should', assumed, ['G-07', 'G-11'], 'warned'],
  ['may', assumed, ['G-07', 'G-11'], 'warned'],
];

for (const [strength, origin, confirmed, judgement] of table) {
  test(`a violated ${strength}, ${origin.from}, ${confirmed.join(' and ') || 'nothing'} confirmed: ${judgement}`, () => {
    expect(judge({ ...base, strength, ...origin }, unmet, confirms(confirmed))).toBe(judgement);
  });
}

test('what the description half allows is a warning, and never outweighs an unconfirmed gap', () => {
  const atMost: Found = { ...unmet, atMost: 'warned' };
  expect(judge({ ...base, strength: 'must', ...stated }, atMost, confirms([]))).toBe('warned');
  expect(judge({ ...base, strength: 'must', ...assumed }, atMost, confirms([]))).toBe('deviated');
});

test('an oracle that rests on a gap of its own needs that one confirmed too', () => {
  const resting: Found = { ...unmet, gaps: ['G-02'] };
  const stand: Requirement = { ...base, strength: 'must', ...stated };
  expect(judge(stand, resting, confirms([]))).toBe('deviated');
  expect(judge(stand, resting, confirms(['G-02']))).toBe('failed');
  const rest: Requirement = { ...base, strength: 'must', ...assumed };
  expect(judge(rest, resting, confirms(['G-07', 'G-11']))).toBe('deviated');
  expect(judge(rest, resting, confirms(['G-02', 'G-07', 'G-11']))).toBe('failed');
});

test('an assumed part is at stake in what was answered, however its place is called, not in a status or a header', () => {
  const partly: Requirement = {
    ...base,
    strength: 'must',
    from: 'stated',
    assumedPart: { gap: ['G-09'], what: 'the place' },
  };
  const at = (place: string | undefined) => ({
    expected: ['one'],
    actual: 'two',
    operationId: 'updateProductStock',
    ...(place ? { at: place } : {}),
  });
  for (const place of [
    'body batchRequestId',
    'product a quantity',
    'product list',
    "the merchant's data.orders",
  ])
    expect(judge(partly, at(place), confirms([]))).toBe('deviated');
  expect(judge(partly, at('body batchRequestId'), confirms(['G-09']))).toBe('failed');
  for (const place of ['status', 'header content-type', undefined])
    expect(judge(partly, at(place), confirms([]))).toBe('failed');
});

/** Where BAT-08, whose assumed part is the shape of six results (G-11), is violated, and the judgement. */
const shownOrNot: readonly (readonly [operationId: string, at: string, Judgement])[] = [
  ['getStatusResults', 'body batchRequestId', 'failed'],
  ['getStockResults', 'body batchRequestId', 'deviated'],
  ['getProductResults', 'body', 'deviated'],
  ['getStockResults', 'status', 'failed'],
  ['getStockResults', 'header x', 'failed'],
  // A request outside the contract has no answer that the description shows.
  ['GET /nowhere', 'body batchRequestId', 'deviated'],
];

for (const [operationId, at, judgement] of shownOrNot) {
  test(`a wrong id in ${at} at ${operationId}, nothing confirmed: ${judgement}`, () => {
    const found: Found = { expected: ['one'], actual: 'two', at, operationId };
    expect(judge(requirement('BAT-08'), found, confirms([]))).toBe(judgement);
    expect(judge(requirement('BAT-08'), found, confirms(['G-11']))).toBe('failed');
    expect(gapsAtStake(requirement('BAT-08'), found)).toEqual(judgement === 'failed' ? [] : ['G-11']);
  });
}

test('a body that the description shows leaves the gaps of an oracle open, each named once', () => {
  const found: Found = { ...unmet, at: 'body status', operationId: 'getStatusResults', gaps: ['G-07'] };
  expect(gapsAtStake(requirement('BAT-08'), found)).toEqual(['G-07']);
  const elsewhere: Found = { ...found, operationId: 'getStockResults', gaps: ['G-11', 'G-07'] };
  expect(gapsAtStake(requirement('BAT-08'), elsewhere)).toEqual(['G-11', 'G-07']);
});

test('an oracle that names no gap, with an empty list, knows that the description shows enough', () => {
  const inBody: Found = { ...unmet, at: 'body items[0].id' };
  const shown: Found = { ...inBody, gaps: [] };
  expect(judge(requirement('BAT-08'), inBody, confirms([]))).toBe('deviated');
  expect(gapsAtStake(requirement('BAT-08'), shown)).toEqual([]);
  expect(judge(requirement('BAT-08'), shown, confirms([]))).toBe('failed');
  const whole: Requirement = { ...base, strength: 'must', ...assumed };
  expect(gapsAtStake(whole, shown)).toEqual(['G-07', 'G-11']);
  expect(judge(whole, shown, confirms([]))).toBe('deviated');
});

test('a requirement that is assumed as a whole stays so where the description shows the body', () => {
  const whole: Requirement = { ...base, strength: 'must', ...assumed };
  const found: Found = { ...unmet, at: 'body status', operationId: 'getStatusResults' };
  expect(gapsAtStake(whole, found)).toEqual(['G-07', 'G-11']);
});

function confirms(gaps: readonly string[]): (gap: string) => boolean {
  return (gap) => gaps.includes(gap);
}

test('what the file of a target closes is no assumption any more', () => {
  const found: Found = { ...unmet, at: 'body data[0].state', gaps: ['G-05'] };
  const required: Requirement = {
    ...base,
    strength: 'must',
    from: 'assumed',
    gap: ['G-05'],
    verified: 'one',
  };
  expect(judge(required, found, () => false)).toBe('deviated');
  expect(judge(required, { ...found, closed: true }, () => false)).toBe('failed');
});
