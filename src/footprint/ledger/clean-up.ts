import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient, validKey } from '../../http/client.js';
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
import { isRunPrefix } from '../../target/run/run.js';
import type { Settings } from '../../target/settings.js';
import { RateBudget } from '../budget/rate-budget.js';
import { Turns } from '../budget/turns.js';
import { keyOfRun } from './entry.js';
import {
  cleanUpCommand,
  closeLedger,
  type EnteredRun,
  enteredRuns,
  isClean,
  ledgerFolder,
  type Origin,
  type Residue,
  removedAtEnd,
  residualThingInWords,
  residueInWords,
} from './ledger.js';
import { type Removable, removeRun } from './removal.js';

/** A failed request is sent again as long as the target responded to any request within this many milliseconds. */
const patience = 60_000;
/** The milliseconds within which the workers of a run end after the run, even a blocked worker. */
const longestEnd = 10_000;
/** The longest pause before a request is sent again, in milliseconds. */
const longestPause = 16_000;

/**
 * A transport that resends lost reads and deletions at growing intervals, so that a few lost responses don't leave
 * behind what a run created.
 */
function persistent(transport: Transport): Transport {
  let answeredAt = performance.now();
  return {
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
 * A transport that observes the rate limits and does not give up on a read or a deletion after one lost response
 * (`over`), the transport below it, and the clients that use it.
 * @param budget what is left of the run's budget
 */
export function inTurn(transport: Transport, budget: RateBudget, settings: Settings) {
  const { baseUrl } = settings;
  const line = new Line();
  const over = persistent(new Turns(budget.of('removal'), settings).over(line.watched(transport)));
  const clientOf = (key: string) => createClient({ baseUrl, transport: over, credentials: validKey(key) });
  return { line, over, clientOf };
}

/**
 * Removes what a run created and, if nothing is left, its ledger.
 * @returns the outcome, or why these settings can't remove it and how to change that: the run was against a different
 * URL or had different keys, or other people's things could begin with its prefix
 */
async function removeEntered(
  entered: EnteredRun,
  settings: Settings,
  clientOf: (key: string) => Client,
): Promise<Residue | string> {
  const { run, merchants } = entered;
  const { prefix, baseUrl } = run;
  if (!isRunPrefix(prefix))
    return `The ledger of ${prefix} is kept: things that others created could begin with its prefix; remove by hand what its files name, and then the files.`;
  if (baseUrl !== settings.baseUrl)
    return `The ledger of ${prefix} is kept: its run was against ${baseUrl}, but TARGET_URL is ${settings.baseUrl}; set it to the URL of the run.`;
  const removable: Removable[] = [];
  for (const [name, things] of merchants) {
    const key = keyOfRun(name, run, settings);
    if (key === undefined)
      return `The ledger of ${prefix} is kept: the key that was ${name} in its run is no longer set; set that key again.`;
    const merchant = name === 'TARGET_OTHER_API_KEY' ? name : 'TARGET_API_KEY';
    removable.push({ merchant, things, api: clientOf(key) });
  }
  const residue = await removeRun(prefix, removable, settings);
  if (isClean(residue)) closeLedger(entered);
  return residue;
}

/**
 * Removes everything that was created with the given settings under a prefix; undefined if there is nothing to remove.
 */
export async function removeOwn(
  { folders, prefix }: Origin,
  settings: Settings,
  clientOf: (key: string) => Client,
): Promise<Residue | undefined> {
  const runs = enteredRuns(ledgerFolder(folders, settings.name)).filter(({ run }) => run.prefix === prefix);
  for (const entered of runs) {
    const residue = await removeEntered(entered, settings, clientOf);
    if (typeof residue !== 'string') return residue;
  }
  return undefined;
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
 * Removes what runs against a target created, unless they are still going on.
 * @returns the exit code: 0 if nothing is left, 1 if something is, 2 if nothing can be said
 */
export async function cleanUp(options: CleanUpOptions): Promise<number> {
  const { settings, folders, print, complain } = options;
  const { writes, name } = settings;
  const folder = ledgerFolder(folders, name);
  const runs = enteredRuns(folder);
  if (runs.length === 0) {
    print(`There is nothing to clean up: ${folder} has no ledger of a run against ${name}.`);
    return 0;
  }
  const codes: number[] = [];
  if (writes === 'deny')
    complain(
      `TARGET_WRITES is deny, but only writes can remove what earlier runs created on ${name}: set it to allow.`,
    );
  else for (const run of runs) codes.push(await cleanUpRun(run, options));
  return codes.length === 0 ? 2 : Math.max(...codes);
}

/**
 * Removes what a run created, after the run was stopped and has given its verdict.
 * @param pid of the run's process, which has ended; its workers may still be ending
 * @returns the exit code of the removal, as for `cleanUp`
 */
export async function cleanUpAfter(pid: number, options: CleanUpOptions): Promise<number> {
  const { settings, folders, print } = options;
  const folder = ledgerFolder(folders, settings.name);
  const left = () => enteredRuns(folder).filter(({ processes }) => processes.includes(pid));
  const hasEnded = () => left().every(({ processes }) => !processes.some(isAlive));
  for (let waited = 0; waited < longestEnd && !hasEnded(); waited += 250) await sleep(250);
  const [run] = left();
  if (run === undefined) return 0;
  const again = cleanUpCommand({ name: settings.name, url: settings.baseUrl });
  print(
    `The run now removes what it created. Another signal ends that at once; ${again} then removes what is left.`,
  );
  const code = await cleanUpRun(run, options);
  if (code !== 0) print(`${again} tries again to remove what is left.`);
  return code;
}

async function cleanUpRun(
  entered: EnteredRun,
  { settings, transport, print, complain }: CleanUpOptions,
): Promise<number> {
  const { prefix } = entered.run;
  const alive = entered.processes.find(isAlive);
  if (alive !== undefined) {
    print(
      `${prefix}: this run is still going on (process ${alive}) and will remove what it created; if it hangs, end it first.`,
    );
    return 1;
  }
  const budget = new RateBudget(settings.rateShare, settings.clockSpeed);
  const { clientOf, line } = inTurn(transport, budget, settings);
  const residue = await removeEntered(entered, settings, clientOf);
  budget.close();
  if (typeof residue === 'string') {
    complain(residue);
    return 2;
  }
  const say = (sentence: string) => print(`${prefix}: ${sentence}`);
  residueInWords(residue).forEach(say);
  const isOver = isClean(residue);
  if (isOver) say('No subscription is left, and nothing in the catalogue or on its way there.');
  for (const thing of residue.left) say(`left: ${residualThingInWords(thing)}`);
  const lost = lostInWords(line.sent);
  if (lost !== '') say(`${lost}.`);
  return isOver ? 0 : 1;
}

/**
 * Runs after the last test of a run that nobody stopped: removes what the run created on a merchant that others also
 * use, and notes the outcome for its report.
 * @param budget the run's budget
 */
export async function endRun(settings: Settings, run: Origin, budget: RateBudget): Promise<void> {
  const transport = translated(undiciTransport());
  const { clientOf, line } = inTurn(transport, budget, settings);
  const residue = await removeOwn(run, settings, clientOf);
  removedAtEnd.residue = residue && { ...residue, sent: line.sent };
}
