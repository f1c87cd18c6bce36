import { expect, test } from '#unit-test';
import { createClock } from './clock.js';
import { createTimeline } from './timeline.js';

function frozenTimeline() {
  const errors: unknown[] = [];
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    (error) => errors.push(error),
  );
  return { timeline, errors };
}

test('everything that is due happens in order, at its own time, what it schedules too', () => {
  const { timeline } = frozenTimeline();
  const seen: [string, number][] = [];
  const note = (name: string) => seen.push([name, timeline.now()]);
  timeline.after(2_000, () => {
    note('second');
    timeline.after(500, () => note('third'));
  });
  timeline.after(1_000, () => note('first'));
  timeline.after(4_000, () => note('too late'));
  timeline.change({ advance: 3 });
  expect(seen).toEqual([
    ['first', 1_000],
    ['second', 2_000],
    ['third', 2_500],
  ]);
  expect(timeline.now()).toBe(3_000);
});

test('a failure is reported and holds nothing else up', () => {
  const { timeline, errors } = frozenTimeline();
  const seen: string[] = [];
  timeline.after(1, () => {
    throw new Error('failed');
  });
  timeline.after(2, () => seen.push('next'));
  timeline.change({ advance: 1 });
  expect(seen).toEqual(['next']);
  expect(errors).toEqual([expect.objectContaining({ message: 'failed' })]);
});

test('what is cleared does not happen', () => {
  const { timeline } = frozenTimeline();
  const seen: string[] = [];
  timeline.after(1, () => seen.push('cleared'));
  timeline.clear();
  timeline.change({ advance: 1 });
  expect(seen).toEqual([]);
});

test('where no request comes, a timer lets things happen', async () => {
  const timeline = createTimeline(
    createClock(0, 1_000, () => performance.now()),
    (error) => expect(error).toBeUndefined(),
  );
  await new Promise<void>((resolve) => timeline.after(5_000, resolve));
  expect(timeline.now()).toBeGreaterThanOrEqual(5_000);
});
