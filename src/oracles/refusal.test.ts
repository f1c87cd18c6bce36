import { expect, test } from '#unit-test';
import type { ResultItem } from '../batches/batch-result.js';
import type { FollowedBatch, Submission } from '../batches/followed-batch.js';
import { exampleExchange } from '../exchange/example-exchange.js';
import { isAccepted, isRefused, isReportedAsFailed, refusalInWords } from './refusal.js';

const good = { requestItem: {}, success: true, errors: [] };
const bad = { requestItem: {}, success: false, errors: ['sku is unknown'] };

test('a refusal is a refusal status with an error body, or a failed item with a message', () => {
  for (const status of [400, 409, 413, 415, 422])
    expect(isRefused(answered(status, { message: 'sku is missing' }))).toBeUndefined();
  expect(isRefused(reported(bad))).toBeUndefined();
  expect(isRefused(reported(good, bad), 1)).toBeUndefined();
});

test('another status, or a refusal without a message, is not one; both ways are named', () => {
  for (const [status, body] of [
    [404, { message: 'gone' }],
    [401, { message: 'no' }],
    [403, { message: 'no' }],
    [422, {}],
    [422, ''],
    [500, {}],
    [400, {}],
    [400, 'no'],
  ] as const) {
    expect(isRefused(answered(status, body))?.expected.at(-1)).toBe(
      'a success status, and the item reported with success false and at least one message',
    );
  }
});

/** An answer to a refused write, and the gaps that leave it open. */
const refusals: readonly (readonly [status: number, body: unknown, gaps: readonly string[] | undefined])[] = [
  [404, { message: 'gone' }, ['G-15']],
  [403, { message: 'no' }, ['G-15']],
  [422, { title: 'Invalid' }, ['G-15']],
  [413, '', ['G-15']],
  [400, { title: 'Invalid' }, undefined],
  [401, { message: 'no' }, undefined],
  [405, { message: 'no' }, undefined],
  [429, {}, undefined],
  [302, '', undefined],
  [500, {}, undefined],
];

for (const [status, body, gaps] of refusals) {
  test(`a refusal with ${status} and ${JSON.stringify(body)} is left open by ${gaps?.join(', ') ?? 'nothing'}`, () => {
    expect(isRefused(answered(status, body))).toMatchObject({ expected: expect.any(Array) });
    expect(isRefused(answered(status, body))?.gaps).toEqual(gaps);
  });
}

test('success, a missing entry, and a failure without a word are no refusals', () => {
  expect(isRefused(reported(good))).toMatchObject({ actual: 'success true', at: 'body items[0].success' });
  expect(isRefused(reported(bad), 1)).toMatchObject({ actual: '1 entries', at: 'body items' });
  expect(isRefused(reported({ ...bad, errors: [] }))).toMatchObject({ at: 'body items[0].errors' });
  expect(isRefused(reported({ ...bad, errors: ['a', ''] }))).toMatchObject({ at: 'body items[0].errors' });
  expect(isRefused(reported(good))?.expected).toContain(
    'status 400 or 409 or 413 or 415 or 422 with an error body',
  );
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
  expect(isAccepted(reported(good), 'G-07')).toBeUndefined();
  expect(isAccepted(answered(400, { message: 'no' }))?.actual).toContain('-> 400: {"message":"no"}');
});

test('that an item is refused rests on the gaps of what is valid, and on those that the test names', () => {
  expect(isAccepted(reported(bad))?.gaps).toEqual(['G-11']);
  expect(isAccepted(reported(bad), 'G-11')?.gaps).toEqual(['G-11']);
  expect(isAccepted(reported(bad), 'G-07')?.gaps).toEqual(['G-11', 'G-07']);
  expect(isAccepted(reported(), 'G-07')?.gaps).toEqual(['G-07']);
  // A number of items is a matter of the request, not of one item: only the write as a whole rests on it.
  expect(isAccepted(answered(422, { message: 'no' }))?.gaps).toEqual(['G-11']);
  expect(isAccepted(answered(500, {}))?.gaps).toBeUndefined();
  expect(isAccepted(answered(401, {}))?.gaps).toBeUndefined();
  expect(isAccepted(of(reported(bad), 'updateProductStatus'))?.gaps).toBeUndefined();
  expect(isAccepted(of(answered(422, { message: 'no' }), 'updateProductStatus'))?.gaps).toBeUndefined();
});

test('which refusal it was is said in words', () => {
  expect(refusalInWords(answered(400, {}))).toBe('refused with 400');
  expect(refusalInWords(reported(bad))).toBe('refused in the result');
});

function of(submission: Submission, operationId: string): Submission {
  const { status, json } = submission.write;
  return { ...submission, write: exampleExchange({ operationId, status, body: json }) };
}

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
    statuses: ['completed'],
    status: 'completed',
    items,
    isReadable: true,
    finished: true,
  };
  return { write, batch, exchange: write, trail: [] };
}
