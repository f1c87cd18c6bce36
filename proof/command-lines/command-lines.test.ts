import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { CommandLines } from './command-lines.js';

const test = base.extend<{ lines: CommandLines }>({
  lines: async ({}, use) => {
    const folder = test.info().outputPath('starts');
    mkdirSync(folder, { recursive: true });
    using lines = new CommandLines(folder);
    await use(lines);
  },
});

/** Starts a program with additional variables in its environment. */
function start(program: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function ended(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.on('close', resolve));
}

test("a key on another process's command line is not seen", async ({ lines }) => {
  const key = randomUUID();
  const forever = ['--eval', 'setInterval(() => {}, 1000)'];
  const foreign = start(process.execPath, [...forever, key], {});
  const run = start(process.execPath, [...forever, 'of-the-run'], lines.environment);
  await expectSeen(lines, 'of-the-run');
  expect(lines.text).not.toContain(key);
  for (const each of [foreign, run]) each.kill();
  await Promise.all([foreign, run].map(ended));
});

const starts = {
  spawn: `spawn('true', words)`,
  execFileSync: `execFileSync('true', words)`,
  execSync: `execSync(['true', ...words].join(' '))`,
  'spawn without an environment': `spawn('true', words, { env: { PATH: process.env.PATH } })`,
} as const;

for (const [name, call] of Object.entries(starts))
  test(`a key on the command line of a process that ends at once is seen: ${name}`, async ({ lines }) => {
    const key = randomUUID();
    const source = `
      import { execFileSync, execSync, spawn } from 'node:child_process';
      const words = [process.env.KEY];
      ${call};`;
    const args = ['--input-type=module', '--eval', source];
    await ended(start(process.execPath, args, { ...lines.environment, KEY: key }));
    expect(lines.text).toContain(key);
  });

// On other systems, no process can read the command line of another.
if (process.platform === 'linux') {
  test('a key on the command line of a process that lost the environment is seen', async ({ lines }) => {
    const key = randomUUID();
    const script = 'env -i PATH="$PATH" tail -f /dev/null "$KEY" > /dev/null 2>&1 & echo $!; wait';
    const run = start('sh', ['-c', script], { ...lines.environment, KEY: key });
    const [pid] = await once(run.stdout, 'data');
    await expectSeen(lines, key);
    process.kill(Number(pid));
    await ended(run);
  });
}

/** The shell reports that a process has started before that process has its command line. */
async function expectSeen(lines: CommandLines, key: string): Promise<void> {
  const look = () => {
    lines.look();
    return lines.text;
  };
  await expect.poll(look).toContain(key);
}
