import { expect, test } from '#unit-test';
import { type Requirement, requirement } from '../contract/requirements/catalogue.js';
import type { Judgement } from './finding.js';
import { type Found, gapsAtStake, judge } from './judgement.js';

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
