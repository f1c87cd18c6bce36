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
  const submit = (carryOut: () => readonly string[]) =>
    desk.submit({ kind: 'stock', steps: [{ text: '1', carryOut }] });
  const find = (id: string) => desk.find('stock', id);
  return { submit, find, finish: () => timeline.change({ advance: 5 }), errors };
}

test('a batch fails if none of its items can be processed', () => {
  const { find, submit, finish, errors } = openDesk();
  const id = submit(() => {
    throw new Error('broken');
  });
  finish();
  const entries = [{ item: '1', success: false, errors: ['The item could not be processed'] }];
  expect(find(id)).toEqual({ id, status: 'failed', entries });
  expect(errors).toHaveLength(1);
});

test('the result of an item has at most a hundred messages', () => {
  const { find, submit, finish } = openDesk();
  const id = submit(() => Array.from({ length: 1_000 }, () => 'wrong'));
  finish();
  expect(find(id)?.entries[0]?.errors).toHaveLength(100);
});
