import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The sandbox seconds that pass in one real second of a run, so that the run doesn't wait longer than it must. */
export const runSpeed = '30';

/** A sandbox in its own process, started in the same way as by its users. */
export interface SandboxProcess extends StartedSandbox, AsyncDisposable {
  readonly pid: number;
}

/** The addresses and credentials of a sandbox. */
export interface StartedSandbox {
  readonly url: string;
  readonly control: { readonly url: string; readonly token: string };
  /** A valid key of the merchant that exists from the start. */
  readonly apiKey: string;
}

/** The settings that make a sandbox of `runSpeed` the target of a run that tries everything and confirms every gap. */
export function targetSettings({ url, control }: StartedSandbox): Readonly<Record<string, string>> {
  return {
    TARGET_URL: url,
    TARGET_CONTROL_URL: control.url,
    TARGET_CONTROL_TOKEN: control.token,
    TARGET_WRITES: 'allow',
    TARGET_CONFIRMED_GAPS: 'all',
    TARGET_CLOCK_SPEED: runSpeed,
  };
}

/** Several sandboxes in one process; disposing of it ends the process. */
export interface SandboxesProcess extends AsyncDisposable {
  readonly pid: number;
  readonly sandboxes: readonly StartedSandbox[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts a sandbox on a free port and waits until it reports that it is ready.
 * @param flags the flags of `npm run sandbox --`
 * @throws Error when it ends before it is ready
 */
export async function startSandbox(...flags: readonly string[]): Promise<SandboxProcess> {
  const started = await startSandboxes(1, '--log-level', 'warn', ...flags);
  const [sandbox] = started.sandboxes;
  if (sandbox === undefined) throw new Error('The sandbox ended before it was ready.');
  return { ...started, ...sandbox };
}

/**
 * Starts as many sandboxes as the flags request, each on a free port, and waits until all report that they are ready.
 * @throws Error when they end before that
 */
export async function startSandboxes(count: number, ...flags: readonly string[]): Promise<SandboxesProcess> {
  const token = randomBytes(24).toString('base64url');
  const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...flags], {
    cwd: root,
    env: { ...process.env, SANDBOX_CONTROL_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (valuesOf('Sandbox ready', printed).length >= count) break;
  }
  const [urls, apiKeys, controls] = ['Sandbox ready', 'API key', 'Control'].map((name) =>
    valuesOf(name, printed),
  );
  if (child.pid === undefined || urls === undefined || urls.length < count)
    throw new Error(`The sandbox ended before ${count === 1 ? 'it was' : 'all were'} ready.`);
  return {
    pid: child.pid,
    sandboxes: urls.map((url, index) => ({
      url,
      apiKey: apiKeys?.[index] ?? '',
      control: { url: controls?.[index] ?? '', token },
    })),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** The values of the complete output lines `NAME: value`, in order. */
function valuesOf(name: string, printed: string): string[] {
  return [...printed.matchAll(new RegExp(`^${name}: (.*)\\n`, 'gm'))].map(([, value = '']) => value);
}
