import { operations } from '../../src/contract/operations.js';
import type { ExercisedTest } from './exercised-test.js';
import type { Planting } from './fault.js';

/** The tests that must tell a fault. */
export interface Chosen {
  /** Those that cover the violated requirement: all of them are run, to know which tell it. */
  readonly needed: readonly ExercisedTest[];
  /** Those that come across it, as a check of every exchange does: they are run until one tells it. */
  readonly further: readonly ExercisedTest[];
}

/** How many of those that come across a requirement must tell its fault: those that have the most to do with it. */
const mostFurther = 16;

/**
 * The tests that verify the violated requirement, by what they did on a clean sandbox. Where the fault is planted in
 * some operations, tests that call none of them can't tell it and are left out.
 */
export function chooseTests(tests: readonly ExercisedTest[], { fault, operation }: Planting): Chosen {
  const planted = (operation === undefined ? fault.operations : [operation])?.map(idOf);
  const covering = tests.filter(({ covers }) => covers.includes(fault.violates));
  const meeting = tests
    .filter(
      (test) => !covering.includes(test) && [...test.verified, ...test.mayMeet].includes(fault.violates),
    )
    .toSorted((one, other) => shareOf(other, planted) - shareOf(one, planted));
  const calls = (test: ExercisedTest) => shareOf(test, planted) > 0;
  const chosen = {
    needed: covering.filter(calls),
    further: meeting.filter(calls).slice(0, mostFurther),
  };
  return chosen.needed.length + chosen.further.length > 0
    ? chosen
    : { needed: covering, further: meeting.slice(0, mostFurther) };
}

/** Which part of a test's requests are for some operations; 1 where any will do. */
function shareOf({ called }: ExercisedTest, planted: readonly (string | undefined)[] | undefined): number {
  if (planted === undefined) return 1;
  const counts = Object.entries(called);
  const sum = (entries: typeof counts) => entries.reduce((total, [, count]) => total + count, 0);
  return sum(counts.filter(([id]) => planted.includes(id))) / Math.max(1, sum(counts));
}

/** The contract's name of an operation, which the sandbox may call otherwise. */
export function idOf(planted: { readonly method: string; readonly path: string }): string | undefined {
  return operations.find(({ method, path }) => method === planted.method && path === planted.path)
    ?.operationId;
}
