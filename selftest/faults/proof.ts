import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import {
  type Plan,
  type PlannedRun,
  planVariable,
  type TargetSettings,
} from '../../fixtures/planted-tests.js';
import { runPlaywright } from '../../src/cli/run/playwright-process.js';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { standardError, standardOutput } from '../../src/report/terminal/terminal.js';
import { outputVariable } from '../../src/target/environment.js';
import {
  type Alteration,
  isSettled,
  lineOf,
  type Noted,
  outdatedIn,
  type Result,
  resultOf,
  totalsOf,
} from './alterations.js';
import type { Candidate } from './candidates.js';
import { type Observed, type ObservedTest, observedVariable } from './observing-reporter.js';
import { startAltered } from './plantings.js';

/** The modules that Playwright loads by their paths. */
const [configuration, reporter] = ['selftest/faults/playwright.config', 'selftest/faults/observing-reporter'];

/** How many alterations are tried at a time, each in its own sandbox. */
export const mostTogether = 250;

/** Up to this many alterations, one more start of the tests would take longer than it saves. */
const few = 50;

/**
 * The tests run in rounds, so that few tests start for alterations that most of them tell: up to how many tests have run
 * after each round. The first is for all alterations, the last for those that nothing tells and no entry lists, and one
 * in between also for those that tests could not go on with, or that had no occasion.
 */
const roundsFor = (alterations: number) => [...(alterations > few ? [4] : []), 16, Number.POSITIVE_INFINITY];

/** Where a proof works, and the seed of its runs. */
export interface ProofSetting {
  readonly seed: number;
  /** For temporary files; it must exist. */
  readonly folder: string;
  /** For the results, and the report of the clean sandbox. */
  readonly reports: string;
  /** Stops the proof, which then has no result. */
  readonly signal: AbortSignal;
}

/**
 * Carries out a proof until it ends or a signal stops it, with a folder for its temporary files.
 * @param beginning of the path of the folder
 * @returns its exit code, or 2 if it was interrupted
 */
