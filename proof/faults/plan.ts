import { existsSync, writeFileSync } from 'node:fs';
import { operations } from '../../src/contract/operations.js';
import type { Finding } from '../../src/verdicts/finding.js';
import type { Fault, Planting, TargetSettings } from './plantings.js';

/** The tests that must catch a fault. */
interface Chosen {
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

/** Environment variable with the file that contains the plan of a proof. */
export const planVariable = 'CONFORMANCE_PROOF_PLAN';

/** Type of the annotation that gives a test of a proof its sandbox: the index of its run. */
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
  /** Whether every fault is planted, which shows the tests that catch nothing. */
  readonly complete: boolean;
  /** The tests of the suite; runs refer to them by their index. */
  readonly tests: readonly ExercisedTest[];
  readonly runs: readonly PlannedRun[];
}

/** One run of a part of the suite against one sandbox. */
export interface PlannedRun {
  /** Absent if the sandbox is clean and the tests must find nothing. */
  readonly planting?: Planting;
  readonly settings: TargetSettings;
  /** Tests that run in any case, by their index. */
  readonly needed: readonly number[];
  /** Tests that run only until one test of the run has caught the fault. */
  readonly further: readonly number[];
}

/** How often the clean sandbox is tested between the faults, each time with a different part of the tests. */
const cleanLooks = 5;

/**
 * Runs of the tests that must catch each fault, and between them runs of the same tests against the clean sandbox.
 * The latter are left out if one test for each fault is enough, because the whole suite has already run against it.
 * @param faulty a sandbox for each planting
 * @param untilCaught whether one test that catches a fault is enough, so that the other tests don't run
 */
export function plannedRuns(
  tests: readonly ExercisedTest[],
  plantings: readonly Planting[],
  {
    faulty,
    clean,
    untilCaught,
  }: Readonly<{
    faulty: readonly TargetSettings[];
    clean: TargetSettings;
    untilCaught: boolean;
  }>,
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

/** A test of the suite, and its behaviour on a clean sandbox. */
export interface ExercisedTest {
  readonly file: string;
  /** The titles of its groups and its own title, as reports show them. */
  readonly titles: readonly string[];
  /** Requirements that it covers. */
  readonly covers: readonly string[];
  /** Requirements that it may verify incidentally. */
  readonly mayMeet: readonly string[];
  /** Requirements that it verified, including those verified by a check of every exchange. */
  readonly verified: readonly string[];
  /** The number of its calls of each operation, by operationId. */
  readonly called: Readonly<Record<string, number>>;
  /** Whether it found nothing and was not blocked. */
  readonly isClean: boolean;
}

/** Environment variable with the file to which a run of the whole suite is written. */
export const exerciseVariable = 'CONFORMANCE_PROOF_EXERCISE';

/** Files next to the plan by which the workers of a proof share which faults are caught. */
export class CaughtMarks {
  readonly #plan: string;

  /** @param plan file of the plan */
  constructor(plan: string) {
    this.#plan = plan;
  }

  /** Notes that a test of this run caught its fault. */
  set(run: number): void {
    writeFileSync(`${this.#plan}.caught-${run}`, '');
  }

  /** Whether a test of this run has already caught its fault. */
  has(run: number): boolean {
    return existsSync(`${this.#plan}.caught-${run}`);
  }
}

/**
 * Whether a finding catches a fault: a finding that depends on an open gap only shows a difference from the
 * assumption.
 */
export function catches({ requirement, judgement }: Finding, { violates }: Fault): boolean {
  return requirement === violates && judgement !== 'deviated';
}
