import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { createAgenda, createClock, createTimeline, END_OF_TIME, endOfDay } from './time.js';

test('a day is over when the next one begins, in UTC', () => {
  expect(endOfDay('2026-12-31')).toBe(Date.UTC(2027, 0));
  expect(endOfDay('2028-02-29')).toBe(Date.UTC(2028, 2));
  expect(endOfDay('9999-12-31')).toBe(Date.UTC(10_000, 0));
});

test('what the calendar does not have is no day', () => {
  for (const day of [
    '',
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '+002026-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '01.01.2026',
    'tomorrow',
  ])
    expect(endOfDay(day), day).toBeUndefined();
});

function clockWithRealTime(speed = 1) {
  const real = { ms: 0 };
  return { real, clock: createClock(1_000_000, speed, () => real.ms) };
}

test('a clock runs at its speed', () => {
  const { clock, real } = clockWithRealTime(10);
  real.ms = 500;
  expect(clock.now()).toBe(1_005_000);
  clock.change({ speed: 2 });
  real.ms = 1_000;
  expect(clock.now()).toBe(1_006_000);
});

test('a frozen clock stands still, can be advanced, and goes on from there', () => {
  const { clock, real } = clockWithRealTime();
  clock.change({ frozen: true });
  real.ms = 5_000;
  expect(clock.now()).toBe(1_000_000);
  clock.change({ advance: 3 });
  expect(clock.read()).toEqual({ now: '1970-01-01T00:16:43.000Z', frozen: true, speed: 1 });
  clock.change({ frozen: false });
  real.ms = 6_000;
  expect(clock.now()).toBe(1_004_000);
});

test('a clock shows whole milliseconds and loses none of the time between them', () => {
  const { clock, real } = clockWithRealTime();
  for (let step = 1; step <= 10; step++) {
    real.ms = step * 0.25;
    clock.change({ advance: 0.000_25 });
    expect(Number.isInteger(clock.now())).toBe(true);
  }
  expect(clock.now()).toBe(1_000_005);
});

test('a clock tells how long a moment is away in real time', () => {
  const { clock } = clockWithRealTime(4);
  expect(clock.realMillisecondsUntil(1_002_000)).toBe(500);
  expect(clock.realMillisecondsUntil(999_000)).toBe(0);
  clock.change({ frozen: true });
  expect(clock.realMillisecondsUntil(1_002_000)).toBeUndefined();
});

test('a clock that is advanced too far stays at the end of time', () => {
  const { clock } = clockWithRealTime();
  clock.change({ advance: 1e15 });
  clock.change({ advance: 1e15 });
  expect(clock.now()).toBe(END_OF_TIME);
});

test('appointments are taken in order of their due time, equal ones in order of entry', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), (times) => {
      const agenda = createAgenda();
      const taken: [number, number][] = [];
      for (const [index, due] of times.entries()) agenda.add(due, () => taken.push([due, index]));
      for (let next = agenda.take(5); next !== undefined; next = agenda.take(5)) next.run();
      const expected = times.map((due, index): [number, number] => [due, index]);
      expect(taken).toEqual(expected.sort(([a, i], [b, j]) => a - b || i - j));
    }),
  );
});

test('what is not due stays', () => {
  const agenda = createAgenda();
  agenda.add(2, () => undefined);
  expect(agenda.take(1)).toBeUndefined();
  expect(agenda.next()).toBe(2);
  agenda.clear();
  expect(agenda.next()).toBeUndefined();
});

test('a long agenda keeps its order while appointments come and go', () => {
  const agenda = createAgenda();
  const taken: number[] = [];
  for (let due = 0; due < 3_000; due++) agenda.add(due, () => taken.push(due));
  for (let now = 0; now < 3_000; now++) {
    agenda.take(now)?.run();
    if (now % 100 === 0) agenda.add(now + 0.5, () => taken.push(now + 0.5));
  }
  for (let next = agenda.take(3_000); next !== undefined; next = agenda.take(3_000)) next.run();
  expect(taken).toHaveLength(3_030);
  expect(taken).toEqual(taken.toSorted((a, b) => a - b));
  expect(agenda.next()).toBeUndefined();
});

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
