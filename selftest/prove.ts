import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExercisedTest, PlannedRun, Planting } from '../fixtures/planted-tests.js';
import { targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import { onCleanSandbox } from './faults/clean-run.js';
import { holds } from './faults/detection-reporter.js';
import { chooseLies, type FieldLie, isAssumed, listLies, testsForLies } from './faults/lies.js';
import { catchableIn, plannedRuns } from './faults/plan.js';
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
  notingTold,
  type ProofSetting,
  proveAlterations,
  runPlan,
  untilStopped,
} from './faults/prove-alterations.js';
import { allPairs, choosePairs, type Pair, provePairs } from './faults/prove-situations.js';
import { nearnessTo } from './faults/recent.js';
import { proveNullServers } from './null-servers/judgement.js';

/**
 * `npm run prove`: plants each fault in a separate sandbox, runs the tests that must catch it, and prints which
 * faults were caught by a check of the requirement that they violate. If all faults are planted, it also runs the
 * suite against servers that do nothing. With `--fields`, it tells lies about single fields in place of faults; with
 * `--sample`, it goes on with some lies and some faults in situations. With `--world`, it plants faults that tests can
 * catch in a world, after it has learned its file. The exit code is 0 if all faults were caught, nothing was found on a
 * clean sandbox and only allowed requirements passed on those servers, 1 if not, and 2 if that is unknown.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
/** How many lies about single fields are told after the faults of a sample. */
const liesInSample = 8;
/** How many faults in situations are planted by default. */
const pairsDrawn = 400;
/** How many of them are planted after the other faults of a sample. */
const pairsInSample = 12;
await proveCommand(main).parseAsync();

async function main(asked: ProveArguments): Promise<number> {
  const { seed, sample = seed, only, world, extent, fields, situations, output } = asked;
  const worlds = world === undefined ? [] : await listWorlds();
  if (world !== undefined && !worlds.includes(world))
    return fail(`There is no world "${world}": the worlds are ${worlds.join(', ')}.`);
  const alone = asked.nullServers === 'alone' || fields;
  const faults = alone ? [] : await listFaults();
  const isSample = extent === 'sample';
  const nearness = isSample ? await nearnessTo(root) : undefined;
  const plantings = alone || situations ? [] : plantingsFor(faults, asked, nearness);
  if ('problem' in plantings) return fail(plantings.problem);
  const allLies = fields || isSample ? await listLies() : [];
  const lies = chooseLies(allLies, fields ? asked : { seed: sample, most: liesInSample });
  if ('problem' in lies) return fail(lies.problem);
  const pairs = situations || isSample ? allPairs(faults, seed) : [];
  const { most = only === undefined ? pairsDrawn : undefined } = asked;
  const askedPairs = isSample ? { seed: sample, most: pairsInSample } : { seed, most };
  const chosen = choosePairs(pairs, { ...askedPairs, only: situations ? only : undefined });
  if ('unknown' in chosen)
    return fail(`No fault shows only under a condition and is called "${chosen.unknown}".`);
  mkdirSync(output, { recursive: true });
  return untilStopped(join(tmpdir(), 'conformance-proof-'), async (folder, signal) => {
    const planted: FaultProof['plantings'] = (tests) =>
      world === undefined || only !== undefined
        ? plantings
        : catchableIn(world, faults, tests, seed).slice(0, asked.most);
    if (!fields && !situations)
      return prove(asked, planted, { all: allLies, lies, pairs, chosen }, folder, signal);
    const setting = { root, seed, folder, reports: output };
    const clean = await onCleanSandbox(setting, signal);
    if (typeof clean === 'number') return clean;
    return fields
      ? proveLies(setting, { all: allLies, lies }, clean.tests, signal)
      : provePairs(setting, pairs, chosen, clean.tests, signal);
  });
}

/** The lies to tell, out of all that the sandbox can tell. */
interface Lies {
  readonly all: readonly FieldLie[];
  readonly lies: readonly FieldLie[];
}

/** What a sample goes on with after its faults: lies and faults in situations, chosen from all of them. */
interface Sample extends Lies {
  readonly pairs: readonly Pair[];
  readonly chosen: readonly Pair[];
}

/** Runs the requested proofs. Returns the exit code. */
async function prove(
  asked: ProveArguments,
  plantings: FaultProof['plantings'],
  sample: Sample,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const { seed, only, most, extent, everyTest, nullServers, world, output } = asked;
  const complete = [only, most, world].every((each) => each === undefined) && extent !== 'sample';
  const reports = world === undefined ? output : join(output, 'worlds', world);
  const proof = { seed, complete, everyTest, world, plantings, ...sample, folder, reports };
  const faultsCode = nullServers === 'alone' ? 0 : await proveFaults(proof, signal);
  if (signal.aborted || nullServers === 'none' || (nullServers === 'after' && !complete)) return faultsCode;
  const file = join(reports, 'null-servers.json');
  rmSync(file, { force: true });
  return Math.max(faultsCode, await proveNullServers(seed, folder, file, signal));
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
  const toldIn = notingTold(folder);
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
        const told = toldIn();
        return ({ id }) => ({ isTold: told.has(id), hasCrashed: false, mayBlock: false });
      },
    },
    signal,
  );
}

/** A proof with faults: which ones, where, how thoroughly, and what follows them. */
interface FaultProof extends Sample {
  readonly seed: number;
  /** The world that the faults are planted in; the usual sandbox by default. */
  readonly world?: string;
  /** Whether every fault is planted. */
  readonly complete: boolean;
  /** Whether all tests that must catch a fault run, and not only until one catches it. */
  readonly everyTest: boolean;
  /** The plantings; in a world, chosen from the behaviour of the tests on the clean sandbox. */
  readonly plantings: (tests: readonly ExercisedTest[]) => readonly Planting[];
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
  const { seed, complete, everyTest, world, all, lies, pairs, chosen, folder, reports } = proof;
  const report = join(reports, 'detection.json');
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const clean = await onCleanSandbox({ ...proof, root }, signal);
  if (typeof clean === 'number') return clean;
  const { tests, file, settings } = clean;
  const plantings = proof.plantings(tests);
  if (plantings.length === 0) return fail(`${world ?? 'The sandbox'}: there is no fault to plant.`);
  await using sandboxes = await startFaultySandboxes(plantings.map(nameOf), seed, world);
  const faulty = sandboxes.faulty.map((each) => ({ ...each, ...settings }));
  const runs = plannedRuns(tests, plantings, faulty, everyTest);
  const setting = { root, seed, folder, reports };
  let sampleCode = 0;
  if (lies.length > 0) sampleCode = await proveLies(setting, { all, lies }, tests, signal, runs);
  else {
    const plan = { complete, everyTest, tests, world, runs };
    const learned = file === undefined ? {} : { [targetFileVariable]: file };
    await runPlan(setting, plan, join(folder, 'plan.json'), signal, learned);
  }
  if (chosen.length > 0 && !signal.aborted)
    sampleCode = Math.max(sampleCode, await provePairs(setting, pairs, chosen, tests, signal));
  if (!existsSync(report)) return 2;
  return Math.max(sampleCode, holds(JSON.parse(readFileSync(report, 'utf8'))) ? 0 : 1);
}
