import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportsFolder } from '../src/target/environment.js';
import { type Fault, listFaults, listWorlds, type Planting } from './faults/fault.js';
import { proveNullServers } from './null-servers/judgement.js';
import { type ProveArguments, plantingsFor, proveCommand } from './prove-arguments.js';
import { type FaultProof, proveFaults, sumOfWorlds } from './prove-faults.js';

/**
 * `npm run prove`: plants each fault in a separate sandbox, runs the tests that must catch it, and prints which
 * faults were caught by a check of the requirement that they violate. If all faults are planted, it also runs the
 * suite against servers that do nothing. With `--world`, it plants faults that concern the changes of these worlds,
 * after it has learned the file of each. The exit code is 0 if all faults were caught, nothing was found on a clean
 * sandbox and only allowed requirements passed on those servers, 1 if not, and 2 if that is unknown.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const interrupted = 'The proof was interrupted and has no result.';
await proveCommand(main).parseAsync();

async function main(asked: ProveArguments): Promise<number> {
  const worlds = asked.worlds.length === 0 ? [] : await listWorlds(root);
  const unknown = asked.worlds.find((name) => !worlds.includes(name));
  if (unknown !== undefined)
    return fail(`There is no world "${unknown}": the worlds are ${worlds.join(', ')}.`);
  const faults = asked.nullServers ? [] : await listFaults(root);
  const plantings = asked.nullServers ? [] : plantingsFor(faults, asked);
  if ('problem' in plantings) return fail(plantings.problem);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const folder = mkdtempSync(join(tmpdir(), 'conformance-proof-'));
  mkdirSync(reportsFolder(process.env), { recursive: true });
  try {
    const code =
      asked.worlds.length > 0
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
  const proof = {
    seed: asked.seed,
    complete: isComplete(asked),
    untilCaught: asked.extent === 'sample',
    plantings: () => plantings,
    folder,
    reports: reportsFolder(process.env),
  };
  const faultsCode = asked.nullServers ? 0 : await proveFaults(proof, signal);
  if (signal.aborted || (!asked.nullServers && !isComplete(asked))) return faultsCode;
  const file = join(reportsFolder(process.env), 'null-servers.json');
  rmSync(file, { force: true });
  return Math.max(faultsCode, await proveNullServers(asked.seed, folder, file, signal));
}

/**
 * Proves in one world after another. If the number of faults is limited, each world gets its share.
 * @param named the plantings that `--only` names
 * @returns the exit code
 */
async function proveInWorlds(
  { seed, worlds, only, most }: ProveArguments,
  faults: readonly Fault[],
  named: readonly Planting[],
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const { faultsIn } = await import('./faults/world-faults.js');
  const codes: number[] = [];
  const files: string[] = [];
  for (const [index, world] of worlds.entries()) {
    const share = most === undefined ? undefined : Math.floor((most + index) / worlds.length);
    const reports = join(reportsFolder(process.env), 'worlds', world);
    const own = join(folder, world);
    mkdirSync(own, { recursive: true });
    const plantings: FaultProof['plantings'] = ({ tests }, file) =>
      only !== undefined ? named : faultsIn(faults, { world, tests, file, seed }).slice(0, share);
    const proof = { seed, complete: false, untilCaught: false, world, plantings, folder: own, reports };
    codes.push(await proveFaults(proof, signal));
    if (signal.aborted) return 2;
    files.push(join(reports, 'detection.json'));
  }
  if (!codes.includes(2)) process.stdout.write(`${sumOfWorlds(files)}\n`);
  return Math.max(...codes);
}

/** Whether every fault is planted. */
function isComplete({ only, extent }: ProveArguments): boolean {
  return only === undefined && extent !== 'sample';
}

function fail(problem: string): number {
  process.stderr.write(`${problem}\n`);
  return 2;
}
