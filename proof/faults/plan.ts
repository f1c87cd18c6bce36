import { type Chosen, chooseTests } from './choose-tests.js';
import type { Exercise, ExercisedTest } from './exercised-test.js';
import type { Planting } from './fault.js';
import type { TargetSettings } from './faulty-sandboxes.js';

/** Environment variable with the file in which the plan of a proof is. */
export const planVariable = 'CONFORMANCE_PROOF_PLAN';

/** Type of the annotation by which a test of a proof knows its sandbox: the index of its run. */
export const runAnnotation = 'run of the proof';

/** The title of a test for one run of a proof: no two tests of a file may have the same. */
export function titleFor(run: number, title: string): string {
  return `${title} [${run}]`;
}

/** The title of a test as it stands in its spec, whatever run of a proof it is for. */
export function titleInSpec(title: string): string {
  return title.replace(/ \[\d+\]$/, '');
}

/** What a proof runs: for each sandbox the tests that must tell its fault. */
export interface Plan {
  readonly seed: number;
  /** The world that all sandboxes stand in; absent where they are as usual. */
  readonly world?: string;
  /** Whether every fault is planted, so that it shows which tests none of them needs. */
  readonly complete: boolean;
  readonly exercise: Exercise;
  readonly runs: readonly PlannedRun[];
}

/** One run of a part of the suite against one sandbox. */
export interface PlannedRun {
  /** Absent where the sandbox is clean and nothing may be found. */
  readonly planting?: Planting;
  readonly settings: TargetSettings;
  /** Tests by their numbers in the exercise. */
  readonly needed: readonly number[];
  /** Those that are run only until one of the run's tests told the fault. */
  readonly further: readonly number[];
}

/** How many times between the faults the clean sandbox is looked at, each time with another part of the tests. */
const cleanLooks = 5;

/** Where a proof runs, and how much of it. */
export interface ProofExtent {
  /** A sandbox for each planting. */
  readonly faulty: readonly TargetSettings[];
  readonly clean: TargetSettings;
  /** Whether it is enough that one test tells a fault, so that it isn't known which of the others do. */
  readonly untilCaught: boolean;
}

/**
 * Runs of what must tell each fault, and between them of the same tests against the clean sandbox; that is left out where
 * one test of each fault is enough: the whole suite ran against it before.
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
