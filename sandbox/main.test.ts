import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#unit-test';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', main, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What the process prints until it is ready, as name and value. */
async function untilReady({ stdout }: ChildProcess): Promise<Map<string, string>> {
  const printed = new Map<string, string>();
  if (stdout === null) return printed;
  for await (const line of createInterface(stdout)) {
    const [name = '', ...value] = line.split(': ');
    printed.set(name, value.join(': '));
    if (name === 'Sandbox ready') break;
  }
  return printed;
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('exit', (code) => resolve(code)));
}

test('it prints where it is, lets its keys in, and ends on SIGTERM with connections open', async () => {
  const child = start(['--log-level', 'silent']);
  const end = ended(child);
  const printed = await untilReady(child);
  expect([...printed.keys()]).toEqual([
    'Control',
    'Control token',
    'API key',
    "Other merchant's API key",
    'Sandbox ready',
  ]);
  const base = printed.get('Sandbox ready') ?? '';
  expect(printed.get('Control')).toBe(`${base}/control`);
  for (const key of [printed.get('API key'), printed.get("Other merchant's API key")])
    expect((await fetch(`${base}/api/v1/brands/`, { headers: { 'x-api-key': key ?? '' } })).status).toBe(200);
  const headers = { 'x-control-token': printed.get('Control token') ?? '' };
  expect((await fetch(`${base}/control/health`, { headers })).status).toBe(200);
  const idle = connect(Number(new URL(base).port), '127.0.0.1').on('error', () => undefined);
  await new Promise((resolve) => idle.once('connect', resolve));
  const since = performance.now();
  child.kill('SIGTERM');
  expect(await end).toBe(0);
  expect(performance.now() - since).toBeLessThan(1_000);
});

test('a token that is given is not printed', async () => {
  const child = start(['--log-level', 'silent'], { SANDBOX_CONTROL_TOKEN: 'given-token' });
  const end = ended(child);
  const printed = await untilReady(child);
  child.kill('SIGINT');
  expect(await end).toBe(0);
  expect(JSON.stringify([...printed])).not.toContain('given-token');
  expect(printed.has('Control token')).toBe(false);
});

test('a flag that it does not know ends it with code 2 and one sentence', async () => {
  const child = start(['--colour', 'red']);
  const chunks: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  expect(await ended(child)).toBe(2);
  expect(Buffer.concat(chunks).toString()).toMatch(/^[^\n]*--colour[^\n]*\.\n$/);
});
