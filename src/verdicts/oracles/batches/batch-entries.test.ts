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

oracleTest('entries that are missing, or for something else, are judged by other requirements', () => [
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
  for (const [given, items, ordered] of [
    ['921', '12', '129'],
    ['211', '121', '121'],
    ['193', '123', '193'],
  ] as const)
    expect(entriesOfItems(submission(entries(...given)), [...items], 0).batch?.items).toEqual(
      entries(...ordered),
    );
});

const foreseen = [true, false, true].map((good, quantity): ForeseenItem => {
  const effects = [{ record: 'product a', field: 'quantity', acceptable: [quantity] }];
  return { item: { sku: 'a', quantity }, good, effects: good ? effects : [] };
});
const [goodItems = [], badItems = []] = [true, false].map((good) =>
  foreseen.filter((each) => each.good === good),
);
const reported = (...successes: readonly boolean[]) =>
  submission(
    successes.map((success, at) => ({
      requestItem: foreseen[at]?.item,
      success,
      errors: success ? [] : ['no'],
    })),
  );

oracleTest(
  'a batch without good or bad items shows nothing, and its refusal as a whole rests on a gap',
  () => {
    const before: Records = new Map([['product a', { quantity: 1 }]]);
    const body = { message: 'unknown sku' };
    const write = exampleExchange({ operationId: 'updateProductStock', status: 400, body });
    const refused = { write, exchange: write, trail: [] };
    const said = 'status: GET /api/v1/countries/ -> 400: {"message":"unknown sku"} [G-11]';
    const noItem = 'inconclusive: the batch has no item';
    return [
      [succeedWhereGood(reported(false), badItems), `${noItem} that must succeed`],
      [failWhereBad(reported(true, true), goodItems), `${noItem} that must fail`],
      // A batch that is refused as a whole says nothing about its items, and has no effect.
      [succeedWhereGood(refused, foreseen), said],
      [failWhereBad(refused, foreseen), said],
      [differByWhatSucceeded(before, before, refused, foreseen), 'holds'],
    ];
  },
);

function submission(items: readonly ResultItem[]): Submission {
  const write = exampleExchange({ operationId: 'updateProductStock', body: { batchRequestId: 'x' } });
  const batch = { batchRequestId: 'x', polls: [], trail: [], exchange: write, statuses: ['completed'] };
  const ended = { status: 'completed', items, isReadable: true, finished: true };
  return { write, exchange: write, trail: [], batch: { ...batch, ...ended } };
}
