import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Exercise, exerciseVariable } from '../detection/exercised-test.js';
import type { Planting } from '../detection/fault.js';
import { listFaults, startFaultySandboxes, type TargetSettings } from '../detection/faulty-sandboxes.js';
import { type Plan, plannedRuns, planVariable } from '../detection/plan.js';
import { refreshPage } from '../report/refresh-page.js';
import { reportsFolder } from '../report/reports-folder.js';
import { exitCodeOf } from './exit-code.js';
import { runPlaywright } from './playwright-process.js';
import { type ProveArguments, parseProveArguments, plantingsFor } from './prove-arguments.js';
import { proveNullServers } from './prove-null-servers.js';

/**
 * `npm run prove`: plants each fault in a sandbox of its own, runs the tests that must tell it, and says which were
 * caught by a check of the requirement that they violate; where all faults are planted, it also runs the suite against
 * servers that do nothing. The exit code is 0 when all faults were caught, nothing was found on a clean sandbox and
 * nothing passed on those servers that may not, 1 when not, and 2 when that could not be found out.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const interrupted = 'The proof was interrupted: it says nothing.';
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const parsed = parseProveArguments(args);
  if ('problem' in parsed) return fail(parsed.problem);
  const plantings = parsed.nullServers ? [] : plantingsFor(await listFaults(root), parsed);
  if ('problem' in plantings) return fail(plantings.problem);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const folder = mkdtempSync(join(tmpdir(), 'conformance-proof-'));
  mkdirSync(reportsFolder(process.env), { recursive: true });
  try {
    const code = await prove(parsed, plantings, folder, stop.signal);
    return stop.signal.aborted ? fail(interrupted) : code;
  } catch (error) {
    // What ends before it is ready was ended by the same signal.
    if (stop.signal.aborted) return fail(interrupted);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Proves what was asked for. Returns the exit code. */
async function prove(
  asked: ProveArguments,
  plantings: readonly Planting[],
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const faultsCode = asked.nullServers ? 0 : await proveFaults(asked, plantings, folder, signal);
  if (signal.aborted || (!asked.nullServers && !isComplete(asked))) return faultsCode;
  const file = join(reportsFolder(process.env), 'null-servers.json');
  rmSync(file, { force: true });
  return Math.max(faultsCode, await proveNullServers(asked.seed, folder, file, signal));
}

/** Whether every fault is planted. */
function isComplete({ only, extent }: ProveArguments): boolean {
  return only === undefined && extent !== 'sample';
}

/** Runs the whole suite against the clean sandbox, then of it what must tell each fault. Returns the exit code. */
async function proveFaults(
  asked: ProveArguments,
  plantings: readonly Planting[],
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const { seed } = asked;
  const reports = reportsFolder(process.env);
  const [report, planFile] = [join(reports, 'detection.json'), join(folder, 'plan.json')];
  rmSync(report, { force: true });
  await using sandboxes = await startFaultySandboxes(plantings, seed);
  const exercise = await exercised(sandboxes.clean, seed, folder, join(reports, 'clean-sandbox'));
  if (signal.aborted) return 2;
  if ('code' in exercise) {
    process.stderr.write('The clean sandbox is not conformant: no fault was planted.\n');
    return exercise.code === 1 ? 1 : 2;
  }
  const plan: Plan = {
    seed,
    complete: isComplete(asked),
    exercise,
    runs: plannedRuns(exercise.tests, plantings, { ...sandboxes, untilCaught: asked.extent === 'sample' }),
  };
  // The control interface's token stands in it.
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  const environment = {
    CONFORMANCE_SEED: String(seed),
    CONFORMANCE_KNOWN_FAILURES: 'none',
    [planVariable]: planFile,
  };
  const args = ['-c', 'src/detection/playwright.config.ts', '--output', join(folder, 'artifacts')];
  const code = await runPlaywright(args, environment, { cwd: root });
  // What keeps the page of an earlier run as it was is no finding of the proof.
  await refreshPage(reports).catch(() => {});
  return exitCodeOf(code, existsSync(report));
}

/**
 * Runs the whole suite against a clean sandbox, as its user would.
 * @param reports where the report of the run is kept
 * @returns what each test did, or the exit code where the run was not green: then no fault proves anything
 */
async function exercised(
  clean: TargetSettings,
  seed: number,
  folder: string,
  reports: string,
): Promise<Exercise | { readonly code: number | null }> {
  const file = join(folder, 'exercise.json');
  // The verdict's own reporter takes the evidence away.
  const reporters = ['src/detection/exercise-reporter.ts', 'src/report/reporter.ts'];
  const code = await runPlaywright(
    ['--reporter', reporters.join(','), '--output', join(folder, 'artifacts')],
    {
      ...clean,
      CONFORMANCE_SEED: String(seed),
      CONFORMANCE_REPORTS: reports,
      // The sandbox is another target each time, and no run of it is news.
      CONFORMANCE_HISTORY: '0',
      CONFORMANCE_KNOWN_FAILURES: 'none',
      GITHUB_STEP_SUMMARY: '',
      [exerciseVariable]: file,
    },
    { cwd: root },
  );
  return code === 0 ? JSON.parse(readFileSync(file, 'utf8')) : { code };
}

function fail(problem: string): number {
  process.stderr.write(`${problem}\n`);
  return 2;
}
