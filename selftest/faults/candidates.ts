import type { ExercisedTest } from '../../fixtures/planted-tests.js';
import type { Alteration } from './alterations.js';
import { contractOf, type FieldLie, type Planting } from './plantings.js';

/** An alteration, and the tests that may tell it, by their index. */
export interface Candidate extends Alteration {
  /** They run in this order, until one tells it. */
  readonly tests: readonly number[];
  /** They run before the others, all of them. */
  readonly needed?: readonly number[];
  /** Whether any finding tells it if it is no fault, not only a must. */
  readonly anyTells?: boolean;
}

/** The most tests that verify a requirement incidentally, for example by a check of every exchange. */
const mostIncidental = 32;

/** The most tests that are tried for a fault in a situation. */
const mostInSituation = 16;

/**
 * A test with at least this many requests is left out if its share of calls to the operation is less than a twentieth of
 * the largest share of any: it only prepares something by them, and takes longer than the tests that tell the fault.
 */
const manyRequests = 150;
const smallPart = 1 / 20;

/**
 * The tests that verify the requirement that a fault violates, by their behaviour on a clean sandbox: those that cover it,
 * then those that verify it incidentally. If the fault is planted in some operations, tests that call none of them can't
 * tell it and are left out.
 * @param everyTest whether each test that covers the requirement must run
 */
export function candidateOf(
  planting: Planting,
  tests: readonly ExercisedTest[],
  everyTest = false,
): Candidate {
  const { violates, condition, operation, fault } = planting;
  const places = operation === undefined ? fault.operations : [operation];
  const ids = places?.map((each) => contractOf(each)?.operationId ?? '');
  const requests = tests.map((test) => callsOf(test));
  const shares = tests.map((test, index) => {
    return ids === undefined ? 1 : callsOf(test, ids) / Math.max(1, requests[index] ?? 0);
  });
  const share = (index: number) => shares[index] ?? 0;
  const calls = (index: number) => share(index) > 0;
  const withRequirement = (idsOf: (test: ExercisedTest) => readonly string[]) =>
    [...tests.keys()].filter((index) => idsOf(tests[index] as ExercisedTest).includes(violates));
  const covering = withRequirement(({ covers }) => covers);
  const meeting = withRequirement(({ verified, mayMeet }) => [...verified, ...mayMeet])
    .filter((index) => !covering.includes(index))
    .toSorted((one, other) => share(other) - share(one));
  // A test that calls none of them may still read about them, in the live description.
  const needed = covering.some(calls) ? covering.filter(calls) : covering;
  const incidental = [...covering, ...meeting].some(calls) ? meeting.filter(calls) : meeting;
  const further = incidental.slice(0, mostIncidental);
  if (everyTest) return { ...planting, needed, tests: further };
  const most = Math.max(0, ...needed.map(share));
  const likely = needed.filter(
    (index) => share(index) >= most * smallPart || (requests[index] ?? 0) < manyRequests,
  );
  const all = [...likely, ...further];
  return { ...planting, tests: condition === undefined ? all : all.slice(0, mostInSituation) };
}

/** The number of a test's requests, to all operations or to some. */
function callsOf({ called }: ExercisedTest, ids = Object.keys(called)): number {
  return ids.flatMap((id) => Object.values(called[id] ?? {})).reduce((sum, count) => sum + count, 0);
}

/**
 * Returns a function that puts tests, given by their indexes, in order. Each is the one with the most requirements for
 * its calls that no test before it verified, until all are; then over again.
 */
export function orderOf(tests: readonly ExercisedTest[]): (indexes: readonly number[]) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  const all = tests.map((test) => ({
    // A browser takes as long as hundreds of calls.
    calls: callsOf(test) + (test.file.startsWith('settings-area/') ? 500 : 0),
    shows: new Set([...test.covers, ...test.verified]),
  }));
  return (indexes) => {
    const key = indexes.join();
    const order = known.get(key) ?? [...mostFirst(all, indexes)];
    known.set(key, order);
    return order;
  };
}

function* mostFirst(
  all: readonly { readonly calls: number; readonly shows: ReadonlySet<string> }[],
  indexes: readonly number[],
): Generator<number> {
  const left = new Set(indexes);
  let shown = new Set<string>();
  while (left.size > 0) {
    const worth = [...left].map((index) => {
      const { calls = 0, shows = new Set<string>() } = all[index] ?? {};
      const fresh = [...shows].filter((each) => !shown.has(each)).length;
      return { index, calls, shows, worth: fresh / calls };
    });
    const [best] = worth.toSorted((one, other) => other.worth - one.worth || one.calls - other.calls);
    if (best === undefined) return;
    if (best.worth === 0 && shown.size > 0) {
      shown = new Set();
      continue;
    }
    yield best.index;
    for (const each of best.shows) shown.add(each);
    left.delete(best.index);
  }
}

/**
 * Returns a function that finds the tests that received a response with a lie's status from its operation on the clean
 * sandbox.
 */
export function liesAsCandidates(tests: readonly ExercisedTest[], anyTells: (lie: FieldLie) => boolean) {
  const inOrder = orderOf(tests);
  return (lie: FieldLie): Candidate => {
    const id = contractOf(lie.operation)?.operationId ?? '';
    const received = [...tests.keys()].filter((index) => tests[index]?.called[id]?.[lie.status]);
    return { ...lie, tests: inOrder(received), anyTells: anyTells(lie) };
  };
}
