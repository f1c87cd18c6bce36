import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ExercisedTest,
  type Plan,
  type PlannedRun,
  planVariable,
  type TargetSettings,
} from '../../fixtures/planted-tests.js';
import { runPlaywright } from '../../src/cli/run/playwright-process.js';
import { standardError, standardOutput } from '../../src/report/terminal/terminal.js';
import { outputVariable } from '../../src/target/environment.js';
import { triedFile } from './alteration-reporter.js';
import {
  type Alteration,
  lineOf,
  listed,
  type Noted,
  outdatedIn,
  type Result,
  resultOf,
  strengthOf,
  type Tried,
  totalsOf,
} from './alterations.js';
import { shownTitle } from './detection-reporter.js';
import { proofModules } from './plan.js';

/** How many alterations are tried at a time, each in its own sandbox. */
export const mostTogether = 250;

/** Up to this many alterations, one more start of the tests would take longer than it saves. */
const few = 20;

/**
 * The tests run in rounds, so that few tests start for alterations that most of them catch: up to how many tests have run
 * after each round. The first is for all alterations, the last for those that nothing catches and no entry lists, and one
 * in between also for those that tests could not go on with, or that had no occasion.
 */
const roundsFor = (alterations: number) => [...(alterations > few ? [4] : []), 16, Number.POSITIVE_INFINITY];

/** The folders and the seed of a proof. */
export interface ProofSetting {
  readonly root: string;
  readonly seed: number;
  /** For temporary files. */
  readonly folder: string;
  readonly reports: string;
}

/**
 * Carries out a proof until it ends or a signal stops it, with a folder for its temporary files.
 * @param beginning of the path of the folder
 * @returns its exit code, or 2 if it was interrupted
 */
