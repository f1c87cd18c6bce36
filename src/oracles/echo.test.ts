import { expect, test } from '#unit-test';
import type { ResultItem } from '../batches/batch-result.js';
import type { FollowedBatch } from '../batches/followed-batch.js';
import { exampleExchange } from '../exchange/example-exchange.js';
import { areInOrder, echoesOnce, echoUnchanged, entriesOf, holdAnEntryForEach, inOrderOf } from './echo.js';

const entriesWith = (...items: readonly unknown[]): ResultItem[] =>
  items.map((requestItem) => ({ requestItem, success: true, errors: [] }));

test('every item is echoed, in whatever order', () => {
  expect(echoesOnce(entriesWith({ a: 2 }, { a: 1 }), [{ a: 1 }, { a: 2 }])).toBeUndefined();
  expect(echoesOnce(entriesWith({ b: [1], a: 'é' }), [{ a: 'é', b: [1] }])).toBeUndefined();
  expect(echoesOnce([], [])).toBeUndefined();
});

test('equal items need an entry each', () => {
  expect(echoesOnce(entriesWith({ a: 1 }, { a: 1 }), [{ a: 1 }, { a: 1 }])).toBeUndefined();
  expect(echoesOnce(entriesWith({ a: 1 }, { a: 2 }), [{ a: 1 }, { a: 1 }])).toEqual({
    expected: ['an entry that echoes item 1 unchanged: the object {"a":1}'],
    actual: 'the object {"a":2}',
    at: 'body items[].requestItem',
  });
});

for (const echoed of [{ a: 1, b: null }, { a: '1' }, { a: 1.5 }, {}, [1], null]) {
  test(`${JSON.stringify(echoed)} is no echo of {"a":1}`, () => {
    expect(echoesOnce(entriesWith(echoed), [{ a: 1 }])).toBeDefined();
  });
}

test('of what is missing, the entry at its position is shown, else one that is too many', () => {
  const [a, b, c] = [{ a: 1 }, { a: 2 }, { a: 3 }];
  const changed = { a: 2, b: null };
  expect(echoesOnce(entriesWith(a, changed, c), [a, b, c])?.actual).toBe('the object {"a":2,"b":null}');
  expect(echoesOnce(entriesWith(changed, a), [a, b])?.actual).toBe('the object {"a":2,"b":null}');
  expect(echoesOnce(entriesWith(a, a), [a, b])?.actual).toBe('the object {"a":1}');
});

test('many items in another order are compared in time', () => {
  const items = Array.from({ length: 30_000 }, (_, index) => ({ sku: 'a', quantity: index % 20_000 }));
  expect(echoesOnce(entriesWith(...items.toReversed()), items)).toBeUndefined();
});

test('an item is compared as JSON carries it: without undefined, and with one zero', () => {
  expect(echoesOnce(entriesWith({ a: 0 }), [{ a: -0, b: undefined }])).toBeUndefined();
});

test('an entry too few and an entry too many are told', () => {
  expect(echoesOnce(entriesWith({ a: 1 }), [{ a: 1 }, { a: 2 }])).toMatchObject({ actual: 'nothing' });
  expect(echoesOnce(entriesWith({ a: 1 }, { a: 9 }), [{ a: 1 }])).toEqual({
    expected: ['1 entries'],
    actual: '2 entries',
    at: 'body items',
  });
});

test('every entry is one of the submitted items; how many there are does not matter', () => {
  expect(echoUnchanged(entriesWith({ a: 2, b: 1 }, { a: 1 }, { a: 1 }), [{ a: 1 }, { b: 1, a: 2 }])).toBe(
    undefined,
  );
  expect(echoUnchanged(entriesWith({ a: 2 }, { a: 1.2 }), [{ a: 2 }, { a: 1.25 }])).toEqual({
    expected: ['unchanged: the number 1.25'],
    actual: 'the number 1.2',
    at: 'body items[1].requestItem.a',
  });
  expect(echoUnchanged(entriesWith(1, 2), [1])).toMatchObject({ actual: 'the number 2' });
  expect(echoUnchanged(entriesWith({ a: 0 }), [{ a: -0, b: undefined }])).toBeUndefined();
});

test('there is an entry for each item, neither fewer nor more', () => {
  expect(holdAnEntryForEach(entriesWith(1, 1), [1, 1])).toBeUndefined();
  for (const entries of [[], [1], [1, 1, 1]]) {
    expect(holdAnEntryForEach(entriesWith(...entries), [1, 1])).toEqual({
      expected: ['2 entries, one for each submitted item'],
      actual: `${entries.length} entries`,
      at: 'body items',
    });
  }
});

