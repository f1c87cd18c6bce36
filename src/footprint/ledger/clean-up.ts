import type { Transport } from '../../http/transport.js';
import type { Settings } from '../../target/settings.js';
import { RateBudget } from '../budget/rate-budget.js';
import { wholeShare } from '../budget/share.js';
import { type EnteredRun, enteredRuns } from './entered-run.js';
import { ledgerFolder } from './ledger-folder.js';
import { isAlive } from './liveness.js';
import { otherOriginOf } from './other-origin.js';
import { inTurn } from './removal-transport.js';
import { removeEntered } from './remove-own.js';
import { type Residue, residualThingInWords, residueInWords } from './residue.js';

export interface CleanUpOptions {
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  readonly transport: Transport;
  /** Prints a line to standard output. */
  readonly print: (line: string) => void;
  /** Prints a sentence to standard error. */
  readonly complain: (sentence: string) => void;
}

/**
 * Removes what runs of a target created, unless they still go on.
 * @returns the exit code: 0 if nothing is left, 1 if something is, 2 if nothing can be said
 */
export async function cleanUp(options: CleanUpOptions): Promise<number> {
  const { settings, environment, print, complain } = options;
  const folder = ledgerFolder(environment, settings.name);
  const runs = enteredRuns(folder);
  if (runs.length === 0) {
    print(`There is nothing to clean up: ${folder} has no ledger of a run against ${settings.name}.`);
    return 0;
  }
  const problem = problemOf(settings);
  if (problem !== undefined) {
    complain(problem);
    return 2;
  }
  const codes: number[] = [];
  for (const run of runs) codes.push(await cleanUpRun(run, folder, options));
  return Math.max(...codes);
}

function problemOf({ writes, apiKeys, name }: Settings): string | undefined {
  if (writes === 'deny')
    return `TARGET_WRITES is deny, but only writes can remove what earlier runs created on ${name}: set it to allow.`;
  return apiKeys.length === 0 ? 'TARGET_API_KEY is not set: give the key of the earlier runs.' : undefined;
}

async function cleanUpRun(
  run: EnteredRun,
  folder: string,
  { settings, transport, print, complain }: CleanUpOptions,
): Promise<number> {
  const alive = run.processes.find(isAlive);
  if (alive !== undefined) {
    print(
      `${run.prefix}: this run still goes on (process ${alive}) and will remove what it created; if it hangs, end it first.`,
    );
    return 1;
  }
  const otherOrigin = otherOriginOf(run, settings);
  if (otherOrigin !== undefined) {
    complain(otherOrigin);
    return 2;
  }
  const budget = new RateBudget({ ...wholeShare, part: settings.rateShare }, settings.clockSpeed);
  const residue = await removeEntered(run, folder, settings, inTurn(transport, budget, settings));
  budget.close();
  for (const line of linesOf(residue)) print(line);
  return residue.left.length === 0 && residue.problem === undefined ? 0 : 1;
}

function linesOf(residue: Residue): string[] {
  const { prefix, left, problem } = residue;
  const isClean = left.length === 0 && problem === undefined;
  return [
    ...residueInWords(residue),
    ...(isClean ? ['No subscription is left, and nothing in the catalogue or on its way there.'] : []),
    ...left.map((thing) => `left: ${residualThingInWords(thing)}`),
  ].map((line) => `${prefix}: ${line}`);
}
