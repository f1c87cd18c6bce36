import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { expect, test } from '#testing/unit-test';
import {
  beInOrderOf,
  differByWhatSucceeded,
  entriesForEach,
  entriesOfItems,
  failWhereBad,
  holdAnEntryForEach,
  succeedWhereGood,
} from './batch-entries.js';
import type { ForeseenItem, Records, ResultItem, Submission } from './followed-batch.js';

const entries = (...items: readonly unknown[]): ResultItem[] =>
  items.map((requestItem) => ({ requestItem, success: true, errors: [] }));

oracleTest('missing entries, and entries for something else, are judged by other requirements', () => [
  [holdAnEntryForEach(entries(1, 1, 9), [1, 2, 3]), 'holds'],
  [holdAnEntryForEach(entries(1, 1, 2), [1, 2, 2]), 'body items[].requestItem: 2 entries'],
  [beInOrderOf(entries(1, 3), [1, 2, 3]), 'holds'],
  [beInOrderOf(entries(2, 1), [1, 2, 1]), 'holds'],
  [beInOrderOf(entries(3, 9, 1), [1, 2, 3]), 'inconclusive: an entry echoes an item that was not submitted'],
]);

test('the entry of an item echoes it, preferably at its own position; otherwise it is the one at that position', () => {
  const listed = entries(2, 1, 1, 9);
  const found = entriesForEach(listed, [1, 1, 2, 3, 4]);
  expect(found.map((entry) => entry && listed.indexOf(entry))).toEqual([2, 1, 0, 3, undefined]);
  expect(entriesForEach(entries(2), [1, 2])).toEqual([undefined, entries(2)[0]]);
  const ordered = entriesOfItems(submission(entries(9, 2, 1)), [1, 2], 0).batch?.items;
  expect(ordered).toEqual(entries(1, 2, 9));
});

oracleTest(
  'a batch without good or bad items shows nothing, and a refusal of the whole batch rests on a gap',
  () => {
    const before: Records = new Map([['product a', { quantity: 1 }]]);
    const effects = [{ record: 'product a', field: 'quantity', acceptable: [2] }];
    const items: ForeseenItem[] = [{ item: { sku: 'a', quantity: 2 }, good: true, effects }];
    const body = { message: 'unknown sku' };
    const write = exampleExchange({ operationId: 'updateProductStock', status: 400, body });
    const refused = { write, exchange: write, trail: [] };
    return [
      [succeedWhereGood(submission([]), []), 'inconclusive: the batch has no item that must succeed'],
      [failWhereBad(submission([]), items), 'inconclusive: the batch has no item that must fail'],
      // A batch that is refused as a whole says nothing about its items, and has no effect.
      [succeedWhereGood(refused, items), `status: ${write.line}: {"message":"unknown sku"} [G-11]`],
      [differByWhatSucceeded(before, before, refused, items), 'holds'],
    ];
  },
);

function submission(items: readonly ResultItem[]): Submission {
  const write = exampleExchange({ operationId: 'updateProductStock', body: { batchRequestId: 'x' } });
  const batch = { batchRequestId: 'x', polls: [], trail: [], exchange: write, statuses: ['completed'] };
  const ended = { status: 'completed', items, isReadable: true, finished: true };
  return { write, exchange: write, trail: [], batch: { ...batch, ...ended } };
}