test('none is echoed more often than it was submitted; an entry of something else is not judged', () => {
  expect(holdAnEntryForEach(entriesWith({ a: 2 }, { a: 1 }, { a: 1 }), [{ a: 1 }, { a: 2 }, { a: 1 }])).toBe(
    undefined,
  );
  expect(holdAnEntryForEach(entriesWith({ a: 1 }, { a: 1 }), [{ a: 1 }, { a: 2 }])).toEqual({
    expected: ['as many entries as it was submitted, 1, of the object {"a":1}'],
    actual: '2 entries',
    at: 'body items[].requestItem',
  });
  expect(holdAnEntryForEach(entriesWith({ a: 1 }, { a: 9 }), [{ a: 1 }, { a: 2 }])).toBeUndefined();
  expect(holdAnEntryForEach(entriesWith(1, 1, 9), [1, 2, 3])).toBeUndefined();
});

test('entries stand in the order of submission, equal items among them', () => {
  expect(areInOrder(entriesWith(1, 2, 1, 3), [1, 2, 1, 3])).toBeUndefined();
  expect(areInOrder(entriesWith(1, 3, 2), [1, 2, 3])).toEqual({
    expected: ['before the entry of item 2, as it was submitted: the number 2'],
    actual: 'behind it',
    at: 'body items[2].requestItem',
  });
  expect(areInOrder(entriesWith(2, 1, 2), [2, 2, 1])).toBeDefined();
});

test('what is missing, changed or too many is not a matter of order', () => {
  expect(areInOrder(entriesWith(1, 3), [1, 2, 3])).toBeUndefined();
  expect(areInOrder(entriesWith(3, 9, 1), [1, 2, 3])).toEqual({
    unseen: 'an entry echoes an item that was not submitted',
  });
  expect(areInOrder(entriesWith(1, 1, 2), [1, 2])).toBeUndefined();
});

test('no entries echo nothing, and fewer than two have no order', () => {
  expect(echoUnchanged([], [{ a: 1 }])).toEqual({ unseen: 'the result of the batch has no entries' });
  for (const entries of [[], entriesWith(1)])
    expect(areInOrder(entries, [1, 2])).toEqual({ unseen: 'the result of the batch has no two entries' });
});

test('each item has the entry that echoes it, its own position first, else the entry at its position', () => {
  const entries = entriesWith(2, 1, 1, 9);
  const found = entriesOf(entries, [1, 1, 2, 3, 4]);
  expect(found.map((entry) => entry && entries.indexOf(entry))).toEqual([2, 1, 0, 3, undefined]);
  expect(entriesOf(entriesWith(2), [1, 2])).toEqual([undefined, entriesWith(2)[0]]);
});

/** Entries as the result lists them, the submitted items, and the entries in the order of the items. */
const reordered: readonly (readonly [string, listed: unknown[], items: unknown[], ordered: unknown[]])[] = [
  ['in order', [1, 2, 3], [1, 2, 3], [1, 2, 3]],
  ['successes first', [3, 1, 2], [1, 2, 3], [1, 2, 3]],
  ['one too many', [9, 2, 1], [1, 2], [1, 2, 9]],
  ['one missing', [2], [1, 2], [2]],
  ['equal items', [2, 1, 1], [1, 2, 1], [1, 2, 1]],
  ['an entry that echoes nothing', [1, 9, 3], [1, 2, 3], [1, 9, 3]],
];

for (const [title, listed, items, ordered] of reordered) {
  test(`the entries of a submission are put in the order of its items: ${title}`, () => {
    const exchange = exampleExchange();
    const batch: FollowedBatch = {
      batchRequestId: 'a',
      polls: [exchange],
      trail: [],
      exchange,
      statuses: ['completed'],
      status: 'completed',
      items: entriesWith(...listed),
      isReadable: true,
      finished: true,
    };
    const submission = inOrderOf({ write: exchange, batch, exchange, trail: [] }, items);
    expect(submission.batch?.items).toEqual(entriesWith(...ordered));
  });
}

test('a submission that was refused has no entries to put in order', () => {
  const exchange = exampleExchange({ status: 422 });
  const submission = { write: exchange, exchange, trail: [] };
  expect(inOrderOf(submission, [1])).toBe(submission);
});
