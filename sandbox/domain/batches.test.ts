import { expect, test } from '#testing/unit-test';
import { BATCH_PACE, createBatchDesk } from './batches.js';
import { createIdentifiers, createRandom } from './random.js';
import { createClock, createTimeline } from './time.js';

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
  const submit = (items: readonly number[], apply: () => readonly string[]) =>
    desk.submit({ kind: 'stock', items, strings: items.map(String), apply });
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

test('the result of an item has at most a hundred messages', () => {
  const { find, submit, finish } = openDesk();
  const id = submit([1], () => Array.from({ length: 1_000 }, () => 'wrong'));
  finish();
  expect(find(id).items[0].errors).toHaveLength(100);
});