export async function untilStopped(
  beginning: string,
  prove: (folder: string, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const folder = mkdtempSync(beginning);
  const interrupted = 'The proof was interrupted and has no result.';
  try {
    const code = await prove(folder, stop.signal);
    return stop.signal.aborted ? fail(interrupted) : code;
  } catch (error) {
    // A sandbox that ends before it is ready was stopped by the same signal.
    if (stop.signal.aborted) return fail(interrupted);
    throw error;
  } finally {
    // After a signal, Playwright may still be writing there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Says why a proof has no result. @returns the exit code for that */
export function fail(problem: string): number {
  standardError.printAsIs(problem);
  return 2;
}

/** Lets the sandboxes of a proof note what they tell. @returns the function that reads the ids so far */
export function notingTold(folder: string): () => ReadonlySet<string> {
  const file = join(folder, 'told');
  // The sandboxes inherit it.
  process.env.SANDBOX_TOLD_LIES = file;
  return () => new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
}

/** A sandbox for each alteration, in order; undefined for one that ended before it was ready. */
export interface AlteredSandboxes extends AsyncDisposable {
  readonly faulty: readonly (TargetSettings | undefined)[];
  /** Whether the process of all of them has ended. */
  readonly hasEnded: () => boolean;
}

/** Alterations to try, and the behaviour of the suite on the clean sandbox. */
export interface AlterationProof<Kind extends Alteration> extends ProofSetting {
  /** What the reviewed file and the results call them. */
  readonly kind: 'lies' | 'mutants';
  /** All that the sandbox can have, for a check of the reviewed file. */
  readonly all: readonly Alteration[];
  readonly chosen: readonly Kind[];
  readonly tests: readonly ExercisedTest[];
  /** The indexes of the tests that may catch an alteration, in the order in which they run. */
  readonly testsFor: (alteration: Kind) => readonly number[];
  /** Whether any finding is enough for an alteration: by default, only a must ends its runs. */
  readonly anyEnds?: (alteration: Kind) => boolean;
  /** Starts a sandbox with each of the alterations. */
  readonly start: (alterations: readonly Kind[]) => Promise<AlteredSandboxes>;
  /** What the sandboxes have noted so far. */
  readonly noted: () => (alteration: Kind) => Noted;
  /** Runs with planted faults, for which the tests start together with the first of the alterations. */
  readonly faults?: readonly PlannedRun[];
  /** The last line after the totals, if there is more to say. */
  readonly summary?: (results: readonly Result<Kind>[]) => string;
}

/**
 * Tries each alteration in its own sandbox, runs a few of the tests that may catch it until one does by a must, and the
 * others until one does at all, prints what became of each, and writes the results as `fields.json` or `mutants.json`.
 * @returns 0 if every alteration is caught or listed with a reason, 1 if not, 2 if that is unknown
 */
export async function proveAlterations<Kind extends Alteration>(
  proof: AlterationProof<Kind>,
  signal: AbortSignal,
): Promise<number> {
  const { kind, all, chosen, reports, seed, summary } = proof;
  const startedAt = Date.now();
  const entries = listed(kind);
  const [results, errors]: [Result<Kind>[], string[]] = [[], []];
  for (let first = 0; first < chosen.length; first += mostTogether) {
    const part = chosen.slice(first, first + mostTogether);
    const judge = (tried: readonly Tried[]) => {
      const noted = proof.noted();
      return part.map((each) => {
        const own = tried.filter(({ alteration }) => alteration === each.id);
        return resultOf(each, own, noted(each), entries);
      });
    };
    const tried = await tryAlterations(proof, part, judge, signal);
    if (signal.aborted) return 2;
    const judged = judge(tried);
    results.push(...judged);
    errors.push(...tried.flatMap((each) => each.errors.map((error) => `${each.alteration}: ${error}`)));
    standardOutput.printAsIs(judged.map(lineOf).join('\n'));
  }
  const problems = [
    ...outdatedIn(entries, all, results),
    ...errors.map((error) => `The suite failed: ${error}`),
  ];
  const durationMs = Date.now() - startedAt;
  const [file, noun] = kind === 'lies' ? ['fields.json', 'lie'] : ['mutants.json', 'mutant'];
  const report = { seed, durationMs, [kind]: results, problems };
  writeFileSync(join(reports, file), `${JSON.stringify(report, null, 2)}\n`);
  const totals = `${totalsOf(results, noun)}; seed ${seed}, ${(durationMs / 1000).toFixed(1)} s`;
  standardOutput.printAsIs(['', ...problems, totals, ...(summary ? [summary(results)] : [])].join('\n'));
  return problems.length > 0 || results.some(({ outcome }) => outcome === 'uncaught') ? 1 : 0;
}

/** Runs the tests for some alterations, round after round. @param judge says what has become of each so far */
async function tryAlterations<Kind extends Alteration>(
  proof: AlterationProof<Kind>,
  alterations: readonly Kind[],
  judge: (tried: readonly Tried[]) => readonly Result[],
  signal: AbortSignal,
): Promise<readonly Tried[]> {
  const { tests, testsFor, anyEnds = () => false, folder } = proof;
  await using sandboxes = await proof.start(alterations);
  const left = alterations.map(testsFor);
  const titles = tests.map(shownTitle);
  const tried: Tried[] = [];
  let { faults = [] } = proof;
  let done = 0;
  for (const upTo of roundsFor(alterations.length)) {
    // Whatever caught the most in the rounds before comes first.
    const catching = tried.filter(({ findings }) => findings.some((each) => strengthOf(each) === 'must'));
    const caught = titles.map((title) => catching.filter(({ test }) => test === title).length);
    const results = judge(tried);
    const runs = alterations.flatMap((alteration, index): PlannedRun[] => {
      const settings = sandboxes.faulty[index];
      const outcome = results[index]?.outcome ?? 'uncaught';
      const isSettled = ['must', 'should', 'deviation', 'listed'].includes(outcome);
      const isLast = upTo === Number.POSITIVE_INFINITY;
      const isOpen = done === 0 || (isLast ? outcome === 'uncaught' : !isSettled);
      const order = (left[index] ?? []).toSorted((one, other) => (caught[other] ?? 0) - (caught[one] ?? 0));
      const further = order.slice(0, upTo - done);
      left[index] = order.slice(further.length);
      if (!isOpen || settings === undefined || further.length === 0) return [];
      return [{ alteration: alteration.id, anyEnds: anyEnds(alteration), settings, needed: [], further }];
    });
    done = upTo;
    if (runs.length + faults.length === 0 || signal.aborted) continue;
    // Each plan has its own marks of what is caught.
    const name = `${upTo}-${proof.chosen.findIndex(({ id }) => id === alterations[0]?.id)}`;
    const plan = { tests, runs: [...runs, ...faults] };
    tried.push(...(await runPlan(proof, plan, join(folder, `plan-${name}.json`), signal)));
    faults = [];
    if (sandboxes.hasEnded() && !signal.aborted)
      throw new Error('The process of the altered sandboxes ended, so nothing is known about them.');
  }
  return tried;
}

/**
 * Runs tests against altered sandboxes.
 * @param given the plan, as far as it differs from that of a few alterations
 * @param environment further variables
 * @returns what each test found where no fault is planted; nothing if the run was interrupted
 */
export async function runPlan(
  { root, seed, folder, reports }: ProofSetting,
  given: Pick<Plan, 'tests' | 'runs'> & Partial<Plan>,
  planFile: string,
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = {},
): Promise<readonly Tried[]> {
  const plan: Plan = { seed, complete: false, everyTest: false, ...given };
  // The file contains the token of the control interface.
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  const hasFaults = plan.runs.some(
    ({ planting, alteration }) => planting !== undefined && alteration === undefined,
  );
  const reporters = [...(hasFaults ? ['detectionReporter' as const] : []), 'alterationReporter' as const];
  await runPlaywright(
    (fileOf) => [
      `--config=${fileOf(proofModules.config)}`,
      `--reporter=${reporters.map((each) => fileOf(proofModules[each])).join(',')}`,
      `--output=${join(folder, 'artifacts')}`,
    ],
    {
      ...process.env,
      ...environment,
      CONFORMANCE_SEED: String(seed),
      CONFORMANCE_KNOWN_FAILURES: 'none',
      [outputVariable]: reports,
      [planVariable]: planFile,
    },
    { cwd: root },
  );
  return signal.aborted ? [] : JSON.parse(readFileSync(triedFile(planFile), 'utf8'));
}
