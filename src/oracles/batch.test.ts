import { expect, test } from '@playwright/test';
import type { FollowedBatch } from '../batches/followed-batch.js';
import { exampleExchange } from '../exchange/example-exchange.js';
import {
  areKnownBatchStatuses,
  carriesTheId,
  hasFinished,
  haveSucceeded,
  holdAnEntryForEach,
} from './batch.js';

const entry = { requestItem: {}, success: true, errors: [] };
const refused = { requestItem: {}, success: false, errors: ['unknown sku', 'no price'] };

test('the five named statuses are known, another one is a warning at most', () => {
  expect(areKnownBatchStatuses(['pending', 'processing', 'retry', 'completed', 'failed'])).toBeUndefined();
  expect(areKnownBatchStatuses([])).toBeUndefined();
  expect(areKnownBatchStatuses(['pending', 'Completed'])).toEqual({
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

test('there is an entry for each item, neither fewer nor more', () => {
  expect(holdAnEntryForEach([entry, entry], [1, 1])).toBeUndefined();
  for (const entries of [[], [entry], [entry, entry, entry]]) {
    expect(holdAnEntryForEach(entries, [1, 1])).toEqual({
      expected: ['2 entries, one for each submitted item'],
      actual: `${entries.length} entries`,
      at: 'body items',
    });
  }
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
