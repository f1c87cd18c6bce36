import { type Chosen, chooseTests } from './choose-tests.js';
import type { Exercise, ExercisedTest } from './exercised-test.js';
import type { Planting } from './fault.js';
import type { TargetSettings } from './faulty-sandboxes.js';

/** Environment variable with the file that contains the plan of a proof. */
export const planVariable = 'CONFORMANCE_PROOF_PLAN';

/** Type of the annotation that tells a test of a proof its sandbox: the index of its run. */
export const runAnnotation = 'run of the proof';

/** The title of a test for one run of a proof: titles must be unique in a file. */
export function titleFor(run: number, title: string): string {
  return `${title} [${run}]`;
}

/** The title of a test in its spec, without the run of a proof. */
export function titleInSpec(title: string): string {
  return title.replace(/ \[\d+\]$/, '');
}

/** The runs of a proof: for each sandbox, the tests that must catch its fault. */
export interface Plan {
  readonly seed: number;
  /** The world of all the sandboxes; absent for the usual one. */
  readonly world?: string;
  /** Whether every fault is planted, which shows the tests that no fault needs. */
  readonly complete: boolean;
  readonly exercise: Exercise;
  readonly runs: readonly PlannedRun[];
}

/** One run of a part of the suite against one sandbox. */
export interface PlannedRun {
  /** Absent if the sandbox is clean and the tests must find nothing. */
  readonly planting?: Planting;
  readonly settings: TargetSettings;
  /** Tests by their numbers in the exercise. */
  readonly needed: readonly number[];
  /** Tests that run only until one test of the run has caught the fault. */
  readonly further: readonly number[];
}

/** How often the clean sandbox is tested between the faults, each time with another part of the tests. */
const cleanLooks = 5;

/** The sandboxes of a proof, and its extent. */
export interface ProofExtent {
  /** A sandbox for each planting. */
  readonly faulty: readonly TargetSettings[];
  readonly clean: TargetSettings;
  /** Whether one test that catches a fault is enough, so that the other tests don't run. */
  readonly untilCaught: boolean;
}

/**
 * Runs of the tests that must catch each fault, and between them runs of the same tests against the clean sandbox.
 * The latter are left out if one test for each fault is enough, because the whole suite has already run against it.
 */
export function plannedRuns(
  tests: readonly ExercisedTest[],
  plantings: readonly Planting[],
  { faulty, clean, untilCaught }: ProofExtent,
): PlannedRun[] {
  const numbers = new Map(tests.map((test, number) => [test, number]));
  const numbersOf = (chosen: readonly ExercisedTest[]) => chosen.map((test) => numbers.get(test) ?? -1);
  const runs: PlannedRun[] = faulty.flatMap((settings, index) => {
    const planting = plantings[index];
    if (planting === undefined) return [];
    const { needed, further }: Chosen = chooseTests(tests, planting);
    return untilCaught
      ? [{ planting, settings, needed: [], further: numbersOf([...needed, ...further]) }]
      : [{ planting, settings, needed: numbersOf(needed), further: numbersOf(further) }];
  });
  const used = [...new Set(runs.flatMap(({ needed }) => needed))];
  const looks = Array.from({ length: cleanLooks }, (_, look) => ({
    settings: clean,
    needed: used.filter((_test, index) => index % cleanLooks === look),
    further: [],
  })).filter((look) => look.needed.length > 0);
  const share = Math.ceil(runs.length / Math.max(1, looks.length));
  return looks.length === 0
    ? runs
    : looks.flatMap((look, index) => [...runs.slice(index * share, (index + 1) * share), look]);
}
