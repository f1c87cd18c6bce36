import fc from 'fast-check';
import { exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { lanesOf, stretchesOf } from './lanes.js';

const wait = fc.record({
  kind: fc.constantFrom('turn' as const, 'clock' as const),
  from: fc.nat(900),
  milliseconds: fc.nat(900),
});
const tests = fc
  .array(
    fc.record({
      milliseconds: fc.oneof(fc.nat(3), fc.nat(900)),
      covers: fc.constantFrom(['BAT-01'], ['LIM-05', 'BAT-02'], []),
      began: fc.record({ after: fc.nat(20_000), worker: fc.nat(3) }),
      waits: fc.array(wait, { maxLength: 3 }),
    }),
    { maxLength: 500 },
  )
  .map((all) => all.map((given, index) => exampleTest(`test-${index}`, given)));

test('every test is in exactly one lane, that of its worker', () => {
  fc.assert(
    fc.property(tests, (run) => {
      const placed = lanesOf(run, 20).flatMap(({ worker, bars }) =>
        bars.flatMap((bar) => bar.tests.map(({ id }) => `${worker} ${id}`)),
      );
      const all = run.map(({ id, began }) => `${began?.worker} ${id}`);
      return placed.toSorted().join() === all.toSorted().join();
    }),
  );
});

test('the bars of a lane do not overlap, and contain its waits', () => {
  fc.assert(
    fc.property(tests, (run) =>
      lanesOf(run, 20).every(
        ({ bars, waits }) =>
          bars.every(({ from, to }, index) => from >= (bars[index - 1]?.to ?? 0) && to >= from) &&
          waits.every((wait) =>
            bars.some(({ from, to }) => wait.from >= from && wait.from + wait.milliseconds <= to),
          ),
      ),
    ),
  );
});

test('thousands of tests become a few hundred bars, and long ones keep their own', () => {
  const short = Array.from({ length: 3000 }, (_, index) => {
    const began = { after: index * 30, worker: 0 };
    return exampleTest(`${index}`, { milliseconds: 2, began, covers: [index % 2 === 0 ? 'A-1' : 'B-1'] });
  });
  const long = exampleTest('long', { milliseconds: 40_000, began: { after: 90_000, worker: 0 } });
  const [{ bars } = { bars: [] }] = lanesOf([...short, long], 430);
  expect(bars.length).toBeLessThan(320);
  expect(bars.at(-1)?.tests).toEqual([long]);
});

test('tests that ran at the same time are in different lanes, even if their worker has the same number', () => {
  const run = [0, 500].map((after) =>
    exampleTest(`at ${after}`, { milliseconds: 1000, began: { after, worker: 1 } }),
  );
  expect(lanesOf(run, 20).map(({ worker, bars }) => [worker, bars.length])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('neighbours of one topic make one stretch', () => {
  const run = ['BAT-01', 'BAT-02', 'LIM-01'].map((id, index) =>
    exampleTest(id, { milliseconds: 1000, began: { after: index * 1000, worker: 0 }, covers: [id] }),
  );
  expect(lanesOf(run, 3).map(stretchesOf)).toEqual([
    [
      { topic: 'BAT', from: 0, to: 2000 },
      { topic: 'LIM', from: 2000, to: 3000 },
    ],
  ]);
});
