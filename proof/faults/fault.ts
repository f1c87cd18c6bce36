import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import { runSpeed, startSandboxes, targetSettings } from '../../src/target/sandbox-process.js';

/** A fault of the sandbox, as listed by `npm run sandbox -- --list-faults`. */
export interface Fault {
  readonly id: string;
  readonly violates: RequirementId;
  /** The behaviour of a service with this fault, in one sentence. */
  readonly does: string;
  /** Operations, by the sandbox's names, in which it can be planted one at a time. */
  readonly operations?: readonly PlantedOperation[];
  /** The only inputs for which it shows. */
  readonly showsFor?: string;
}

/** An operation by its name in the sandbox, and by its method and path, which both readings share. */
interface PlantedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** A fault, and where it is planted. */
export interface Planting {
  readonly fault: Fault;
  readonly operation?: PlantedOperation;
}

/** A planting in the notation of the sandbox's command line. */
export function nameOf({ fault, operation }: Planting): string {
  return operation === undefined ? fault.id : `${fault.id}@${operation.id}`;
}

/** One planting of each fault: in one of its operations, which depends on the seed and not on the other faults. */
export function plantEach(faults: readonly Fault[], seed: number): Planting[] {
  return faults.map((fault) => {
    const { id, operations = [] } = fault;
    const operation = operations[(seed + numberOf(id)) % operations.length];
    return { fault, ...(operation === undefined ? {} : { operation }) };
  });
}

/** A fixed number for an id. */
function numberOf(id: string): number {
  return [...Buffer.from(id)].reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 0);
}

/** Every fault in each of its operations. */
export function plantEverywhere(faults: readonly Fault[]): Planting[] {
  return faults.flatMap((fault) =>
    fault.operations === undefined
      ? [{ fault }]
      : fault.operations.map((operation) => ({ fault, operation })),
  );
}

/** One planting for each violated requirement; the fault depends on the seed. */
export function plantSample(faults: readonly Fault[], seed: number): Planting[] {
  const plantings = plantEach(faults, seed);
  const requirements = [...new Set(faults.map(({ violates }) => violates))];
  return requirements.flatMap((id) => {
    const violating = plantings.filter(({ fault }) => fault.violates === id);
    return violating[seed % violating.length] ?? [];
  });
}

/** Whether a planting, its fault or its requirement has this name. */
export function isCalled(planting: Planting, name: string): boolean {
  return [planting.fault.id, planting.fault.violates, nameOf(planting)].includes(name);
}

/** The settings that make a sandbox the target of a run. */
export type TargetSettings = Readonly<Record<string, string>>;

/** All faults that the sandbox can have. @throws Error if the sandbox doesn't list them */
export async function listFaults(root: string): Promise<readonly Fault[]> {
  return JSON.parse(await toldBySandbox(root, '--list-faults'));
}

/** The names of all worlds of the sandbox. @throws Error if the sandbox doesn't list them */
export async function listWorlds(root: string): Promise<readonly string[]> {
  const lines = await toldBySandbox(root, '--list-worlds');
  return [...lines.matchAll(/^([a-z-]+): /gm)].map(([, name = '']) => name);
}

async function toldBySandbox(root: string, flag: string): Promise<string> {
  const args = ['--import', 'tsx', 'sandbox/main.ts', flag];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 });
  return stdout;
}

/** Sandboxes in one process, one of them clean, with different addresses; they stop when disposed of. */
interface FaultySandboxes extends AsyncDisposable {
  /** One for each planting, in order. */
  readonly faulty: readonly TargetSettings[];
  readonly clean: TargetSettings;
  /** A valid key of the clean sandbox. */
  readonly apiKey: string;
}

/**
 * Starts one sandbox for each planting, and one without a fault.
 * @param world of all the sandboxes; the usual one by default
 * @throws Error if they end before all are ready
 */
export async function startFaultySandboxes(
  plantings: readonly Planting[],
  seed: number,
  world?: string,
): Promise<FaultySandboxes> {
  const names = ['none', ...plantings.map(nameOf)];
  const started = await startSandboxes(
    names.length,
    ...['--log-level', 'silent', '--speed', runSpeed, '--seed', String(seed)],
    ...(world === undefined ? [] : ['--world', world]),
    ...names.flatMap((name) => ['--fault', name]),
  );
  const [clean = {}, ...faulty] = started.sandboxes.map(targetSettings);
  const apiKey = started.sandboxes[0]?.apiKey ?? '';
  return { clean, faulty, apiKey, [Symbol.asyncDispose]: () => started[Symbol.asyncDispose]() };
}
