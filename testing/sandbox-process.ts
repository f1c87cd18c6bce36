import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { programArguments, suiteFolder } from '../src/contract/documents/folders.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';

/** A sandbox in its own process, started as its users start it. */
export interface SandboxProcess extends StartedSandbox, AsyncDisposable {
  readonly pid: number;
  /** What it has printed so far. */
  printed(): string;
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

/**
 * Starts a sandbox on a free port and waits until it reports that it is ready.
 * @param flags the flags of `npm run sandbox --`
 * @throws Error when it ends before it is ready
 */
export async function startSandbox(...flags: readonly string[]): Promise<SandboxProcess> {
  // Only the command can judge what it receives.
  const program = flags.includes('--judge') ? [...programArguments('src/cli/main'), 'sandbox'] : undefined;
  const started = await startSandboxes(1, ['--log-level', 'warn', ...flags], program);
  const [sandbox] = started.sandboxes;
  if (sandbox === undefined) throw new Error('The sandbox ended before it was ready.');
  return { ...started, ...sandbox };
}

/**
 * Starts as many sandboxes as the flags request, each on a free port, and waits until all report that they are ready.
 * @param program what Node.js runs, before the flags
 * @returns their process, which ends when disposed of, and whether it has ended
 * @throws Error when they end before that
 */
export async function startSandboxes(
  count: number,
  flags: readonly string[],
  program: readonly string[] = programArguments('sandbox/main'),
) {
  const token = `ct_sandbox_${randomBytes(24).toString('base64url')}`;
  const child = spawn(process.execPath, [...program, ...flags], {
    cwd: suiteFolder,
    env: { ...process.env, SANDBOX_CONTROL_TOKEN: token, SANDBOX_ENDS_WITH: String(process.pid) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  await new Promise<void>((resolve) => {
    const see = (text: string) => {
      printed += text;
      if (valuesOf('Sandbox ready', printed).length >= count) resolve();
    };
    child.stdout.setEncoding('utf8').on('data', see).on('end', resolve);
  });
  const [urls, apiKeys, controls] = ['Sandbox ready', 'API key', 'Control'].map((name) =>
    valuesOf(name, printed),
  );
  if (child.pid === undefined || urls === undefined || urls.length < count)
    throw new Error(`The sandbox ended before ${count === 1 ? 'it was' : 'all were'} ready.`);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid,
    hasEnded,
    printed: () => printed,
    sandboxes: urls.map((url, index) => ({
      url,
      apiKey: apiKeys?.[index] ?? '',
      control: { url: controls?.[index] ?? '', token },
    })),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (!hasEnded()) await once(child, 'exit');
    },
  };
}

/** The values of the complete output lines `NAME: value`, in order. */
function valuesOf(name: string, printed: string): string[] {
  return [...printed.matchAll(new RegExp(`^${name}: (.*)\\n`, 'gm'))].map(([, value = '']) => value);
}
