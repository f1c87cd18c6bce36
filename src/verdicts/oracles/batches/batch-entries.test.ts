import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { expect, test } from '#testing/unit-test';
import {
  beInOrderOf,
  differByWhatSucceeded,
  echoUnchanged,
  entriesForEach,
  entriesOfItems,
  failWhereBad,
  holdAnEntryForEach,
  showTheGoodItems,
  succeedWhereGood,
} from './batch-entries.js';
import type { ForeseenItem, Records, ResultItem, Submission } from './followed-batch.js';

const entries = (...items: readonly unknown[]): ResultItem[] =>
  items.map((requestItem) => ({ requestItem, success: true, errors: [] }));

oracleTest('without entries of the submitted items, there is nothing to compare', () => [
  [echoUnchanged([], [{ a: 1 }]), 'inconclusive: the result of the batch has no entries'],
  // Other requirements judge entries that are missing, or that are for something else.
  [holdAnEntryForEach(entries(1, 1, 9), [1, 2, 3]), 'holds'],
  [beInOrderOf(entries(1, 3), [1, 2, 3]), 'holds'],
  [beInOrderOf(entries(3, 9, 1), [1, 2, 3]), 'inconclusive: an entry echoes an item that was not submitted'],
  [beInOrderOf(entries(1), [1, 2]), 'inconclusive: the result of the batch has no two entries'],
]);

test('the entry of an item echoes it, preferably at its own position; otherwise it is the one at that position', () => {
  const listed = entries(2, 1, 1, 9);
  const found = entriesForEach(listed, [1, 1, 2, 3, 4]);
  expect(found.map((entry) => entry && listed.indexOf(entry))).toEqual([2, 1, 0, 3, undefined]);
  expect(entriesForEach(entries(2), [1, 2])).toEqual([undefined, entries(2)[0]]);
});

test('the entries of a submission are sorted in the order of its items', () => {
  for (const [listed, items, ordered] of [
    ['921', '12', '129'],
    ['211', '121', '121'],
    ['193', '123', '193'],
  ] as const)
    expect(entriesOfItems(submission(entries(...listed)), [...items], 0).batch?.items).toEqual(
      entries(...ordered),
    );
});

const stock = (sku: string, quantity: number, good: boolean): ForeseenItem => ({
  item: { sku, quantity },
  good,
  effects: good ? [{ record: `product ${sku}`, field: 'quantity', acceptable: [quantity] }] : [],
});
const foreseen = [stock('a', 5, true), stock('unknown', 1, false), stock('b', 6, true)];
const [goodItems, badItems] = [true, false].map((good) => foreseen.filter((each) => each.good === good));
const reported = (...successes: readonly boolean[]) =>
  submission(
    successes.map((success, index) => ({
      requestItem: foreseen[index]?.item,
      success,
      errors: success ? [] : ['no'],
    })),
  );

oracleTest(
  'a batch without good or bad items shows nothing, and one that is refused as a whole rests on a gap',
  () => {
    const before: Records = new Map([['product a', { quantity: 1 }]]);
    const body = { message: 'unknown sku' };
    const write = exampleExchange({ operationId: 'updateProductStock', status: 400, body });
    const refused = { write, exchange: write, trail: [] };
    const said = 'status: GET /api/v1/countries/ -> 400: {"message":"unknown sku"} [G-11]';
    const unread = 'inconclusive: there were neither products nor orders to read';
    const noItem = 'inconclusive: the batch has no item';
    const noGood = 'inconclusive: the batch has no good item whose effect could be read back';
    return [
      [succeedWhereGood(reported(false), badItems ?? []), `${noItem} that must succeed`],
      [failWhereBad(reported(true, true), goodItems ?? []), `${noItem} that must fail`],
      // A batch that is refused as a whole says nothing about its items, and has no effect.
      [succeedWhereGood(refused, foreseen), said],
      [failWhereBad(refused, foreseen), said],
      [differByWhatSucceeded(before, before, refused, foreseen), 'holds'],
      [differByWhatSucceeded(new Map(), new Map(), reported(false), badItems ?? []), unread],
      [showTheGoodItems(before, badItems ?? []), noGood],
    ];
  },
);

function submission(items: readonly ResultItem[]): Submission {
  const write = exampleExchange({ operationId: 'updateProductStock', body: { batchRequestId: 'x' } });
  const batch = { batchRequestId: 'x', polls: [], trail: [], exchange: write, statuses: ['completed'] };
  return {
    write,
    exchange: write,
    trail: [],
    batch: { ...batch, status: 'completed', items, isReadable: true, finished: true },
  };
}
