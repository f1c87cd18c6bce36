import { expect, test } from '#unit-test';
import type { FollowedBatch } from '../batches/followed-batch.js';
import { exampleExchange } from '../exchange/example-exchange.js';
import {
  areDifferentIds,
  carriesTheId,
  hasFinished,
  haveSucceeded,
  isReadableThroughout,
  neverGoBackwards,
  tellKnownStatuses,
} from './batch.js';
import { inWords } from './in-words.js';

const entry = { requestItem: {}, success: true, errors: [] };
const refused = { requestItem: {}, success: false, errors: ['unknown sku', 'no price'] };

const telling = (...statuses: readonly unknown[]) =>
  statuses.map((status) => exampleExchange({ body: { status } }));

for (const none of [2, null, true, ['pending'], undefined]) {
  test(`${JSON.stringify(none)} is no status, be there another string besides`, () => {
    expect(tellKnownStatuses(telling('pending', 'queued', none))).toEqual({
      expected: ['pending', 'processing', 'completed', 'retry', 'failed'],
      actual: inWords(none),
      at: 'body status',
    });
  });
}

test('the five named statuses are known, another one is a warning at most', () => {
  expect(tellKnownStatuses(telling('pending', 'processing', 'retry', 'completed', 'failed'))).toBeUndefined();
  expect(tellKnownStatuses([])).toBeUndefined();
  expect(tellKnownStatuses([exampleExchange({ status: 404, body: { message: 'gone' } })])).toBeUndefined();
  expect(tellKnownStatuses([exampleExchange({ body: '[]' })])).toBeUndefined();
  expect(tellKnownStatuses(telling('pending', 'Completed'))).toEqual({
    expected: ['pending', 'processing', 'completed', 'retry', 'failed'],
    actual: 'the string "Completed"',
    at: 'body status',
    atMost: 'warned',
  });
});

test('a batch has finished, or the deadline passed before', () => {
  expect(hasFinished(batch({ finished: true, status: 'failed' }))).toBeUndefined();
  expect(hasFinished(batch({ finished: false, status: 'retry' }))).toEqual({
    expected: ['completed', 'failed'],
    actual: 'the string "retry" when the deadline passed',
    at: 'body status',
  });
});

test('every read carries the id that was asked for', () => {
  expect(carriesTheId(batch({ ids: ['a', 'a'] }), 'a')).toBeUndefined();
  expect(carriesTheId(batch({ ids: ['a', 'b', 'a'] }), 'a')).toEqual({
    expected: ['a'],
    actual: 'the string "b"',
    at: 'body batchRequestId',
  });
});

for (const statuses of [
  [],
  ['completed'],
  ['pending', 'pending', 'processing', 'completed'],
  ['pending', 'processing', 'retry', 'retry', 'processing', 'retry', 'processing', 'failed'],
  ['pending', 'retry', 'completed'],
  ['processing', 'queued', 'completed', 'completed'],
]) {
  test(`${statuses.join(', ')} goes forwards`, () => {
    expect(neverGoBackwards(statuses)).toBeUndefined();
  });
}

for (const statuses of [
  ['processing', 'pending'],
  ['retry', 'pending'],
  ['pending', 'processing', 'queued', 'pending'],
  ['completed', 'processing'],
  ['completed', 'failed'],
  ['failed', 'completed'],
  ['failed', 'retry'],
]) {
  test(`${statuses.join(', ')} goes backwards`, () => {
    const unmet = neverGoBackwards(statuses);
    expect(unmet?.actual).toBe(
      `the string "${statuses.at(-1)}" behind ${statuses.filter((each) => each !== 'queued').at(-2)}`,
    );
    expect(unmet?.expected).not.toContain(statuses.at(-1));
  });
}

test('each read is 200, and the first that is not is told with its place', () => {
  const polls = [200, 200, 404, 500].map((status) => exampleExchange({ status }));
  expect(isReadableThroughout(batch({ polls: polls.slice(0, 2) }))).toBeUndefined();
  expect(isReadableThroughout(batch({ polls }))).toEqual({
    expected: ['status 200'],
    actual: 'status 404 at read 3',
    at: 'status',
  });
});

test('ids differ in more than the case of their letters', () => {
  expect(areDifferentIds(['a', 'b', 'ab'])).toBeUndefined();
  expect(areDifferentIds(['a'])).toEqual({ unseen: 'there are no two batch request ids' });
  expect(areDifferentIds(['a', 'b', 'c', 'B'])).toEqual({
    expected: ['4 different ids'],
    actual: 'B for submission 1 and submission 3',
    at: 'body batchRequestId',
  });
});

test('every entry has succeeded; no entry at all is no success', () => {
  expect(haveSucceeded([entry, entry])).toBeUndefined();
  expect(haveSucceeded([entry, refused, refused])).toEqual({
    expected: ['success true'],
    actual: 'success false: unknown sku no price',
    at: 'body items[1].success',
  });
  expect(haveSucceeded([])).toEqual({
    expected: ['an entry for each item'],
    actual: 'no entries',
    at: 'body items',
  });
});

function batch(change: Partial<FollowedBatch>): FollowedBatch {
  return {
    batchRequestId: 'a',
    polls: [],
    trail: [],
    exchange: exampleExchange(),
    ids: ['a'],
    statuses: [],
    status: 'completed',
    items: [],
    finished: true,
    ...change,
  };
}
