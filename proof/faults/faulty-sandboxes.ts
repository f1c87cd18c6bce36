import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runSpeed, startSandboxes, targetSettings } from '../../src/target/sandbox-process.js';
import { type Fault, nameOf, type Planting } from './fault.js';

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
export interface FaultySandboxes extends AsyncDisposable {
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
