import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';

const starter = fileURLToPath(new URL('../tools/bundle/start.mjs', import.meta.url));

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [starter, 'sandbox/main', ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The lines that the process prints until it is ready, as name and value. */
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

/** Everything that the process prints until it says how to end it. */
async function untilLastLine({ stdout }: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of stdout ?? []) {
    printed += String(chunk);
    if (/^End it .*\n/m.test(printed)) break;
  }
  return printed;
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('exit', (code) => resolve(code)));
}

test('the sandbox prints addresses and keys that work, and ends on SIGTERM even while connections are open', async () => {
  const child = start(['--log-level', 'silent']);
  const end = ended(child);
  const printed = await untilReady(child);
  expect([...printed.keys()]).toEqual([
    'Control',
    'Control token',
    'API key',
    'Merchant',
    'Countries',
    "Other merchant's API key",
    'Settings',
    'Settings users',
    'Settings password',
    'Sandbox ready',
  ]);
  const base = printed.get('Sandbox ready') ?? '';
  expect(printed.get('Control')).toBe(`${base}/control`);
  for (const key of [printed.get('API key'), printed.get("Other merchant's API key")])
    expect((await fetch(`${base}/api/v1/brands/`, { headers: { 'x-api-key': key ?? '' } })).status).toBe(200);
  const headers = { 'x-control-token': printed.get('Control token') ?? '' };
  expect((await fetch(`${base}/control/health`, { headers })).status).toBe(200);
  expect(printed.get('Settings')).toBe(`${base}/settings`);
  const idle = connect(Number(new URL(base).port), '127.0.0.1').on('error', () => undefined);
  await new Promise((resolve) => idle.once('connect', resolve));
  // The connection stays open: a process that waited for it to close would never end.
  child.kill('SIGTERM');
  expect(await end).toBe(0);
});

for (const level of ['warn', 'info'])
  test(`the sandbox prints requests that work, and logs them ${level === 'info' ? 'at' : 'only at'} the level info`, async () => {
    const child = start(['--countries', 'de,FR', ...(level === 'info' ? ['--log-level', 'info'] : [])]);
    // The log is complete only when its stream is closed.
    const end = new Promise((resolve) => child.on('close', resolve));
    const logged: string[] = [];
    child.stderr?.on('data', (data) => logged.push(String(data)));
    const printed = await untilLastLine(child);
    const [, header = '', key = '', url = ''] =
      /^Send a request +curl -H '([\w-]+): (\w\S*)' (\S+)$/m.exec(printed) ?? [];
    expect(printed).toContain(`\nAPI key: ${key}\n`);
    expect(printed).toContain('\nCountries: DE, FR\n');
    expect((await fetch(url, { headers: { [header]: key } })).status).toBe(200);
    const [, token = '', orders = ''] =
      /^Make an order .*"X-Control-Token: (\S+)" (\S+)$/m.exec(printed) ?? [];
    const made = await fetch(orders, { method: 'POST', headers: { 'x-control-token': token } });
    expect(await made.json()).toMatchObject({ shipping_country_code: expect.stringMatching(/^(DE|FR)$/) });
    for (const name of ['Read about the rest', 'Manage the keys']) {
      const [, page = ''] = new RegExp(`^${name} +(\\S+)`, 'm').exec(printed) ?? [];
      expect((await fetch(page)).headers.get('content-type')).toContain('text/html');
    }
    child.kill('SIGTERM');
    expect(await end).toBe(0);
    expect(logged.join('').includes('"/countries/"')).toBe(level === 'info');
    expect(logged.join('')).not.toContain(key);
  });

test('a given token is not printed', async () => {
  const child = start(['--log-level', 'silent'], { SANDBOX_CONTROL_TOKEN: 'given-token' });
  const end = ended(child);
  const printed = await untilReady(child);
  child.kill('SIGINT');
  expect(await end).toBe(0);
  expect(JSON.stringify([...printed])).not.toContain('given-token');
  expect(printed.has('Control token')).toBe(false);
});

test('a sandbox ends with the process that it was told to end with', async () => {
  const parent = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
  const child = start(['--log-level', 'silent'], { SANDBOX_ENDS_WITH: String(parent.pid) });
  const end = ended(child);
  await untilReady(child);
  expect(child.exitCode).toBe(null);
  parent.kill('SIGKILL');
  expect(await end).toBe(0);
});

/** How a sandbox that can't start ends. */
async function refusal(...flags: readonly string[]): Promise<{ exitCode: number | null; sentence: string }> {
  const child = start(flags);
  const chunks: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, sentence: Buffer.concat(chunks).toString() };
}

test('invalid flags, and a port that is in use, end the sandbox with exit code 2 and one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await refusal('--port', String(port))).toEqual({
    exitCode: 2,
    sentence: `Port ${port} is in use: name a free one with --port, or 0 for any.\n`,
  });
  other.close();
  for (const [flags, message] of [
    [['--world', 'nowhere'], /^[^\n]*nowhere[^\n]*undescribed[^\n]*\.\n$/],
    [['--countries', 'DE,XX'], /^[^\n]*XX[^\n]*LT\.\n\(npm run sandbox -- --help lists the options\)\n$/],
  ] as const)
    expect(await refusal(...flags)).toEqual({ exitCode: 2, sentence: expect.stringMatching(message) });
});
