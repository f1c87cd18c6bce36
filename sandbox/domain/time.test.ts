import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { createClock, createTimeline, endOfDay, momentOf } from './time.js';

test('a day ends at midnight UTC, and only real calendar dates are accepted', () => {
  expect(endOfDay('2026-12-31')).toBe(Date.UTC(2027, 0));
  expect(endOfDay('2028-02-29')).toBe(Date.UTC(2028, 2));
  expect(endOfDay('9999-12-31')).toBe(Date.UTC(10_000, 0));
  for (const day of [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-01-00',
    '2026-1-1',
    '+002026-01-01',
    ' 2026-01-01',
  ])
    expect(endOfDay(day), day).toBeUndefined();
});

test('a time without a zone is in UTC, wherever the sandbox runs', () => {
  const { TZ } = process.env;
  try {
    process.env.TZ = 'Asia/Tokyo';
    for (const text of [
      '2026-11-09',
      '2026-11-09T00:00:00',
      '2026-11-09T00:00:00.000Z',
      '2026-11-08T19:00:00-05:00',
    ])
      expect(momentOf(text), text).toBe(Date.UTC(2026, 10, 9));
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});

test('a clock runs at its speed, stands still while it is frozen, and continues from there', () => {
  let real = 0;
  const clock = createClock(1_000_000, 10, () => real);
  real = 500;
  expect(clock.now()).toBe(1_005_000);
  clock.change({ speed: 2 });
  real = 1_000;
  expect(clock.now()).toBe(1_006_000);
  expect(clock.realMillisecondsUntil(1_007_000)).toBe(500);
  clock.change({ frozen: true });
  real = 9_000;
  clock.change({ advance: 3 });
  expect(clock.read()).toEqual({ now: '1970-01-01T00:16:49.000Z', frozen: true, speed: 2 });
  expect(clock.realMillisecondsUntil(2_000_000)).toBeUndefined();
  clock.change({ frozen: false, speed: 1 });
  real = 10_000;
  expect(clock.now()).toBe(1_010_000);
  clock.change({ advance: 1e15 });
  expect(clock.now()).toBe(Date.UTC(9999, 0));
});

function frozenTimeline() {
  const errors: unknown[] = [];
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    (error) => errors.push(error),
  );
  return { timeline, errors };
}

test('actions run in order of their due times, and in the order of scheduling if they are due at the same time', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), (seconds) => {
      const { timeline } = frozenTimeline();
      const done: [number, number][] = [];
      for (const [index, due] of seconds.entries())
        timeline.after(due * 1_000, () => done.push([due, index]));
      timeline.change({ advance: 3 });
      const expected = seconds
        .map((due, index): [number, number] => [due, index])
        .filter(([due]) => due <= 3);
      expect(done).toEqual(expected.sort(([a, i], [b, j]) => a - b || i - j));
    }),
  );
});

test('each action runs at its due time, even if another action scheduled it, and a failure does not stop the others', () => {
  const { timeline, errors } = frozenTimeline();
  const seen: [string, number][] = [];
  const note = (name: string) => seen.push([name, timeline.now()]);
  timeline.after(2_000, () => {
    note('second');
    timeline.after(500, () => note('third'));
    throw new Error('failed');
  });
  timeline.after(1_000, () => note('first'));
  timeline.after(4_000, () => note('cleared'));
  timeline.change({ advance: 3 });
  expect(seen).toEqual([
    ['first', 1_000],
    ['second', 2_000],
    ['third', 2_500],
  ]);
  expect(errors).toEqual([expect.objectContaining({ message: 'failed' })]);
  timeline.clear();
  timeline.change({ advance: 3 });
  expect([seen.length, timeline.now()]).toEqual([3, 6_000]);
});
