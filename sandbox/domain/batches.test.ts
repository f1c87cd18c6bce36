import { expect, test } from '#unit-test';
import {
  BATCH_PACE,
  createBatchDesk,
  FINISHED_BATCHES_KEPT,
  FINISHED_LENGTH_KEPT,
  MOST_WAITING_BYTES,
  TooMuchWaiting,
} from './batches.js';
import { createIdentifiers, createRandom } from './random.js';
import { createClock, createTimeline } from './time.js';

function openDesk(retryShare: number) {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    onError,
  );
  const desk = createBatchDesk({
    timeline,
    identifiers: createIdentifiers('x'),
    random: createRandom(1),
    pace: { ...BATCH_PACE, retryShare },
    onError,
  });
  const submit = <Item>(
    items: readonly Item[],
    apply: (item: Item) => readonly string[] = () => [],
    bytes = 1,
  ) => desk.submit({ kind: 'stock', items, texts: items.map((item) => JSON.stringify(item)), bytes, apply });
  const find = (id: string) => {
    const text = desk.find('stock', id);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return { desk, timeline, submit, find, errors };
}

test('a batch of which nothing can be processed has failed', () => {
  const { find, submit, timeline, errors } = openDesk(0);
  const id = submit([1], () => {
    throw new Error('broken');
  });
  timeline.change({ advance: 5 });
  const items = [{ requestItem: 1, success: false, errors: ['The item could not be processed'] }];
  expect(find(id)).toEqual({ batchRequestId: id, status: 'failed', items });
  expect(errors).toHaveLength(1);
});

test('the oldest finished batches are forgotten when there are too many', () => {
  const { desk, submit, timeline } = openDesk(0);
  const ids = Array.from({ length: FINISHED_BATCHES_KEPT + 1 }, () => submit([]));
  timeline.change({ advance: 5 });
  const [first = '', second = ''] = ids;
  expect(desk.find('stock', first)).toBeUndefined();
  expect(desk.find('stock', second)).toBeDefined();
});

test('and when they hold too much, but never the last one', () => {
  const { find, submit, timeline } = openDesk(0);
  const long = 'x'.repeat(FINISHED_LENGTH_KEPT / 2);
  const ids = [submit([long]), submit([long])];
  timeline.change({ advance: 5 });
  expect(ids.map((id) => find(id) !== undefined)).toEqual([false, true]);
});

test('batches that wait hold no more than their bound', () => {
  const { submit, timeline } = openDesk(0);
  submit([1], undefined, MOST_WAITING_BYTES);
  expect(() => submit([1])).toThrow(TooMuchWaiting);
  timeline.change({ advance: 5 });
  expect(() => submit([1])).not.toThrow();
});

test('more messages than are worth telling are not told', () => {
  const { find, submit, timeline } = openDesk(0);
  const id = submit([1], () => Array.from({ length: 1_000 }, () => 'wrong'));
  timeline.change({ advance: 5 });
  expect(find(id).items[0].errors).toHaveLength(100);
});
