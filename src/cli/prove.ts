import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Exercise, exerciseVariable } from '../detection/exercised-test.js';
import type { Planting } from '../detection/fault.js';
import { listFaults, startFaultySandboxes } from '../detection/faulty-sandboxes.js';
import { type Plan, plannedRuns, planVariable } from '../detection/plan.js';
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
const root = new URL('../..', import.meta.url).pathname;
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const parsed = parseProveArguments(args);
  if ('problem' in parsed) return fail(parsed.problem);
  const plantings = parsed.nullServers ? [] : plantingsFor(await listFaults(root), parsed);
  if ('problem' in plantings) return fail(plantings.problem);
  const folder = mkdtempSync(join(tmpdir(), 'conformance-proof-'));
  mkdirSync(reportsFolder(process.env), { recursive: true });
  try {
    const faultsCode = parsed.nullServers ? 0 : await proveFaults(parsed, plantings, folder);
    if (!parsed.nullServers && !isComplete(parsed)) return faultsCode;
    const file = join(reportsFolder(process.env), 'null-servers.json');
    rmSync(file, { force: true });
    return Math.max(faultsCode, await proveNullServers(parsed.seed, folder, file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether every fault is planted. */
function isComplete({ only, extent }: ProveArguments): boolean {
  return only === undefined && extent !== 'sample';
}

/** Runs the whole suite against the clean sandbox, then of it what must tell each fault. Returns the exit code. */
async function proveFaults(
  args: ProveArguments,
  plantings: readonly Planting[],
  folder: string,
): Promise<number> {
  const { seed } = args;
  await using sandboxes = await startFaultySandboxes(plantings, seed);
  const [exercised, planFile] = [join(folder, 'exercise.json'), join(folder, 'plan.json')];
  const environment = { CONFORMANCE_SEED: String(seed) };
  await playwright({ ...environment, ...sandboxes.clean, [exerciseVariable]: exercised });
  if (!existsSync(exercised)) return 2;
  const exercise: Exercise = JSON.parse(readFileSync(exercised, 'utf8'));
  const plan: Plan = {
    seed,
    complete: isComplete(args),
    exercise,
    runs: plannedRuns(exercise.tests, plantings, sandboxes),
  };
  // The control interface's token stands in it.
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  const report = join(reportsFolder(process.env), 'detection.json');
  rmSync(report, { force: true });
  const code = await playwright({ ...environment, [planVariable]: planFile });
  return exitCodeOf(code, existsSync(report));
}

function playwright(environment: Readonly<Record<string, string>>): Promise<number | null> {
  return runPlaywright(['-c', 'src/detection/playwright.config.ts'], environment, { cwd: root });
}

function fail(problem: string): number {
  process.stderr.write(`${problem}\n`);
  return 2;
}
