import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A sandbox in a process of its own, as its users start it. */
export interface SandboxProcess extends AsyncDisposable {
  readonly url: string;
  readonly controlUrl: string;
  readonly apiKey: string;
}

const root = new URL('..', import.meta.url).pathname;

/**
 * Starts a sandbox on a free port and waits until it says that it is ready.
 * @param token of its control interface
 */
export async function startSandbox(token: string, ...flags: readonly string[]): Promise<SandboxProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'sandbox/main.ts', '--log-level', 'warn', ...flags],
    {
      cwd: root,
      env: { ...process.env, SANDBOX_CONTROL_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const printed: string[] = [];
  for await (const chunk of child.stdout) {
    printed.push(String(chunk));
    if (/^Sandbox ready: .*\n/m.test(printed.join(''))) break;
  }
  const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(printed.join(''))?.[1] ?? '';
  return {
    url: line('Sandbox ready'),
    controlUrl: line('Control'),
    apiKey: line('API key'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
