import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

/** A sandbox in a process of its own, as its users start it. */
export interface SandboxProcess extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
  readonly control: { readonly url: string; readonly token: string };
  /** A valid key of the merchant that is there from the start. */
  readonly apiKey: string;
}

const root = new URL('../..', import.meta.url).pathname;

/**
 * Starts a sandbox on a free port and waits until it says that it is ready.
 * @param flags as `npm run sandbox --` takes them
 * @throws Error when it ends before it is ready
 */
export async function startSandbox(...flags: readonly string[]): Promise<SandboxProcess> {
  const token = randomBytes(24).toString('base64url');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'sandbox/main.ts', '--log-level', 'warn', ...flags],
    {
      cwd: root,
      env: { ...process.env, SANDBOX_CONTROL_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (/^Sandbox ready: .*\n/m.test(printed)) break;
  }
  const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(printed)?.[1];
  const [url, apiKey] = [line('Sandbox ready'), line('API key')];
  if (url === undefined || apiKey === undefined || child.pid === undefined)
    throw new Error('The sandbox ended before it was ready.');
  return {
    pid: child.pid,
    url,
    apiKey,
    control: { url: line('Control') ?? '', token },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
