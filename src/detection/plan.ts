import { chooseTests, type KnownTest } from './choose-tests.js';
import type { Planting } from './fault.js';
import type { TargetSettings } from './faulty-sandboxes.js';

/** Environment variable with the file in which the plan of a proof is. */
export const planVariable = 'CONFORMANCE_PROOF_PLAN';

/** Type of the annotation by which a test of a proof knows its sandbox: the index of its run. */
export const runAnnotation = 'run of the proof';

/** What a proof runs: for each sandbox the tests that must tell its fault. */
export interface Plan {
  readonly seed: number;
  readonly runs: readonly PlannedRun[];
}

/** One run of a part of the suite against one sandbox. */
export interface PlannedRun {
  /** Absent where the sandbox is clean and nothing may be found. */
  readonly planting?: Planting;
  readonly settings: TargetSettings;
  readonly tests: readonly KnownTest[];
}

/** How many times between the faults the clean sandbox is looked at, each time with another part of the tests. */
const cleanLooks = 5;

/** Runs of what must tell each fault, and between them of the same tests against the clean sandbox. */
export function planned(
  tests: readonly KnownTest[],
  plantings: readonly Planting[],
  { faulty, clean }: { readonly faulty: readonly TargetSettings[]; readonly clean: TargetSettings },
): PlannedRun[] {
  const runs: PlannedRun[] = faulty.flatMap((settings, index) => {
    const planting = plantings[index];
    return planting === undefined ? [] : [{ planting, settings, tests: chooseTests(tests, planting) }];
  });
  const needed = tests.filter((test) => runs.some((run) => run.tests.includes(test)));
  const looks = Array.from({ length: cleanLooks }, (_, look) => ({
    settings: clean,
    tests: needed.filter((_test, index) => index % cleanLooks === look),
  })).filter((look) => look.tests.length > 0);
  const share = Math.ceil(runs.length / looks.length);
  return looks.flatMap((look, index) => [...runs.slice(index * share, (index + 1) * share), look]);
}