export async function untilStopped(
  beginning: string,
  given: Pick<ProofSetting, 'seed' | 'reports'>,
  prove: (setting: ProofSetting) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const folder = mkdtempSync(beginning);
  const interrupted = 'The proof was interrupted and has no result.';
  try {
    mkdirSync(given.reports, { recursive: true });
    const code = await prove({ ...given, folder, signal: stop.signal });
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

/** Reads a number of a command line. */
export function wholeNumber(value: string): number {
  if (/^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number from 1 on, of at most ten digits.');
}

/** Says why a proof has no result. @returns the exit code for that */
function fail(problem: string): number {
  standardError.printAsIs(problem);
  return 2;
}

/**
 * Runs the whole suite against a clean sandbox, as its user would.
 * @returns what each test did there; or, if nothing can be proved, the exit code of the proof: 1 if the suite found
 * something, 2 if its run was incomplete or interrupted
 */
export async function onCleanSandbox(setting: ProofSetting): Promise<readonly ObservedTest[] | 1 | 2> {
  const { reports, folder, signal } = setting;
  await using sandboxes = await startAltered(['none'], setting.seed);
  const cleanReports = join(reports, 'clean-sandbox');
  rmSync(cleanReports, { recursive: true, force: true });
  const { code, observed } = await runSuite(
    setting,
    'playwright.config',
    // The verdict's own reporter removes the evidence.
    [reporter, 'src/report/run/reporter'],
    join(folder, 'clean.json'),
    {
      ...sandboxes.settings[0],
      [outputVariable]: cleanReports,
      // Each sandbox is a new target, so that there is nothing to compare its run with.
      CONFORMANCE_HISTORY: 'off',
      GITHUB_STEP_SUMMARY: '',
    },
  );
  if (signal.aborted) return 2;
  const titles = observed.tests.map((each) => each.titles.join());
  const twin = observed.tests.find((_, index) => titles.indexOf(titles[index] ?? '') < index);
  if (twin !== undefined)
    throw new Error(`Two tests have the titles of "${twin.name}": a proof can't tell which.`);
  if (code === 0) return observed.tests;
  fail('The clean sandbox is not conformant, so nothing can be proved with it.');
  return code === 1 ? 1 : 2;
}

/** A sandbox for each alteration. */
export interface AlteredSandboxes extends AsyncDisposable {
  /** In order; undefined for one that ended before it was ready. */
  readonly settings: readonly (TargetSettings | undefined)[];
  /** Whether the process of all of them has ended. */
  readonly hasEnded: () => boolean;
}

/** Alterations to try, and the behaviour of the suite on the clean sandbox. */
interface Proof extends ProofSetting {
  readonly tests: readonly ObservedTest[];
  readonly candidates: readonly Candidate[];
  /** All that the sandbox can have of these kinds, for a check of the reviewed file. */
  readonly all: readonly Alteration[];
  readonly start: (alterations: readonly Candidate[]) => Promise<AlteredSandboxes>;
  /** What the sandboxes have noted so far. */
  readonly noted: () => (alteration: Alteration) => Noted;
  /** The name of the file for the results. */
  readonly file: string;
}

/**
 * Tries each alteration in its own sandbox: runs a few of the tests that may tell it until one does as it should, and the
 * others until one does at all. Prints what became of each, and writes the results.
 * @param problemsIn what else is wrong
 * @returns 0 if the proof holds, 1 if not, 2 if that is unknown
 */
export async function proveAlterations(
  proof: Proof,
  problemsIn: (results: readonly Result[]) => readonly string[] = () => [],
): Promise<number> {
  const { candidates, all, reports, seed, file, signal } = proof;
  if (candidates.length === 0) return fail('There is nothing to try.');
  const startedAt = performance.now();
  const [results, errors]: [Result[], string[]] = [[], []];
  for (let first = 0; first < candidates.length; first += mostTogether) {
    const part = await tryAlterations(proof, candidates.slice(first, first + mostTogether), errors);
    if (signal.aborted) return 2;
    results.push(...part);
    standardOutput.printAsIs(part.map(lineOf).join('\n'));
  }
  const problems = [
    ...outdatedIn(all, results),
    ...errors.map((error) => `The suite failed: ${error}`),
    ...problemsIn(results),
  ];
  writeFileSync(join(reports, file), `${JSON.stringify({ seed, results, problems }, null, 2)}\n`);
  const totals = totalsOf(results);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  standardOutput.printAsIs(['', ...problems, ...totals.lines, `Seed ${seed}, ${seconds} s`].join('\n'));
  return problems.length === 0 && totals.holds ? 0 : 1;
}

/** Runs the tests for some alterations, round after round. @param errors gets the mistakes of the suite */
async function tryAlterations(
  proof: Proof,
  candidates: readonly Candidate[],
  errors: string[],
): Promise<readonly Result[]> {
  const { tests, folder, signal } = proof;
  await using sandboxes = await proof.start(candidates);
  const left = candidates.map((each) => each.tests);
  const seen: ObservedTest[] = [];
  const judged = () => {
    const noted = proof.noted();
    const byId = new Map<string | undefined, ObservedTest[]>(candidates.map(({ id }) => [id, []]));
    for (const each of seen) byId.get(each.alteration)?.push(each);
    return candidates.map((each) => {
      const own = byId.get(each.id) ?? [];
      const needed = each.needed?.map((index) => tests[index]?.name);
      return {
        ...resultOf(each, own, noted(each)),
        observed: needed && own.filter(({ name }) => needed.includes(name)),
      };
    });
  };
  let done = 0;
  for (const upTo of roundsFor(candidates.length)) {
    const results = judged();
    // Whatever told the most in the rounds before comes first.
    const telling = results.flatMap(({ by, outcome }) => (outcome === 'must' ? by : []));
    const told = tests.map(({ name }) => telling.filter((each) => each === name).length);
    const runs = candidates.flatMap((candidate, index): PlannedRun[] => {
      const { id: alteration, violates, anyTells, needed } = candidate;
      const settings = sandboxes.settings[index];
      const result = results[index] as Result;
      const isLast = upTo === Number.POSITIVE_INFINITY;
      const isOpen =
        done === 0 || (isLast ? ['silent', 'other'].includes(result.outcome) : !isSettled(result));
      const runsAll = done === 0 && needed !== undefined;
      const order = (left[index] ?? []).toSorted((one, other) => (told[other] ?? 0) - (told[one] ?? 0));
      const next = runsAll ? needed : order.slice(0, upTo - done);
      left[index] = order.filter((each) => !next.includes(each));
      if (!isOpen || settings === undefined || next.length === 0) return [];
      return [{ alteration, violates, anyTells, settings, tests: next, runsAll }];
    });
    done = upTo;
    if (runs.length === 0 || signal.aborted) continue;
    // Each plan has its own marks of what is told.
    const name = `${upTo}-${proof.candidates.findIndex(({ id }) => id === candidates[0]?.id)}`;
    const observed = await runTests(proof, { tests, runs }, join(folder, `plan-${name}.json`));
    seen.push(...observed.tests);
    errors.push(...observed.errors);
    if (sandboxes.hasEnded() && !signal.aborted)
      throw new Error('The process of the altered sandboxes ended, so nothing is known about them.');
  }
  return judged();
}

/** Runs tests against altered sandboxes. @returns what each test showed; nothing if the run was interrupted */
export async function runTests(setting: ProofSetting, plan: Plan, planFile: string): Promise<Observed> {
  // The file contains the token of the control interface.
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  const environment = { [outputVariable]: setting.reports, [planVariable]: planFile };
  const { observed } = await runSuite(
    setting,
    configuration,
    [reporter],
    `${planFile}.observed`,
    environment,
  );
  return observed;
}

/** Runs Playwright with the observing reporter. @param file for what it observes */
async function runSuite(
  { seed, folder, signal }: ProofSetting,
  config: string,
  reporters: readonly string[],
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | null; readonly observed: Observed }> {
  const { code } = await runPlaywright(
    (fileOf) => [
      `--config=${fileOf(config)}`,
      `--reporter=${reporters.map(fileOf).join(',')}`,
      ...(config === configuration ? [`--output=${join(folder, 'artifacts')}`] : []),
    ],
    {
      ...process.env,
      ...environment,
      CONFORMANCE_SEED: String(seed),
      CONFORMANCE_KNOWN_FAILURES: 'none',
      [observedVariable]: file,
    },
    { cwd: suiteFolder },
  );
  const isComplete = !signal.aborted && existsSync(file);
  return { code, observed: isComplete ? JSON.parse(readFileSync(file, 'utf8')) : { tests: [], errors: [] } };
}
