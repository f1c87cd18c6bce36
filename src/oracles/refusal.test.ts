import { expect, test } from '#unit-test';
import type { ResultItem } from '../batches/batch-result.js';
import type { FollowedBatch, Submission } from '../batches/followed-batch.js';
import { exampleExchange } from '../exchange/example-exchange.js';
import { isAccepted, isRefused, isReportedAsFailed, refusalInWords } from './refusal.js';

const good = { requestItem: {}, success: true, errors: [] };
const bad = { requestItem: {}, success: false, errors: ['sku is unknown'] };

test('a refusal is 400 with an error body, or a failed item with a message', () => {
  expect(isRefused(answered(400, { message: 'sku is missing' }))).toBeUndefined();
  expect(isRefused(reported(bad))).toBeUndefined();
  expect(isRefused(reported(good, bad), 1)).toBeUndefined();
});

test('another status, or a 400 without a message, is no refusal; both ways are named', () => {
  for (const [status, body] of [
    [404, { message: 'gone' }],
    [422, { message: 'no' }],
    [500, {}],
    [400, {}],
    [400, 'no'],
  ] as const) {
    expect(isRefused(answered(status, body))?.expected.at(-1)).toBe(
      'status 200, and the item reported with success false and at least one message',
    );
  }
});

test('success, a missing entry, and a failure without a word are no refusals', () => {
  expect(isRefused(reported(good))).toMatchObject({ actual: 'success true', at: 'body items[0].success' });
  expect(isRefused(reported(bad), 1)).toMatchObject({ actual: '1 entries', at: 'body items' });
  expect(isRefused(reported({ ...bad, errors: [] }))).toMatchObject({ at: 'body items[0].errors' });
  expect(isRefused(reported({ ...bad, errors: ['a', ''] }))).toMatchObject({ at: 'body items[0].errors' });
  expect(isRefused(reported(good))?.expected).toContain('status 400 with an error body');
});

test('that an item must fail may rest on a gap', () => {
  expect(isReportedAsFailed([good, bad], 1, 'G-02')).toBeUndefined();
  expect(isReportedAsFailed([good], 0, 'G-02')?.gaps).toEqual(['G-02']);
  expect(isReportedAsFailed([good])?.gaps).toBeUndefined();
});

test('where only the result can say it, a status is no answer', () => {
  expect(isReportedAsFailed([bad])).toBeUndefined();
  expect(isReportedAsFailed([good])?.expected).toEqual([
    'the item reported with success false and at least one message',
  ]);
});

test('accepted is every item, and at least one', () => {
  expect(isAccepted(reported(good, good))).toBeUndefined();
  expect(isAccepted(reported(good, bad))).toMatchObject({
    actual: 'success false: sku is unknown',
    at: 'body items[1].success',
  });
  expect(isAccepted(reported())).toMatchObject({ actual: 'no entries' });
  expect(isAccepted(reported(bad), 'G-11')?.gaps).toEqual(['G-11']);
  expect(isAccepted(reported(good), 'G-11')).toBeUndefined();
  expect(isAccepted(answered(400, { message: 'no' }))?.actual).toContain('-> 400: {"message":"no"}');
});

test('which refusal it was is said in words', () => {
  expect(refusalInWords(answered(400, {}))).toBe('refused with 400');
  expect(refusalInWords(reported(bad))).toBe('refused in the result');
});

function answered(status: number, body: unknown): Submission {
  const write = exampleExchange({ operationId: 'updateProductStock', status, body });
  return { write, exchange: write, trail: [] };
}

function reported(...items: readonly ResultItem[]): Submission {
  const write = exampleExchange({ operationId: 'updateProductStock', body: { batchRequestId: 'x' } });
  const batch: FollowedBatch = {
    batchRequestId: 'x',
    polls: [],
    trail: [],
    exchange: write,
    ids: ['x'],
    statuses: ['completed'],
    status: 'completed',
    items,
    finished: true,
  };
  return { write, batch, exchange: write, trail: [] };
}
