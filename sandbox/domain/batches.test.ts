import { expect, test } from '#testing/unit-test';
import { BATCH_PACE, createBatchDesk, TooMuchWaiting } from './batches.js';
import { createIdentifiers, createRandom } from './random.js';
import { createClock, createTimeline } from './time.js';

const mebibyte = 1024 * 1024;

function openDesk() {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    onError,
  );
  const identifiers = createIdentifiers('x');
  const pace = { ...BATCH_PACE, retryShare: 0 };
  const desk = createBatchDesk({ timeline, identifiers, random: createRandom(1), pace, onError });
  const submit = <Item>(
    items: readonly Item[],
    apply: (item: Item) => readonly string[] = () => [],
    bytes = 1,
  ) =>
    desk.submit({ kind: 'stock', items, strings: items.map((item) => JSON.stringify(item)), bytes, apply });
  const find = (id: string) => {
    const text = desk.find('stock', id);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return { submit, find, finish: () => timeline.change({ advance: 5 }), errors };
}

test('a batch fails if none of its items can be processed', () => {
  const { find, submit, finish, errors } = openDesk();
  const id = submit([1], () => {
    throw new Error('broken');
  });
  finish();
  const items = [{ requestItem: 1, success: false, errors: ['The item could not be processed'] }];
  expect(find(id)).toEqual({ batchRequestId: id, status: 'failed', items });
  expect(errors).toHaveLength(1);
});

test('the oldest finished batches are forgotten when there are too many', () => {
  const { find, submit, finish } = openDesk();
  const [first = '', second = ''] = Array.from({ length: 5_001 }, () => submit([]));
  finish();
  expect([find(first), find(second)]).toEqual([undefined, expect.anything()]);
});

test('the oldest finished batches are forgotten when their results are too large, but never the last one', () => {
  const { find, submit, finish } = openDesk();
  const long = 'x'.repeat(32 * mebibyte);
  const ids = [submit([long]), submit([long])];
  finish();
  expect(ids.map((id) => find(id) !== undefined)).toEqual([false, true]);
});

test('a batch is refused if the waiting batches would exceed their limit in bytes', () => {
  const { submit, finish } = openDesk();
  submit([1], undefined, 128 * mebibyte);
  expect(() => submit([1])).toThrow(TooMuchWaiting);
  finish();
  expect(() => submit([1])).not.toThrow();
});

test('the result of an item has at most a hundred messages', () => {
  const { find, submit, finish } = openDesk();
  const id = submit([1], () => Array.from({ length: 1_000 }, () => 'wrong'));
  finish();
  expect(find(id).items[0].errors).toHaveLength(100);
});
