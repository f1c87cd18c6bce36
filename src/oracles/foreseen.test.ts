import { expect, test } from '#unit-test';
import type { ResultItem } from '../batches/batch-result.js';
import type { ForeseenItem, Records } from '../batches/effect.js';
import type { Submission } from '../batches/followed-batch.js';
import { exampleExchange } from '../exchange/example-exchange.js';
import { differByWhatSucceeded, failsWhereBad, showTheGoodItems, succeedsWhereGood } from './foreseen.js';

const stock = (sku: string, quantity: number, good: boolean): ForeseenItem => ({
  item: { sku, quantity },
  good,
  effects: good ? [{ record: `product ${sku}`, field: 'quantity', acceptable: [quantity] }] : [],
});
const foreseen = [stock('a', 5, true), stock('unknown', 1, false), stock('b', 6, true)];
const before = records(1, 2);

test('good items succeed and bad ones fail, whatever the order of their entries', () => {
  const submission = reported([true, false, true]);
  expect(succeedsWhereGood(submission, foreseen)).toBeUndefined();
  expect(failsWhereBad(submission, foreseen)).toBeUndefined();
  const reversed = { ...submission, ...withItems([...(submission.batch?.items ?? [])].reverse()) };
  expect(succeedsWhereGood(reversed, foreseen)).toBeUndefined();
  expect(failsWhereBad(reversed, foreseen)).toBeUndefined();
});

test('the item that turned out otherwise is named', () => {
  expect(succeedsWhereGood(reported([true, false, false]), foreseen)).toEqual({
    expected: ['success true for item 2: the object {"sku":"b","quantity":6}'],
    actual: 'success false: the array ["no"]',
    at: 'body items[].success',
  });
  expect(failsWhereBad(reported([true, true, true]), foreseen)).toMatchObject({ actual: 'success true' });
  expect(succeedsWhereGood(reported([true]), foreseen)).toMatchObject({ actual: 'no entry' });
});

test('a batch that is refused whole says nothing of its items', () => {
  const write = exampleExchange({
    operationId: 'updateProductStock',
    status: 400,
    body: { message: 'unknown sku' },
  });
  const refused = { write, exchange: write, trail: [] };
  for (const oracle of [succeedsWhereGood, failsWhereBad])
    expect(oracle(refused, foreseen)).toMatchObject({
      at: 'status',
      actual: expect.stringMatching(/400: {"message":"unknown sku"}$/),
      gaps: ['G-11'],
    });
  expect(differByWhatSucceeded(before, before, refused, foreseen)).toBeUndefined();
  expect(differByWhatSucceeded(records(5, 2), before, refused, foreseen)?.at).toBe('product a quantity');
});

test('a batch without good items, or without bad ones, says nothing of them', () => {
  const [good, bad] = [foreseen.filter((each) => each.good), foreseen.filter((each) => !each.good)];
  expect(succeedsWhereGood(reported([false]), bad)).toEqual({
    unseen: 'the batch has no item that must succeed',
  });
  expect(failsWhereBad(reported([true, true]), good)).toEqual({
    unseen: 'the batch has no item that must fail',
  });
  expect(showTheGoodItems(records(5, 6), bad)).toHaveProperty('unseen');
  expect(differByWhatSucceeded(new Map(), new Map(), reported([false]), bad)).toHaveProperty('unseen');
});

test('the effects of the good items are read back', () => {
  expect(showTheGoodItems(records(5, 6), foreseen)).toBeUndefined();
  expect(showTheGoodItems(records(5, 2), foreseen)).toMatchObject({ actual: 'the number 2' });
});

test('the result is held to its word: what it reports as succeeded was done, and nothing else', () => {
  const submission = reported([true, false, false]);
  expect(differByWhatSucceeded(records(5, 2), before, submission, foreseen)).toBeUndefined();
  expect(differByWhatSucceeded(records(5, 6), before, submission, foreseen)?.at).toBe('product b quantity');
  expect(differByWhatSucceeded(records(1, 2), before, submission, foreseen)?.at).toBe('product a quantity');
});

function records(a: number, b: number): Records {
  return new Map([
    ['product a', { quantity: a }],
    ['product b', { quantity: b }],
  ]);
}

function reported(successes: readonly boolean[]): Submission {
  const items = successes.map((success, index) => ({
    requestItem: foreseen[index]?.item,
    success,
    errors: success ? [] : ['no'],
  }));
  return withItems(items);
}

function withItems(items: readonly ResultItem[]): Submission {
  const write = exampleExchange({ operationId: 'updateProductStock', body: { batchRequestId: 'x' } });
  const batch = {
    batchRequestId: 'x',
    polls: [],
    trail: [],
    exchange: write,
    statuses: ['completed'],
  };
  return {
    write,
    exchange: write,
    trail: [],
    batch: { ...batch, status: 'completed', items, isReadable: true, finished: true },
  };
}
