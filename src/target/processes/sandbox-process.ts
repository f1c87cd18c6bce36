import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { PlaywrightTestConfig } from '@playwright/test';
import { programArguments, suiteFolder } from '../../contract/documents/folders.js';
import { isEmbedded } from '../environment.js';

/** The sandbox seconds that pass in one real second of a run, so that the run doesn't wait longer than it must. */
export const runSpeed = '30';

/** Tells a sandbox to end with this process, however this process ends. */
const endsWithThis = { SANDBOX_ENDS_WITH: String(process.pid) };

/** A sandbox in its own process, started as its users start it. */
export interface SandboxProcess extends StartedSandbox, AsyncDisposable {
  readonly pid: number;
}

interface StartedSandbox {
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

interface SandboxesProcess extends AsyncDisposable {
  readonly pid: number;
  readonly sandboxes: readonly StartedSandbox[];
}

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
  const child = spawn(process.execPath, [...programArguments('sandbox/main'), ...flags], {
    cwd: suiteFolder,
    env: { ...process.env, SANDBOX_CONTROL_TOKEN: token, ...endsWithThis },
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

/**
 * The part of Playwright's configuration that starts the sandbox when no other target is set. The addresses that the
 * sandbox prints become TARGET_URL and TARGET_CONTROL_URL; from then on it is a target like any other.
 * @param environment changed in place: workers inherit these variables
 * @param sandbox the program that serves the sandbox, as TypeScript or bundled
 * @param seed of the sandbox
 */
export function embeddedSandbox(
  environment: NodeJS.ProcessEnv,
  sandbox: string,
  seed: number,
): Pick<PlaywrightTestConfig, 'webServer'> {
  if (!isEmbedded(environment)) return {};
  environment.CONFORMANCE_EMBEDDED = '1';
  environment.TARGET_WRITES ??= 'allow';
  environment.TARGET_CONFIRMED_GAPS ??= 'all';
  environment.TARGET_CLOCK_SPEED = runSpeed;
  environment.TARGET_CONTROL_TOKEN ??= randomBytes(24).toString('base64url');
  const program = `${sandbox.endsWith('.ts') ? '--import tsx ' : ''}"${sandbox}"`;
  return {
    webServer: {
      command: `node ${program} --port 0 --speed ${runSpeed} --seed ${seed} --log-level warn`,
      env: { SANDBOX_CONTROL_TOKEN: environment.TARGET_CONTROL_TOKEN, ...endsWithThis },
      wait: { stdout: /^Control: (?<target_control_url>\S+)$[\s\S]*^Sandbox ready: (?<target_url>\S+)$/m },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
      // Even on a busy machine, only a sandbox that hangs takes this long.
      timeout: 120_000,
    },
  };
}

const bytesOfKilobyte = 1024;

/**
 * The resident memory of a process at the moment, in bytes.
 * @param pid the id of a process on this machine
 * @throws Error when there is no such process, or the system doesn't report its memory
 */
export async function residentMemory(pid: number): Promise<number> {
  const kilobytes = process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  if (!Number.isFinite(kilobytes) || kilobytes <= 0)
    throw new Error(`The system doesn't report how much memory process ${pid} uses.`);
  return kilobytes * bytesOfKilobyte;
}

async function fromProc(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}

async function fromPs(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim());
}
