import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type Fault, nameOf, type Planting } from './fault.js';

/** Sandbox seconds that pass in one real second. */
const speed = '30';

/** The settings that make a sandbox the target of a run. */
export type TargetSettings = Readonly<Record<string, string>>;

/** All faults that the sandbox can have. @throws Error when it doesn't tell */
export async function listFaults(root: string): Promise<readonly Fault[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'sandbox/main.ts', '--list-faults'],
    { cwd: root, maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout);
}

/** Sandboxes in one process, one of them clean, each at an address of its own; they end when they are disposed of. */
export interface FaultySandboxes extends AsyncDisposable {
  /** One for each planting, in order. */
  readonly faulty: readonly TargetSettings[];
  readonly clean: TargetSettings;
}

/**
 * Starts one sandbox for each planting, and one without a fault.
 * @throws Error when they end before all are ready
 */
export async function startFaultySandboxes(
  root: string,
  plantings: readonly Planting[],
  seed: number,
): Promise<FaultySandboxes> {
  const token = randomBytes(24).toString('base64url');
  const faults = ['none', ...plantings.map(nameOf)].flatMap((name) => ['--fault', name]);
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      'sandbox/main.ts',
      '--log-level',
      'silent',
      '--speed',
      speed,
      '--seed',
      String(seed),
      ...faults,
    ],
    {
      cwd: root,
      env: { ...process.env, SANDBOX_CONTROL_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const urls: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    const url = /^Sandbox ready: (.*)$/.exec(line)?.[1];
    if (url !== undefined) urls.push(url);
    if (urls.length === plantings.length + 1) break;
  }
  const [clean, ...faulty] = urls.map((url) => settingsOf(url, token));
  if (clean === undefined || faulty.length < plantings.length)
    throw new Error('The faulty sandboxes ended before all were ready.');
  return {
    clean,
    faulty,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function settingsOf(url: string, token: string): TargetSettings {
  return {
    TARGET_URL: url,
    TARGET_CONTROL_URL: `${url}/control`,
    TARGET_CONTROL_TOKEN: token,
    TARGET_WRITES: 'allow',
    TARGET_CONFIRMED_GAPS: 'all',
    TARGET_CLOCK_SPEED: speed,
  };
}
