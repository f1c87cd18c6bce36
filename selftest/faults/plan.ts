import type {
  ExercisedTest,
  Fault,
  PlannedRun,
  Planting,
  TargetSettings,
} from '../../fixtures/planted-tests.js';
import { operations } from '../../src/contract/operations.js';
import { byDraw, listed } from './alterations.js';
import { nameOf, plantEach } from './plantings.js';

/** The modules that Playwright loads by their paths for a proof. */
export const proofModules = {
  config: 'selftest/faults/playwright.config',
  exerciseReporter: 'selftest/faults/exercise-reporter',
  alterationReporter: 'selftest/faults/alteration-reporter',
  detectionReporter: 'selftest/faults/detection-reporter',
};

/** The tests that must catch a fault. */
interface Chosen {
  /** The tests that cover the violated requirement. */
  readonly needed: readonly ExercisedTest[];
  /** The tests that verify it incidentally, for example by a check of every exchange: they run until one catches it. */
  readonly further: readonly ExercisedTest[];
}

/** The largest number of incidental tests that run: those with the largest share of calls to the operation. */
const mostFurther = 16;

/**
 * The tests that verify the violated requirement, by their behaviour on a clean sandbox. If the fault is planted in
 * some operations, tests that call none of them can't catch it and are left out.
 */
function chooseTests(tests: readonly ExercisedTest[], planting: Planting): Chosen {
  const { fault } = planting;
  const planted = plantedIn(planting);
  const covering = tests.filter(({ covers }) => covers.includes(fault.violates));
  const meeting = tests
    .filter(
      (test) => !covering.includes(test) && [...test.verified, ...test.mayMeet].includes(fault.violates),
    )
    .toSorted((one, other) => shareOf(other, planted) - shareOf(one, planted));
  const calls = (test: ExercisedTest) => shareOf(test, planted) > 0;
  const [needed, further] = [covering.filter(calls), meeting.filter(calls)];
  return {
    // A test that calls none of them may still read about them, in the live description.
    needed: needed.length > 0 ? needed : covering,
    further: (needed.length + further.length > 0 ? further : meeting).slice(0, mostFurther),
  };
}

/**
 * One planting of each fault that a world doesn't absorb and that tests can catch there: on the clean sandbox, they
 * verified the violated requirement. @returns them in an order that the seed decides
 */
export function catchableIn(
  world: string,
  faults: readonly Fault[],
  tests: readonly ExercisedTest[],
  seed: number,
): Planting[] {
  const absorbed = new Set(listed('absorbs').flatMap((each) => (each.world === world ? each.ids : [])));
  return plantEach(faults, seed)
    .filter((planting) => {
      const { needed, further } = chooseTests(tests, planting);
      const isVerified = [...needed, ...further].some(({ verified }) =>
        verified.includes(planting.fault.violates),
      );
      return isVerified && !absorbed.has(planting.fault.id) && !absorbed.has(nameOf(planting));
    })
    .toSorted(byDraw(seed, nameOf));
}

/**
 * A test with at least this many requests is left out if its share of calls to the operation is less than a twentieth of
 * the largest share of any: it only prepares something by them, and takes longer than the tests that catch the fault.
 */
const manyRequests = 150;
const smallPart = 1 / 20;

/** The tests that run until one catches a fault, if not every test has to show that it does. */
export function likelyTests(tests: readonly ExercisedTest[], planting: Planting): readonly ExercisedTest[] {
  const { needed, further } = chooseTests(tests, planting);
  const share = (test: ExercisedTest) => shareOf(test, plantedIn(planting));
  const most = Math.max(0, ...needed.map(share));
  return [
    ...needed.filter((test) => share(test) >= most * smallPart || requestsOf(test) < manyRequests),
    ...further,
  ];
}

/** The contract's names of the operations in which a fault is planted; undefined if it isn't limited to some. */
function plantedIn({ fault, operation }: Planting): readonly (string | undefined)[] | undefined {
  return (operation === undefined ? fault.operations : [operation])?.map(
    (each) => contractOf(each)?.operationId,
  );
}

/** The share of a test's requests that call some operations; 1 if any operation counts. */
function shareOf({ called }: ExercisedTest, planted: readonly (string | undefined)[] | undefined): number {
  if (planted === undefined) return 1;
  const own = planted.reduce((sum, id) => sum + (called[id ?? ''] ?? 0), 0);
  return own / Math.max(1, requestsOf({ called }));
}

/** The number of a test's requests. */
function requestsOf({ called }: Pick<ExercisedTest, 'called'>): number {
  return Object.values(called).reduce((total, count) => total + count, 0);
}

/** The contract's operation, whose name may differ from the sandbox's. */
export function contractOf(planted: { readonly method: string; readonly path: string }) {
  return operations.find(({ method, path }) => method === planted.method && path === planted.path);
}

/**
 * Runs of the tests that must catch each fault.
 * @param faulty a sandbox for each planting
 * @param everyTest whether all tests that cover the violated requirement run; otherwise they run until one catches the
 * fault
 */
export function plannedRuns(
  tests: readonly ExercisedTest[],
  plantings: readonly Planting[],
  faulty: readonly TargetSettings[],
  everyTest: boolean,
): PlannedRun[] {
  const numbersOf = (chosen: readonly ExercisedTest[]) => chosen.map((test) => tests.indexOf(test));
  return faulty.flatMap((settings, index) => {
    const planting = plantings[index];
    if (planting === undefined) return [];
    const { needed, further }: Chosen = everyTest
      ? chooseTests(tests, planting)
      : { needed: [], further: likelyTests(tests, planting) };
    return [{ planting, settings, needed: numbersOf(needed), further: numbersOf(further) }];
  });
}

/** Environment variable with the file to which a run of the whole suite is written. */
export const exerciseVariable = 'CONFORMANCE_PROOF_EXERCISE';
