import { expect, test } from '@playwright/test';
import { createIdentifiers } from '../identifiers.js';
import { createRandom } from '../random.js';
import { createClock } from '../time/clock.js';
import { createTimeline } from '../time/timeline.js';
import { BATCH_PACE } from './batch.js';
import { createBatchDesk, FINISHED_BATCHES_KEPT, FINISHED_BYTES_KEPT } from './batch-desk.js';

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
  const submit = (items: readonly unknown[], apply: () => readonly string[] = () => [], bytes = 1) =>
    desk.submit({ kind: 'stock', items, bytes, apply });
  return { desk, timeline, submit, errors };
}

for (const [share, trail] of [
  [0, ['pending', 'processing', 'processing', 'completed', 'completed']],
  [1, ['pending', 'processing', 'processing', 'retry', 'processing', 'completed']],
] as const)
  test(`a batch ${share === 0 ? 'without' : 'with'} a retry is ${trail.join(', ')}`, () => {
    const { desk, submit, timeline } = openDesk(share);
    const id = submit([{ sku: 'abc' }]);
    const seen = trail.map(() => {
      const result = desk.find('stock', id);
      timeline.change({ advance: 1 });
      return result;
    });
    expect(seen.map((result) => result?.status)).toEqual(trail);
    for (const result of seen) expect(result?.items).toHaveLength(result?.status === 'completed' ? 1 : 0);
  });

test('items are applied in order when the batch finishes, and echoed as they are', () => {
  const { desk, timeline } = openDesk(0);
  const applied: number[] = [];
  const items = [3, 1, 1];
  const apply = (item: number) => (applied.push(item) === 2 ? ['refused'] : []);
  const id = desk.submit({ kind: 'stock', items, bytes: 1, apply });
  timeline.change({ advance: 2.9 });
  expect(applied).toEqual([]);
  timeline.change({ advance: 0.1 });
  expect(applied).toEqual(items);
  expect(desk.find('stock', id)).toEqual({
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
  const { desk, submit, timeline, errors } = openDesk(0);
  const id = submit([1], () => {
    throw new Error('broken');
  });
  timeline.change({ advance: 5 });
  const items = [{ requestItem: 1, success: false, errors: ['The item could not be processed'] }];
  expect(desk.find('stock', id)).toEqual({ batchRequestId: id, status: 'failed', items });
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

test('and when they hold too many bytes, but never the last one', () => {
  const { desk, submit, timeline } = openDesk(0);
  const ids = [submit([], undefined, FINISHED_BYTES_KEPT), submit([], undefined, FINISHED_BYTES_KEPT + 1)];
  timeline.change({ advance: 5 });
  expect(ids.map((id) => desk.find('stock', id) !== undefined)).toEqual([false, true]);
});
