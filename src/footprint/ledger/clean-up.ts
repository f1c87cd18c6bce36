import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { translated } from '../../http/transports/translated-transport.js';
import {
  isRepeatable,
  type Transport,
  TransportError,
  undiciTransport,
} from '../../http/transports/transport.js';
import { authoritiesIn } from '../../target/authorities.js';
import type { SharedFolders } from '../../target/environment.js';
import { isAlive } from '../../target/processes/is-alive.js';
import { isRunPrefix, type Run } from '../../target/run/run.js';
import type { Settings } from '../../target/settings.js';
import { RateBudget } from '../budget/rate-budget.js';
import { budgeted, Counters } from '../budget/rate-limited-transport.js';
import { keyOfRun } from './entry.js';
import {
  type EnteredRun,
  enteredRuns,
  ledgerFolder,
  noteResidue,
  type Residue,
  residualThingInWords,
  residueInWords,
} from './ledger.js';
import { removeRun } from './removal.js';

/** A request may fail as long as another one was answered within this many milliseconds. */
const patience = 60_000;
/** The longest pause before a request is sent again, in milliseconds. */
const longestPause = 16_000;

/**
 * A transport that sends lost reads and deletions again, less and less often, so that what a run created is not left
 * behind for the sake of a few lost responses.
 */
function persistent(transport: Transport): Transport {
  let answeredAt = performance.now();
  return {
    ...transport,
    send: async (request) => {
      for (let pause = 250; ; pause *= 2) {
        try {
          const response = await transport.send(request);
          answeredAt = performance.now();
          return response;
        } catch (error) {
          const isLost = error instanceof TransportError && isRepeatable(request);
          if (!isLost || pause > longestPause || performance.now() - answeredAt > patience) throw error;
          await sleep(pause);
        }
      }
    },
  };
}

/**
 * A transport that observes the rate limits, and does not give up a read or a deletion for one lost response.
 * @param budget what the run has left
 */
export function inTurn(
  transport: Transport,
  budget: RateBudget,
  settings: Pick<Settings, 'apiKeys' | 'otherApiKey'>,
): Transport {
  const counters = new Counters(settings);
  const paced = budgeted(transport, {
    budget: budget.of('removal'),
    counterOf: (request) => counters.counterOf(request),
    onRefusal: () => {},
    wait: sleep,
  });
  return persistent(paced);
}

/**
 * Removes what a run created, and its ledger if nothing is left.
 * @param folder the folder of the target's ledgers
 */
async function removeEntered(
  run: EnteredRun,
  folder: string,
  settings: Settings,
  transport: Transport,
): Promise<Residue> {
  const residue = await removeRun(run, settings, transport);
  if (isClean(residue)) closeLedger(folder, run.prefix);
  return residue;
}

/** Removes the ledger of a run. */
export function closeLedger(folder: string, prefix: string): void {
  if (!existsSync(folder)) return;
  // The text after the prefix may belong to a longer prefix, of a run that is still going on.
  const isOwn = (name: string) =>
    name.startsWith(prefix) && /^\d+(-\d+)*\.jsonl$/.test(name.slice(prefix.length));
  for (const name of readdirSync(folder).filter(isOwn)) rmSync(join(folder, name), { force: true });
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

interface CleanUpOptions {
  readonly settings: Settings;
  readonly folders: SharedFolders;
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
  const { settings, folders, print, complain } = options;
  const folder = ledgerFolder(folders, settings.name);
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
      `${run.prefix}: this run is still going on (process ${alive}) and will remove what it created; if it hangs, end it first.`,
    );
    return 1;
  }
  const otherOrigin = otherOriginOf(run, settings);
  if (otherOrigin !== undefined) {
    complain(otherOrigin);
    return 2;
  }
  const budget = new RateBudget(settings.rateShare, settings.clockSpeed);
  const residue = await removeEntered(run, folder, settings, inTurn(transport, budget, settings));
  budget.close();
  for (const line of linesOf(residue)) print(line);
  return isClean(residue) ? 0 : 1;
}

function linesOf(residue: Residue): string[] {
  return [
    ...residueInWords(residue),
    ...(isClean(residue)
      ? ['No subscription is left, and nothing in the catalogue or on its way there.']
      : []),
    ...residue.left.map((thing) => `left: ${residualThingInWords(thing)}`),
  ].map((line) => `${residue.prefix}: ${line}`);
}

function isClean({ left, problem }: Residue): boolean {
  return left.length === 0 && problem === undefined;
}

/**
 * Runs after the last test of a run, however the run ended unless it was killed: removes what it created on a
 * merchant that others use too, and notes the outcome for its report.
 * @param budget the run's budget
 */
export async function endRun(
  settings: Settings,
  { folders, prefix }: Pick<Run, 'folders' | 'prefix'>,
  budget: RateBudget,
): Promise<void> {
  const folder = ledgerFolder(folders, settings.name);
  const run = enteredRuns(folder).find((each) => each.prefix === prefix);
  if (run === undefined) return closeLedger(folder, prefix);
  // Only the workers, which this process started, trust the authorities of TARGET_CA_FILE on their own.
  const transport = translated(undiciTransport(undefined, authoritiesIn(settings)));
  noteResidue(folder, await removeEntered(run, folder, settings, inTurn(transport, budget, settings)));
  await transport.close();
}

/**
 * Why these settings can't remove what a run created, and how to change that: the run was elsewhere or had other
 * keys, or other people's things could begin with its prefix. Undefined if they can.
 */
function otherOriginOf({ prefix, lines, merchants }: EnteredRun, settings: Settings): string | undefined {
  if (!isRunPrefix(prefix))
    return `The ledger of ${prefix} is kept: things that others created could begin with its prefix; remove by hand what its files name, and then the files.`;
  const elsewhere = lines.find(({ baseUrl }) => baseUrl !== settings.baseUrl);
  if (elsewhere !== undefined)
    return `The ledger of ${prefix} is kept: its run was against ${elsewhere.baseUrl ?? 'an unknown URL'}, but TARGET_URL is ${settings.baseUrl}; set it to the URL of the run.`;
  const missing = [...merchants.keys()].find((name) => keyOfRun(name, lines, settings) === undefined);
  return missing === undefined
    ? undefined
    : `The ledger of ${prefix} is kept: the key that was ${missing} in its run is no longer set; set that key again.`;
}
