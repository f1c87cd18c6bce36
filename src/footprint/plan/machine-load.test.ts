import { expect, test } from '#testing/unit-test';
import { machineLoad, slowedBy } from './machine-load.js';

/** The load that a process measures if it gets a part of the time that passes. */
function loadWith(part: number): number {
  let milliseconds = 0;
  const now = () => {
    milliseconds += 5;
    return milliseconds;
  };
  const usage = (before?: NodeJS.CpuUsage) => {
    const user = milliseconds * 1000 * part - (before?.user ?? 0);
    return { user, system: 0 };
  };
  return machineLoad({ now, usage });
}

test('the load is the time that passes while a process works, for each part of it that the process gets', () => {
  expect(loadWith(1)).toBe(1);
  expect(loadWith(0.25)).toBeCloseTo(4);
  // Other threads of the process may work, too, and an exhausted process gets nothing.
  expect(loadWith(1.5)).toBe(1);
  expect(loadWith(0)).toBe(20);
});

test('a load slows down only the part of a run in which it works', () => {
  expect(slowedBy(1)).toBe(1);
  expect(slowedBy(4.3)).toBeCloseTo(2, 1);
});
