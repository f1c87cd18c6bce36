import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodeOf } from '../src/cli/conformance.js';
import { runPlaywright } from '../src/cli/conformance-process.js';
import { type TargetFile, targetFileVariable } from '../src/contract/closings/target-file.js';
import type { ConformanceReport } from '../src/report/conformance-report.js';
import type { DetectionReport } from '../src/report/report-file.js';
import { refreshPage } from '../src/report/write-reports.js';
import { type Planting, startFaultySandboxes, type TargetSettings } from './faults/fault.js';
import { type Exercise, exerciseVariable, type Plan, plannedRuns, planVariable } from './faults/plan.js';

/** A proof with faults: which faults, where, and how thoroughly. */
export interface FaultProof {
  readonly seed: number;
  /** Whether every fault is planted. */
  readonly complete: boolean;
  /** Whether one test that catches a fault is enough. */
  readonly untilCaught: boolean;
  /** The world of the sandbox that the faults are planted in; the usual sandbox by default. */
  readonly world?: string;
  /** The plantings, chosen from the exercise on the clean sandbox and, in a world, the learned file. */
  readonly plantings: (exercise: Exercise, file: TargetFile | undefined) => readonly Planting[];
  /** For the temporary files of this proof; it must exist. */
  readonly folder: string;
  /** The folder for `detection.json` and the report of the clean sandbox. */
  readonly reports: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs the whole suite against a clean sandbox, then for each fault the tests that must catch it, against a sandbox
 * with that fault. In a world, it first learns the target's file, and all runs read it.
 *
 * @param signal stops the proof, which then has no result
 * @returns 0 if every fault was caught and nothing was found on the clean sandbox, 1 if not, and 2 if that is unknown
 */
export async function proveFaults(proof: FaultProof, signal: AbortSignal): Promise<number> {
  const { seed, complete, untilCaught, world, folder, reports } = proof;
  const [report, planFile] = [join(reports, 'detection.json'), join(folder, 'plan.json')];
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const clean = await onCleanSandbox(proof, signal);
  if (signal.aborted) return 2;
  if ('code' in clean) {
    process.stderr.write('The clean sandbox is not conformant: no fault was planted.\n');
    return clean.code === 1 ? 1 : 2;
  }
  const { exercise, file, settings } = clean;
  const plantings = proof.plantings(exercise, file?.content);
  if (plantings.length === 0) {
    process.stderr.write(`${world ?? 'The sandbox'}: there is no fault to plant.\n`);
    return 2;
  }
  await using sandboxes = await startFaultySandboxes(plantings, seed, world);
  const adjusted = (sandbox: TargetSettings) => ({ ...sandbox, ...settings });
  const places = {
    clean: adjusted(sandboxes.clean),
    faulty: sandboxes.faulty.map(adjusted),
    untilCaught,
  };
  const plan: Plan = {
    seed,
    complete,
    exercise,
    ...(world === undefined ? {} : { world }),
    runs: plannedRuns(exercise.tests, plantings, places),
  };
  // The file contains the token of the control interface.
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  const environment = {
    CONFORMANCE_SEED: String(seed),
    CONFORMANCE_KNOWN_FAILURES: 'none',
    CONFORMANCE_REPORTS: reports,
    ...(file === undefined ? {} : { [targetFileVariable]: file.path }),
    [planVariable]: planFile,
  };
  const args = ['-c', 'proof/faults/playwright.config.ts', '--output', join(folder, 'artifacts')];
  const code = await runPlaywright(args, environment, { cwd: root });
  // If the page of an earlier run can't be updated, that is not a finding of the proof.
  await refreshPage(reports).catch(() => {});
  return exitCodeOf(code, existsSync(report));
}

/** The result of a run of the whole suite against a clean sandbox. */
interface CleanRun {
  readonly exercise: Exercise;
  /** How the sandbox fills the gaps, if it is in a world. */
  readonly file?: { readonly path: string; readonly content: TargetFile };
  /** The settings of further runs, in addition to those of any sandbox. */
  readonly settings: TargetSettings;
}

/**
 * Runs the whole suite against a clean sandbox, as its user would; in a world, after `npm run learn`. There, some
 * requirements may be blocked, or deviate from an assumption: the other tests catch the faults, and the gaps that the
 * run suggests are confirmed from then on.
 *
 * @returns the exit code alone if the run was not green: then no fault proves anything
 */
async function onCleanSandbox(
  { seed, world, folder, reports }: FaultProof,
  signal: AbortSignal,
): Promise<CleanRun | { readonly code: number | null }> {
  await using sandboxes = await startFaultySandboxes([], seed, world);
  const exerciseFile = join(folder, 'exercise.json');
  const cleanReports = join(reports, 'clean-sandbox');
  const file = world === undefined ? undefined : await learned(world, sandboxes, reports, folder);
  if (signal.aborted) return { code: null };
  // The verdict's own reporter removes the evidence.
  const reporters = ['proof/faults/exercise-reporter.ts', 'src/report/reporter.ts'];
  const code = await runPlaywright(
    ['--reporter', reporters.join(','), '--output', join(folder, 'artifacts')],
    {
      ...sandboxes.clean,
      ...(file === undefined ? {} : { [targetFileVariable]: file.path, TARGET_CONFIRMED_GAPS: '' }),
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
  const { tests }: Exercise = JSON.parse(readFileSync(exerciseFile, 'utf8'));
  if (file === undefined) return { exercise: { tests }, settings: {} };
  const report: ConformanceReport = JSON.parse(readFileSync(join(cleanReports, 'conformance.json'), 'utf8'));
  const confirmed = report.gapsToConfirm ?? [];
  return {
    // A finding or a block on the clean sandbox may also occur on any other, so these tests prove nothing.
    exercise: { tests: tests.filter(({ isClean }) => isClean) },
    file,
    settings: { TARGET_CONFIRMED_GAPS: confirmed === 'all' ? confirmed : confirmed.join(',') },
  };
}

/** Learns the file of a clean sandbox in a world, as `npm run learn` does, and prints how long it took. */
async function learned(
  world: string,
  { clean, apiKey }: { readonly clean: TargetSettings; readonly apiKey: string },
  reports: string,
  folder: string,
): Promise<{ readonly path: string; readonly content: TargetFile }> {
  // Imported lazily: only a proof in a world needs it.
  const { learnTarget } = await import('../src/learning/learn.js');
  const { closingTable } = await import('../src/learning/terminal.js');
  const { targetYaml } = await import('../src/learning/target-yaml.js');
  const { loadTarget } = await import('../src/contract/closings/read-target-file.js');
  const { readSettings } = await import('../src/target/settings.js');
  const began = performance.now();
  const say = (line: string) => process.stdout.write(`${world}: ${line}\n`);
  const target = await learnTarget({
    settings: readSettings({ ...clean, TARGET_API_KEY: apiKey, TARGET_NAME: world }),
    environment: { CONFORMANCE_REPORTS: folder },
    say,
    today: new Date().toISOString().slice(0, 10),
  });
  const path = join(reports, `${world}.yaml`);
  writeFileSync(path, targetYaml(target));
  const { questions } = closingTable(target);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  say(`learned in ${seconds} s, ${questions} open ${questions === 1 ? 'question' : 'questions'}: ${path}`);
  return { path, content: loadTarget(path).file };
}

/**
 * The result of a proof in several worlds, in one line; the worlds' own reports have the details. @param files of
 * their reports
 */
export function sumOfWorlds(files: readonly string[]): string {
  const all = files.map((file): DetectionReport => JSON.parse(readFileSync(file, 'utf8')));
  const faults = all.flatMap((each) => each.faults);
  const caught = faults.filter((each) => each.caught).length;
  const alarms = all.flatMap((each) => each.falseAlarms).length;
  return `${faults.length} faults in ${all.length} worlds, ${caught} caught for the right reason, ${faults.length - caught} missed; ${alarms} false alarms`;
}
