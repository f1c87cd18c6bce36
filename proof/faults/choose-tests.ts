import { operations } from '../../src/contract/operations.js';
import type { ExercisedTest } from './exercised-test.js';
import type { Planting } from './fault.js';

/** The tests that must catch a fault. */
export interface Chosen {
  /** The tests that cover the violated requirement: all of them run, to find out which ones catch it. */
  readonly needed: readonly ExercisedTest[];
  /**
   * The tests that verify it incidentally, for example by a check of every exchange: they run until one catches it.
   */
  readonly further: readonly ExercisedTest[];
}

/** The largest number of incidental tests that run: those with the largest share of calls to the operation. */
const mostFurther = 16;

/**
 * The tests that verify the violated requirement, by their behaviour on a clean sandbox. If the fault is planted in
 * some operations, tests that call none of them can't catch it and are left out.
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

/** The share of a test's requests that call some operations; 1 if any operation counts. */
function shareOf({ called }: ExercisedTest, planted: readonly (string | undefined)[] | undefined): number {
  if (planted === undefined) return 1;
  const counts = Object.entries(called);
  const sum = (entries: typeof counts) => entries.reduce((total, [, count]) => total + count, 0);
  return sum(counts.filter(([id]) => planted.includes(id))) / Math.max(1, sum(counts));
}

/** The contract's name of an operation, which may differ from the sandbox's. */
export function idOf(planted: { readonly method: string; readonly path: string }): string | undefined {
  return operations.find(({ method, path }) => method === planted.method && path === planted.path)
    ?.operationId;
}
