import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startSandboxes, targetSettings } from '#testing/sandbox-process';
import { programArguments } from '../../src/contract/documents/folders.js';
import { operations } from '../../src/contract/operations.js';
import { requirement } from '../../src/contract/requirements/catalogue.js';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import { type Alteration, byDraw } from './alterations.js';

/** An operation by its name in the sandbox, and by its method and path, which both readings share. */
interface PlantedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** A fault of the sandbox, as listed by `npm run sandbox -- --list-faults`. */
export interface Fault {
  readonly id: string;
  readonly violates: RequirementId;
  /** The conditions under which alone it can show. */
  readonly conditions: readonly string[];
  /** The behaviour of a service with this fault, in one sentence. */
  readonly does: string;
  /** The operations in which it can be planted one at a time. */
  readonly operations?: readonly PlantedOperation[];
  /** The only inputs for which it shows. */
  readonly showsFor?: string;
}

/** A fault where it is planted. */
export interface Planting extends Alteration {
  readonly violates: RequirementId;
  readonly fault: Fault;
  readonly operation?: PlantedOperation;
}

function planted(fault: Fault, operation?: PlantedOperation, condition?: string): Planting {
  const { id, violates, does, showsFor } = fault;
  return {
    kind: condition === undefined ? 'faults' : 'situations',
    id: [id, operation && `@${operation.id}`, condition && `~${condition}`].join(''),
    ...{ violates, fault, operation, condition },
    does: showsFor === undefined ? does : `${does} It shows for ${showsFor}.`,
  };
}

/** One planting of each fault: in one of its operations, which depends on the seed and not on the other faults. */
export function plantEach(faults: readonly Fault[], seed: number): readonly Planting[] {
  return faults.map((fault) => {
    const { id, operations: all = [] } = fault;
    const number = [...Buffer.from(id)].reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 0);
    return planted(fault, all[(seed + number) % all.length]);
  });
}

/** Every fault in each of its operations. */
export function plantEverywhere(faults: readonly Fault[]): readonly Planting[] {
  return faults.flatMap((fault) =>
    (fault.operations ?? [undefined]).map((operation) => planted(fault, operation)),
  );
}

/** Each planting with each condition under which it can show. */
export function inSituations(plantings: readonly Planting[]): readonly Planting[] {
  return plantings.flatMap((planting) =>
    planting.fault.conditions
      .filter((condition) => isPossible(condition, planting))
      .map((condition) => planted(planting.fault, planting.operation, condition)),
  );
}

/**
 * Whether requests that show a fault can be under a condition: not those for the documentation, which no merchant sends;
 * and for some conditions, they must have several parameters or items.
 */
function isPossible(condition: string, { violates, operation: place }: Planting): boolean {
  if (requirement(violates).operations.length === 0) return false;
  if (place === undefined || (condition !== 'beyond' && condition !== 'combined')) return true;
  const operation = contractOf(place);
  const queries = operation?.parameters.filter((parameter) => parameter.in === 'query') ?? [];
  return queries.length > 1 || (operation?.safe === false && operation.resultsOperation !== undefined);
}

/** The contract's operation, whose name may differ from the sandbox's. */
export function contractOf({ method, path }: Pick<PlantedOperation, 'method' | 'path'>) {
  return operations.find((each) => each.method === method && each.path === path);
}

/** How many faults a sample has, and how many of them at most because they are near to recent changes. */
const [sampleSize, mostNear] = [16, 12];

/**
 * Some plantings, each of a different requirement: first faults near to what changed, then others that the seed draws.
 * @param nearness of a fault to recent changes; 0 if nothing leads there
 */
export function sampleOf(
  faults: readonly Fault[],
  seed: number,
  nearness: (fault: Fault) => number,
): readonly Planting[] {
  const byFault = byDraw(seed);
  const drawn = plantEach(faults, seed).toSorted((one, other) => byFault(one.fault, other.fault));
  const near = drawn
    .filter(({ fault }) => nearness(fault) > 0)
    .toSorted((one, other) => nearness(other.fault) - nearness(one.fault));
  const chosen = new Map<string, Planting>();
  for (const [candidates, most] of [
    [near, mostNear],
    [drawn, sampleSize],
  ] as const)
    for (const planting of candidates)
      if (chosen.size < most && !chosen.has(planting.violates)) chosen.set(planting.violates, planting);
  return [...chosen.values()];
}

/** A lie about one field or header: its id is `one-more:200/items[].stock@listProducts`, or the same after `rarely-`. */
export interface FieldLie extends Alteration {
  readonly operation: PlantedOperation;
  readonly status: number;
  readonly path: string;
}

/**
 * Whether the description doesn't show what a lie is about, so that no must can be expected to tell it: its header, or
 * the body of its response.
 */
export function isAssumed({ operation, status, path }: FieldLie): boolean {
  const response = contractOf(operation)?.responses.find((each) => each.status === status);
  const header = response?.headers.find(({ name }) => path === `header ${name.toLowerCase()}`);
  return (header ?? response)?.origin.provenance !== 'stated';
}

/** All faults that the sandbox can have. @throws Error if the sandbox doesn't list them */
export async function listFaults(): Promise<readonly Fault[]> {
  return JSON.parse(await printedBySandbox('--list-faults'));
}

/** All lies that the sandbox can tell. @throws Error if the sandbox doesn't list them */
export async function listLies(): Promise<readonly FieldLie[]> {
  const lies: readonly FieldLie[] = JSON.parse(await printedBySandbox('--list-lies'));
  return lies.map((lie) => ({ ...lie, kind: 'lies' }));
}

/** The names of all worlds of the sandbox. @throws Error if the sandbox doesn't list them */
export async function listWorlds(): Promise<readonly string[]> {
  const lines = await printedBySandbox('--list-worlds');
  return [...lines.matchAll(/^([a-z-]+): /gm)].map(([, name = '']) => name);
}

/** What Node.js runs to start a sandbox. */
let sandbox = programArguments('sandbox/main');

/** Lets the proof use the sandbox of another checkout. @param checkout its folder */
export function useSandboxOf(checkout: string): void {
  sandbox = [join(resolve(checkout), 'tools/bundle/start.mjs'), 'sandbox/main'];
}

async function printedBySandbox(flag: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...sandbox, flag], { maxBuffer: 2 ** 26 });
  return stdout;
}

/** The flags of every sandbox of a proof. */
export function quickly(seed: number): readonly string[] {
  return ['--log-level', 'silent', '--speed', runSpeed, '--seed', String(seed)];
}

/**
 * Starts a sandbox for each alteration, in one process; they stop when disposed of.
 * @param ids in the notation of the sandbox's command line; `none` is the clean one
 * @returns the settings of each
 * @throws Error if they end before all are ready
 */
export async function startAltered(ids: readonly string[], seed: number) {
  const flags = [...quickly(seed), ...ids.flatMap((id) => ['--fault', id])];
  const started = await startSandboxes(ids.length, flags, sandbox);
  return { ...started, settings: started.sandboxes.map(targetSettings) };
}
