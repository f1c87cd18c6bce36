import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExercisedTest, Fault, PlannedRun, Planting } from '../fixtures/planted-plan.js';
import { loadTarget } from '../src/contract/mapping/file/read-target-file.js';
import { type TargetFile, targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import { counted } from '../src/contract/values/words.js';
import type { DetectionReport } from '../src/report/data/report-file.js';
import { standardOutput } from '../src/report/terminal/terminal.js';
import { onCleanSandbox } from './faults/clean-run.js';
import { holds } from './faults/detection-reporter.js';
import { chooseLies, type FieldLie, isAssumed, listLies, testsForLies } from './faults/lies.js';
import { plannedRuns } from './faults/plan.js';
import {
  listFaults,
  listWorlds,
  nameOf,
  type ProveArguments,
  plantingsFor,
  proveCommand,
  startFaultySandboxes,
} from './faults/plantings.js';
import {
  fail,
  type ProofSetting,
  proveAlterations,
  runPlan,
  untilStopped,
} from './faults/prove-alterations.js';
import { nearnessTo } from './faults/recent.js';
import { proveNullServers } from './null-servers/judgement.js';

/**
 * `npm run prove`: plants each fault in a separate sandbox, runs the tests that must catch it, and prints which
 * faults were caught by a check of the requirement that they violate. If all faults are planted, it also runs the
 * suite against servers that do nothing. With `--fields`, it tells lies about single fields in place of faults; with
 * `--sample`, some lies after the faults. With `--world`, it plants faults that concern the changes of these worlds,
 * after it has learned the file of each. The exit code is 0 if all faults were caught, nothing was found on a clean
 * sandbox and only allowed requirements passed on those servers, 1 if not, and 2 if that is unknown.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const notConformant = 'The clean sandbox is not conformant';
/** How many lies about single fields are told after the faults of a sample. */
const liesInSample = 8;
await proveCommand(main).parseAsync();

async function main(asked: ProveArguments): Promise<number> {
  const worlds = asked.worlds.length === 0 ? [] : await listWorlds();
  const unknown = asked.worlds.find((name) => !worlds.includes(name));
  if (unknown !== undefined)
    return fail(`There is no world "${unknown}": the worlds are ${worlds.join(', ')}.`);
  const alone = asked.nullServers === 'alone' || asked.fields;
  const faults = alone ? [] : await listFaults();
  const isSample = asked.extent === 'sample';
  const nearness = isSample ? await nearnessTo(root) : undefined;
  const plantings = alone ? [] : plantingsFor(faults, asked, nearness);
  if ('problem' in plantings) return fail(plantings.problem);
  const allLies = asked.fields || isSample ? await listLies() : [];
  const { seed, sample = seed } = asked;
  const lies = chooseLies(allLies, asked.fields ? asked : { seed: sample, most: liesInSample });
  if ('problem' in lies) return fail(lies.problem);
  mkdirSync(asked.output, { recursive: true });
  return untilStopped(join(tmpdir(), 'conformance-proof-'), (folder, signal) => {
    if (asked.fields) return proveFields(asked, { all: allLies, lies }, folder, signal);
    if (asked.worlds.length > 0) return proveInWorlds(asked, faults, plantings, folder, signal);
    return prove(asked, plantings, { all: allLies, lies }, folder, signal);
  });
}

/** The lies to tell, out of all that the sandbox can tell. */
interface Lies {
  readonly all: readonly FieldLie[];
  readonly lies: readonly FieldLie[];
}

/** Runs the requested proofs. Returns the exit code. */
async function prove(
  asked: ProveArguments,
  plantings: readonly Planting[],
  lies: Lies,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const { seed, only, extent, everyTest, nullServers, output: reports } = asked;
  const complete = only === undefined && extent !== 'sample';
  const faultsCode =
    nullServers === 'alone'
      ? 0
      : await proveFaults(
          { seed, complete, everyTest, plantings: () => plantings, ...lies, folder, reports },
          signal,
        );
  if (signal.aborted || nullServers === 'none' || (nullServers === 'after' && !complete)) return faultsCode;
  const file = join(reports, 'null-servers.json');
  rmSync(file, { force: true });
  return Math.max(faultsCode, await proveNullServers(seed, folder, file, signal));
}

/** Runs the whole suite against a clean sandbox, then tells the lies. Returns the exit code. */
async function proveFields(
  asked: ProveArguments,
  lies: Lies,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const setting = { root, seed: asked.seed, folder, reports: asked.output };
  const clean = await onCleanSandbox(setting, signal);
  if (signal.aborted) return 2;
  if ('code' in clean) return clean.code === 1 ? 1 : fail(`${notConformant}: no lie was told.`);
  return proveLies(setting, lies, clean.tests, signal);
}

/**
 * Tells each lie in a separate sandbox, which notes whether it had an occasion. Returns the exit code.
 * @param faults run together with the lies, and are judged apart
 */
function proveLies(
  setting: ProofSetting,
  { all, lies }: Lies,
  tests: readonly ExercisedTest[],
  signal: AbortSignal,
  faults: readonly PlannedRun[] = [],
): Promise<number> {
  const { seed, folder } = setting;
  const toldFile = join(folder, 'told-lies');
  // The sandboxes inherit it.
  process.env.SANDBOX_TOLD_LIES = toldFile;
  return proveAlterations(
    {
      ...setting,
      kind: 'lies',
      all,
      chosen: lies,
      tests,
      faults,
      testsFor: testsForLies(tests),
      // Of the lies of a sample, it matters only that something finds them.
      anyEnds: faults.length > 0 ? () => true : isAssumed,
      start: (part) =>
        startFaultySandboxes(
          part.map(({ id }) => id),
          seed,
        ),
      noted() {
        const told = new Set(existsSync(toldFile) ? readFileSync(toldFile, 'utf8').split('\n') : []);
        return ({ id }) => ({ isTold: told.has(id), hasCrashed: false, mayBlock: false });
      },
    },
    signal,
  );
}

/**
 * Proves in one world after another. If the number of faults is limited, each world gets its share.
 * @param named the plantings that `--only` names
 * @returns the exit code
 */
async function proveInWorlds(
  { seed, worlds, only, everyTest, most, output }: ProveArguments,
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
    const reports = join(output, 'worlds', world);
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
      `${counted(planted.length, 'fault')} in ${counted(proofs.length, 'world')}, ${caught} caught for the right reason, ${planted.length - caught} missed; ${alarms} false alarms`,
    );
  return Math.max(...codes);
}

