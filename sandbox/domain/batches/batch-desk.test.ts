import { expect, test } from '#unit-test';
import { createIdentifiers } from '../identifiers.js';
import { createRandom } from '../random.js';
import { createClock } from '../time/clock.js';
import { createTimeline } from '../time/timeline.js';
import { BATCH_PACE } from './batch.js';
import {
  createBatchDesk,
  FINISHED_BATCHES_KEPT,
  FINISHED_LENGTH_KEPT,
  MOST_WAITING_BYTES,
  TooMuchWaiting,
} from './batch-desk.js';

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

for (const [share, trail] of [
  [0, ['pending', 'processing', 'processing', 'completed', 'completed']],
  [1, ['pending', 'processing', 'processing', 'retry', 'processing', 'completed']],
] as const)
  test(`a batch ${share === 0 ? 'without' : 'with'} a retry is ${trail.join(', ')}`, () => {
    const { find, submit, timeline } = openDesk(share);
    const id = submit([{ sku: 'abc' }]);
    const seen = trail.map(() => {
      const result = find(id);
      timeline.change({ advance: 1 });
      return result;
    });
    expect(seen.map((result) => result?.status)).toEqual(trail);
    for (const result of seen) expect(result?.items).toHaveLength(result?.status === 'completed' ? 1 : 0);
  });

test('items are applied in order when the batch finishes, and echoed as they are', () => {
  const { find, submit, timeline } = openDesk(0);
  const applied: number[] = [];
  const items = [3, 1, 1];
  const id = submit(items, (item) => (applied.push(item) === 2 ? ['refused'] : []));
  timeline.change({ advance: 2.9 });
  expect(applied).toEqual([]);
  timeline.change({ advance: 0.1 });
  expect(applied).toEqual(items);
  expect(find(id)).toEqual({
    batchRequestId: id,
    status: 'completed',
    items: [
      { requestItem: 3, success: true, errors: [] },
      { requestItem: 1, success: false, errors: ['refused'] },
      { requestItem: 1, success: true, errors: [] },
    ],
  });
});

test('an id is unknown to the other kinds', () => {
  const { desk, submit } = openDesk(0);
  expect(desk.find('price', submit([1]))).toBeUndefined();
  expect(desk.find('stock', 'unknown')).toBeUndefined();
});

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

test('a batch that is decided to fail applies nothing', () => {
  const { desk, find, submit, timeline } = openDesk(1);
  const applied: unknown[] = [];
  const apply = (item: number) => {
    applied.push(item);
    return [];
  };
  desk.decideNext('retried');
  desk.decideNext('failed');
  const ids = [submit([1, 2], apply), submit([3], apply)];
  timeline.change({ advance: 3 });
  const entry = (requestItem: number) => ({
    requestItem,
    success: false,
    errors: ['The batch failed as a whole'],
  });
  expect(find(ids[0] ?? '')).toEqual({
    batchRequestId: ids[0],
    status: 'failed',
    items: [entry(1), entry(2)],
  });
  timeline.change({ advance: 5 });
  expect(find(ids[1] ?? '')).toMatchObject({ status: 'completed' });
  expect(applied).toEqual([3]);
});

test('a batch that is decided to be retried is, once, and the next one is not', () => {
  const { desk, find, submit, timeline } = openDesk(0);
  desk.decideNext('retried');
  const ids = [submit([1]), submit([1])];
  timeline.change({ advance: 3 });
  expect(ids.map((id) => find(id).status)).toEqual(['retry', 'completed']);
  timeline.change({ advance: 2 });
  expect(ids.map((id) => find(id).status)).toEqual(['completed', 'completed']);
});

test('what was decided is forgotten with everything else', () => {
  const { desk, find, submit, timeline } = openDesk(0);
  desk.decideNext('failed');
  desk.clear();
  const id = submit([1]);
  timeline.change({ advance: 5 });
  expect(find(id).status).toBe('completed');
});

test('more messages than are worth telling are not told', () => {
  const { find, submit, timeline } = openDesk(0);
  const id = submit([1], () => Array.from({ length: 1_000 }, () => 'wrong'));
  timeline.change({ advance: 5 });
  expect(find(id).items[0].errors).toHaveLength(100);
});
