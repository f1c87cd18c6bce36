import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ExercisedTest,
  type Fault,
  type Plan,
  type Planting,
  planVariable,
  type TargetSettings,
} from '../fixtures/planted-plan.js';
import { exitCodeOf } from '../src/cli/run/conformance.js';
import { runPlaywright } from '../src/cli/run/playwright-process.js';
import { loadTarget } from '../src/contract/mapping/file/read-target-file.js';
import { type TargetFile, targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';
import type { DetectionReport } from '../src/report/data/report-file.js';
import { refreshPage } from '../src/report/run/write-reports.js';
import { standardError, standardOutput } from '../src/report/terminal/terminal.js';
import { reportsFolder } from '../src/target/environment.js';
import { numberOf } from '../src/verdicts/oracles/violation.js';
import { JudgedProof } from './faults/judged.js';
import { chooseLies, type FieldLie, listLies } from './faults/lies.js';
import { exerciseVariable, plannedRuns } from './faults/plan.js';
import {
  listFaults,
  listWorlds,
  nameOf,
  type ProveArguments,
  plantingsFor,
  proveCommand,
  startFaultySandboxes,
} from './faults/plantings.js';
import { proveLies } from './faults/prove-lies.js';
import { proveNullServers } from './null-servers/judgement.js';
import { learnWorld } from './world-runs.js';

/**
 * `npm run prove`: plants each fault in a separate sandbox, runs the tests that must catch it, and prints which
 * faults were caught by a check of the requirement that they violate. If all faults are planted, it also runs the
 * suite against servers that do nothing. With `--fields`, it tells lies about single fields in place of faults. With `--world`, it plants faults that concern the changes of these worlds,
 * after it has learned the file of each. The exit code is 0 if all faults were caught, nothing was found on a clean
 * sandbox and only allowed requirements passed on those servers, 1 if not, and 2 if that is unknown.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const notConformant = 'The clean sandbox is not conformant';
const interrupted = 'The proof was interrupted and has no result.';
await proveCommand(main).parseAsync();

async function main(asked: ProveArguments): Promise<number> {
  const worlds = asked.worlds.length === 0 ? [] : await listWorlds(root);
  const unknown = asked.worlds.find((name) => !worlds.includes(name));
  if (unknown !== undefined)
    return fail(`There is no world "${unknown}": the worlds are ${worlds.join(', ')}.`);
  const alone = asked.nullServers === 'alone' || asked.fields;
  const faults = alone ? [] : await listFaults(root);
  const plantings = alone ? [] : plantingsFor(faults, asked);
  if ('problem' in plantings) return fail(plantings.problem);
  const allLies = asked.fields ? await listLies(root) : [];
  const lies = chooseLies(allLies, asked.fields ? asked : { seed: asked.seed });
  if ('problem' in lies) return fail(lies.problem);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const folder = mkdtempSync(join(tmpdir(), 'conformance-proof-'));
  mkdirSync(reportsFolder(process.env), { recursive: true });
  try {
    const code = asked.fields
      ? await proveFields(asked.seed, allLies, lies, folder, stop.signal)
      : asked.worlds.length > 0
        ? await proveInWorlds(asked, faults, plantings, folder, stop.signal)
        : await prove(asked, plantings, folder, stop.signal);
    return stop.signal.aborted ? fail(interrupted) : code;
  } catch (error) {
    // A sandbox that ends before it is ready was stopped by the same signal.
    if (stop.signal.aborted) return fail(interrupted);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Runs the requested proofs. Returns the exit code. */
async function prove(
  asked: ProveArguments,
  plantings: readonly Planting[],
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const { seed, only, extent, everyTest, nullServers } = asked;
  const reports = reportsFolder(process.env);
  if (asked.judged)
    return proveJudged(asked, plantings, { folder, reports: join(reports, 'judged') }, signal);
  const complete = only === undefined && extent !== 'sample';
  const faultsCode =
    nullServers === 'alone'
      ? 0
      : await proveFaults({ seed, complete, everyTest, plantings: () => plantings, folder, reports }, signal);
  if (signal.aborted || nullServers === 'none' || (nullServers === 'after' && !complete)) return faultsCode;
  const file = join(reports, 'null-servers.json');
  rmSync(file, { force: true });
  return Math.max(faultsCode, await proveNullServers(seed, folder, file, signal));
}

/** Judges the recorded traffic of a clean run and of the tests that must catch faults. Returns the exit code. */
async function proveJudged(
  { seed, only, most = 100 }: ProveArguments,
  all: readonly Planting[],
  { folder, reports }: Pick<FaultProof, 'folder' | 'reports'>,
  signal: AbortSignal,
): Promise<number> {
  await using judged = new JudgedProof(folder);
  let planted: readonly Planting[] = [];
  const plantings = async () => {
    planted = await judged.choose(all, only === undefined ? { seed, most } : undefined);
    return planted;
  };
  const through = (settings: TargetSettings) => judged.through(settings);
  const proof = { seed, complete: false, everyTest: false, plantings, through, folder, reports };
  const code = await proveFaults(proof, signal);
  if (code === 2 || signal.aborted) return 2;
  const { lines, isGood } = await judged.result(planted);
  standardOutput.printAsIs(lines.join('\n'));
  return isGood ? code : 1;
}

/** Runs the whole suite against a clean sandbox, then tells the lies. Returns the exit code. */
async function proveFields(
  seed: number,
  all: readonly FieldLie[],
  lies: readonly FieldLie[],
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const reports = reportsFolder(process.env);
  const clean = await onCleanSandbox({ seed, folder, reports }, signal);
  if (signal.aborted) return 2;
  if ('code' in clean) return clean.code === 1 ? 1 : fail(`${notConformant}: no lie was told.`);
  return proveLies({ root, seed, all, lies, tests: clean.tests, folder, reports }, signal);
}

/**
 * Proves in one world after another. If the number of faults is limited, each world gets its share.
 * @param named the plantings that `--only` names
 * @returns the exit code
 */
async function proveInWorlds(
  { seed, worlds, only, everyTest, most }: ProveArguments,
  faults: readonly Fault[],
  named: readonly Planting[],
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const { faultsIn } = await import('./faults/world-faults.js');
  const codes: number[] = [];
  const proofs: DetectionReport[] = [];
  for (const [index, world] of worlds.entries()) {
    const share = most === undefined ? undefined : Math.floor((most + index) / worlds.length);
    const reports = join(reportsFolder(process.env), 'worlds', world);
    const own = join(folder, world);
    mkdirSync(own, { recursive: true });
    const plantings: FaultProof['plantings'] = (tests, file) =>
      only !== undefined ? named : faultsIn(faults, { world, tests, file, seed }).slice(0, share);
    const proof = { seed, complete: false, everyTest, world, plantings, folder: own, reports };
    const code = await proveFaults(proof, signal);
    if (signal.aborted) return 2;
    codes.push(code);
    if (code !== 2) proofs.push(JSON.parse(readFileSync(join(reports, 'detection.json'), 'utf8')));
  }
  const planted = proofs.flatMap((each) => each.faults);
  const caught = planted.filter((each) => each.caught).length;
  const alarms = proofs.flatMap((each) => each.falseAlarms).length;
  if (!codes.includes(2))
    standardOutput.printAsIs(
      `${numberOf(planted.length, 'fault')} in ${numberOf(proofs.length, 'world')}, ${caught} caught for the right reason, ${planted.length - caught} missed; ${alarms} false alarms`,
    );
  return Math.max(...codes);
}

/** A proof with faults: which faults, where, and how thoroughly. */
interface FaultProof {
  readonly seed: number;
  /** Whether every fault is planted. */
  readonly complete: boolean;
  /** Whether all tests that must catch a fault run, and not only until one catches it. */
  readonly everyTest: boolean;
  /** The world of the sandbox that the faults are planted in; the usual sandbox by default. */
  readonly world?: string;
  /** The plantings, chosen from the behaviour of the tests on the clean sandbox and, in a world, the learned file. */
  readonly plantings: (
    tests: readonly ExercisedTest[],
    file: TargetFile | undefined,
  ) => readonly Planting[] | Promise<readonly Planting[]>;
  /** Puts something between the suite and a sandbox. */
  readonly through?: (settings: TargetSettings) => Promise<TargetSettings>;
  /** For the temporary files of this proof; it must exist. */
  readonly folder: string;
  /** The folder for `detection.json` and the report of the clean sandbox. */
  readonly reports: string;
}

/**
 * Runs the whole suite against a clean sandbox, then for each fault the tests that must catch it, against a sandbox
 * with that fault. In a world, it first learns the target's file, and all runs read it.
 * @param signal stops the proof, which then has no result
 * @returns 0 if every fault was caught and nothing was found on the clean sandbox, 1 if not, and 2 if that is unknown
 */
async function proveFaults(proof: FaultProof, signal: AbortSignal): Promise<number> {
  const { seed, complete, everyTest, world, folder, reports } = proof;
  const [report, planFile] = [join(reports, 'detection.json'), join(folder, 'plan.json')];
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const clean = await onCleanSandbox(proof, signal);
  if (signal.aborted) return 2;
  if ('code' in clean) {
    const unknown = fail(`${notConformant}: no fault was planted.`);
    return clean.code === 1 ? 1 : unknown;
  }
  const { tests, file, settings } = clean;
  const plantings = await proof.plantings(tests, file === undefined ? undefined : loadTarget(file).file);
  if (plantings.length === 0) return fail(`${world ?? 'The sandbox'}: there is no fault to plant.`);
  await using sandboxes = await startFaultySandboxes(plantings.map(nameOf), seed, world);
  const faulty: TargetSettings[] = [];
  for (const each of sandboxes.faulty)
    faulty.push({ ...((await proof.through?.(each)) ?? each), ...settings });
  const places = { clean: { ...sandboxes.clean, ...settings }, faulty, everyTest };
  const plan: Plan = {
    seed,
    complete,
    everyTest,
    tests,
    ...(world === undefined ? {} : { world }),
    runs: plannedRuns(tests, plantings, places),
  };
  // The file contains the token of the control interface.
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  const environment = {
    ...process.env,
    CONFORMANCE_SEED: String(seed),
    CONFORMANCE_KNOWN_FAILURES: 'none',
    CONFORMANCE_REPORTS: reports,
    ...(file === undefined ? {} : { [targetFileVariable]: file }),
    [planVariable]: planFile,
  };
  const args = ['-c', 'selftest/faults/playwright.config.ts', '--output', join(folder, 'artifacts')];
  const code = await runPlaywright(args, environment, { cwd: root });
  // If the page of an earlier run can't be updated, that is not a finding of the proof.
  await refreshPage(reports).catch(() => {});
  return exitCodeOf(code, existsSync(report));
}

/** The result of a run of the whole suite against a clean sandbox. */
interface CleanRun {
  readonly tests: readonly ExercisedTest[];
  /** The path of the file that says how the sandbox fills the gaps, if it is in a world. */
  readonly file?: string;
  /** The settings of further runs, in addition to those of any sandbox. */
  readonly settings: TargetSettings;
}

/**
 * Runs the whole suite against a clean sandbox, as its user would; in a world, after `npm run learn`. There, some
 * requirements may be blocked, or deviate from an assumption: the other tests catch the faults, and the gaps that the
 * run suggests are confirmed from then on.
 * @returns the exit code alone if the run was not green: then no fault proves anything
 */
async function onCleanSandbox(
  {
    seed,
    world,
    folder,
    reports,
    through,
  }: Pick<FaultProof, 'seed' | 'world' | 'folder' | 'reports' | 'through'>,
  signal: AbortSignal,
): Promise<CleanRun | { readonly code: number | null }> {
  await using sandboxes = await startFaultySandboxes([], seed, world);
  const exerciseFile = join(folder, 'exercise.json');
  const cleanReports = join(reports, 'clean-sandbox');
  const settings = { ...sandboxes.clean, TARGET_API_KEY: sandboxes.apiKey };
  const learned = world === undefined ? undefined : await learnWorld(world, settings, reports, signal);
  if (signal.aborted) return { code: null };
  if (learned !== undefined && 'problem' in learned) {
    fail(learned.problem);
    return { code: null };
  }
  const { file } = learned ?? {};
  // The verdict's own reporter removes the evidence.
  const reporters = ['selftest/faults/exercise-reporter.ts', 'src/report/run/reporter.ts'];
  const code = await runPlaywright(
    ['--reporter', reporters.join(','), '--output', join(folder, 'artifacts')],
    {
      ...process.env,
      ...((await through?.(sandboxes.clean)) ?? sandboxes.clean),
      ...(file === undefined ? {} : { [targetFileVariable]: file, TARGET_CONFIRMED_GAPS: '' }),
      CONFORMANCE_SEED: String(seed),
      CONFORMANCE_REPORTS: cleanReports,
      // Each sandbox is a new target, so that there is nothing to compare its run with.
      CONFORMANCE_HISTORY: '0',
      CONFORMANCE_KNOWN_FAILURES: 'none',
      GITHUB_STEP_SUMMARY: '',
      [exerciseVariable]: exerciseFile,
    },
    { cwd: root },
  );
  if (code !== 0 && !(world !== undefined && code === 3)) return { code };
  const tests: readonly ExercisedTest[] = JSON.parse(readFileSync(exerciseFile, 'utf8'));
  if (file === undefined) return { tests, settings: {} };
  const report: ConformanceReport = JSON.parse(readFileSync(join(cleanReports, 'conformance.json'), 'utf8'));
  const confirmed = report.gapsToConfirm ?? [];
  return {
    // A finding or a block on the clean sandbox may also occur on any other, so these tests prove nothing.
    tests: tests.filter(({ isClean }) => isClean),
    file,
    settings: { TARGET_CONFIRMED_GAPS: confirmed === 'all' ? confirmed : confirmed.join(',') },
  };
}

function fail(problem: string): number {
  standardError.printAsIs(problem);
  return 2;
}