/** A proof with faults: which faults, where, how thoroughly, and the lies that are told after them. */
interface FaultProof extends Partial<Lies> {
  readonly seed: number;
  /** The world that the faults are planted in; the usual sandbox by default. */
  readonly world?: string;
  /** Whether every fault is planted. */
  readonly complete: boolean;
  /** Whether all tests that must catch a fault run, and not only until one catches it. */
  readonly everyTest: boolean;
  /** The plantings, chosen from the behaviour of the tests on the clean sandbox and, in a world, the learned file. */
  readonly plantings: (tests: readonly ExercisedTest[], file: TargetFile | undefined) => readonly Planting[];
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
  const { seed, complete, everyTest, world, all = [], lies = [], folder, reports } = proof;
  const report = join(reports, 'detection.json');
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const clean = await onCleanSandbox({ ...proof, root }, signal);
  if (signal.aborted) return 2;
  if ('code' in clean) {
    const unknown = fail(`${notConformant}: no fault was planted.`);
    return clean.code === 1 ? 1 : unknown;
  }
  const { tests, file, settings } = clean;
  const plantings = proof.plantings(tests, file === undefined ? undefined : loadTarget(file).file);
  if (plantings.length === 0) return fail(`${world ?? 'The sandbox'}: there is no fault to plant.`);
  await using sandboxes = await startFaultySandboxes(plantings.map(nameOf), seed, world);
  const faulty = sandboxes.faulty.map((each) => ({ ...each, ...settings }));
  const places = { clean: { ...sandboxes.clean, ...settings }, faulty, everyTest };
  const runs = plannedRuns(tests, plantings, places);
  const setting = { root, seed, folder, reports };
  let liesCode = 0;
  if (lies.length > 0) liesCode = await proveLies(setting, { all, lies }, tests, signal, runs);
  else {
    const plan = { complete, everyTest, tests, world, runs };
    const learned = file === undefined ? {} : { [targetFileVariable]: file };
    await runPlan(setting, plan, join(folder, 'plan.json'), signal, learned);
  }
  if (!existsSync(report)) return 2;
  return Math.max(liesCode, holds(JSON.parse(readFileSync(report, 'utf8'))) ? 0 : 1);
}
