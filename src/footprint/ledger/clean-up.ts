import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, validKey } from '../../http/client.js';
import { Line, lostInWords } from '../../http/transports/attempts.js';
import { translated } from '../../http/transports/translated-transport.js';
import {
  isRepeatable,
  type Transport,
  TransportError,
  undiciTransport,
} from '../../http/transports/transport.js';
import type { SharedFolders } from '../../target/environment.js';
import { isAlive } from '../../target/processes/is-alive.js';
import { isRunPrefix, type Run } from '../../target/run/run.js';
import type { Settings } from '../../target/settings.js';
import { RateBudget } from '../budget/rate-budget.js';
import { budgeted, countersOf } from '../budget/rate-limited-transport.js';
import { keyOfRun } from './entry.js';
import {
  closeLedger,
  type EnteredRun,
  enteredRuns,
  isClean,
  ledgerFolder,
  noteResidue,
  type Residue,
  residualThingInWords,
  residueInWords,
} from './ledger.js';
import { type ClientOf, removeRun } from './removal.js';

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
 * A transport that observes the rate limits and does not give up a read or a deletion for one lost response (`over`), the
 * line below it, and the clients that use it.
 * @param budget what the run has left
 */
export function inTurn(transport: Transport, budget: RateBudget, settings: Settings) {
  const { baseUrl } = settings;
  const line = new Line();
  const paced = budgeted(line.watched(transport), {
    budget: budget.of('removal'),
    counterOf: countersOf(settings),
    onRefusal: () => {},
    wait: sleep,
  });
  const over = persistent(paced);
  const clientOf: ClientOf = (key) => createClient({ baseUrl, transport: over, credentials: validKey(key) });
  return { line, over, clientOf };
}

/** Removes what a run created, and its ledger if nothing is left. */
async function removeEntered(run: EnteredRun, settings: Settings, clientOf: ClientOf): Promise<Residue> {
  const residue = await removeRun(run, settings, clientOf);
  if (isClean(residue)) closeLedger(run);
  return residue;
}

/** Does the same for everything that was created under a prefix with these settings; undefined if there is nothing. */
export async function removeOwn(
  { folders, prefix }: { readonly folders: SharedFolders; readonly prefix: string },
  settings: Settings,
  clientOf: ClientOf,
): Promise<Residue | undefined> {
  const run = enteredRuns(ledgerFolder(folders, settings.name)).find(
    (each) => each.prefix === prefix && otherOriginOf(each, settings) === undefined,
  );
  return run && removeEntered(run, settings, clientOf);
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
  for (const run of runs) codes.push(await cleanUpRun(run, options));
  return Math.max(...codes);
}

function problemOf({ writes, apiKeys, name }: Settings): string | undefined {
  if (writes === 'deny')
    return `TARGET_WRITES is deny, but only writes can remove what earlier runs created on ${name}: set it to allow.`;
  return apiKeys.length === 0 ? 'TARGET_API_KEY is not set: give the key of the earlier runs.' : undefined;
}

async function cleanUpRun(
  run: EnteredRun,
  { settings, transport, print, complain }: CleanUpOptions,
): Promise<number> {
  const alive = run.lines.flatMap(({ processes }) => processes).find(isAlive);
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
  const { clientOf, line } = inTurn(transport, budget, settings);
  const residue = await removeEntered(run, settings, clientOf);
  budget.close();
  for (const each of linesOf(residue, lostInWords(line.sent))) print(each);
  return isClean(residue) ? 0 : 1;
}

/** @param lost the requests that were lost, in a clause */
function linesOf(residue: Residue, lost: string): string[] {
  return [
    ...residueInWords(residue),
    ...(isClean(residue)
      ? ['No subscription is left, and nothing in the catalogue or on its way there.']
      : []),
    ...residue.left.map((thing) => `left: ${residualThingInWords(thing)}`),
    ...(lost === '' ? [] : [`${lost}.`]),
  ].map((line) => `${residue.prefix}: ${line}`);
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
  const transport = translated(undiciTransport());
  const { clientOf, line } = inTurn(transport, budget, settings);
  const residue = await removeOwn({ folders, prefix }, settings, clientOf);
  if (residue) noteResidue({ ...residue, sent: line.sent });
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
    return `The ledger of ${prefix} is kept: its run was against ${elsewhere.baseUrl}, but TARGET_URL is ${settings.baseUrl}; set it to the URL of the run.`;
  const missing = [...merchants.keys()].find((name) => keyOfRun(name, lines, settings) === undefined);
  return missing === undefined
    ? undefined
    : `The ledger of ${prefix} is kept: the key that was ${missing} in its run is no longer set; set that key again.`;
}
