import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { createAgenda } from './agenda.js';

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
