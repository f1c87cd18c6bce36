import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { homeOf, inherited } from '#testing/started-command';
import { programArguments, suiteFolder } from '../src/contract/documents/folders.js';
import { settingsFileVariable } from '../src/target/environment.js';
import { residueIn, startStaging } from './staging/staging-environment.js';

/** The processes of this machine. */
function processes() {
  const columns = ['-A', '-o', 'pid=,ppid=,args='];
  const lines = execFileSync('ps', columns, { encoding: 'utf8', maxBuffer: 1 << 26 });
  return [...lines.matchAll(/^\s*(\d+)\s+(\d+) (.*)$/gm)].map(([, pid, parent, command = '']) => {
    return { pid: Number(pid), parent: Number(parent), command };
  });
}

/** A process and all that it started. */
function familyOf(pid: number): ReturnType<typeof processes> {
  const all = processes();
  const family = all.filter((each) => each.pid === pid);
  for (const { pid: parent } of family) family.push(...all.filter((each) => each.parent === parent));
  return family;
}

/** The processes of a run, by what is to be seen of their command lines. */
const kinds = [/cli\/main run /, /cli\.js test /, /workerProcessEntry/, /sandbox\/main\.js/, /--headless/];

for (const [what, kind, signal] of [
  ['Playwright is killed', 1, 'SIGKILL'],
  ['Playwright is terminated', 1, 'SIGTERM'],
  ['the command is killed', 0, 'SIGKILL'],
  ['the command is terminated, as by timeout', 0, 'SIGTERM'],
] as const)
  test(`no process of a run is left after ${what}, even if a worker is blocked`, async () => {
    const command = [
      ...programArguments('src/cli/main'),
      ...'run --grep @VER-06 --workers 1 --output'.split(' '),
      test.info().outputPath('reports'),
    ];
    const run = spawn(process.execPath, command, {
      cwd: suiteFolder,
      stdio: 'ignore',
      env: {
        ...inherited(),
        [settingsFileVariable]: 'none',
        NODE_OPTIONS: `--import=${new URL('block-workers.mjs', import.meta.url).href}`,
      },
    });
    const ended = once(run, 'exit');
    let family: ReturnType<typeof familyOf> = [];
    const seen = () => {
      family = familyOf(run.pid ?? 0);
      return kinds.map((pattern) => family.some(({ command: line }) => pattern.test(line)));
    };
    const left = () => {
      const known = new Map(family.map(({ pid, command: line }) => [pid, line]));
      return processes().filter(({ pid, command: line }) => known.get(pid) === line);
    };
    try {
      await expect.poll(seen, 'all kinds of processes').toEqual(kinds.map(() => true));
      const victim = family.find(({ command: line }) => kinds[kind]?.test(line));
      process.kill(victim?.pid ?? 0, signal);
      await ended;
      await expect.poll(left).toEqual([]);
    } finally {
      for (const { pid } of left()) process.kill(pid, 'SIGKILL');
    }
  });

/** On a busy machine, a run takes minutes until it has made something. */
const untilMade = { timeout: 600_000, intervals: [50] };

for (const [what, victim, signal, isStoppedAgain] of [
  ['is terminated gives its verdict, and then removes what it created', 0, 'SIGTERM', false],
  ['loses Playwright gives its verdict, and then removes what it created', 1, 'SIGKILL', false],
  ['is terminated again while it removes what it created leaves the rest to its ledger', 0, 'SIGTERM', true],
] as const)
  test(`a run on a merchant of others that ${what}`, async () => {
    await using staging = await startStaging(30);
    const before = residueIn(await staging.state());
    const folder = test.info().outputPath('reports');
    const command = [...programArguments('src/cli/main'), 'run', '--seed', '1', '--output', folder];
    const run = spawn(process.execPath, [...command, 'specs/product-status', 'specs/webhooks'], {
      cwd: homeOf(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...inherited(), ...staging.settings, [settingsFileVariable]: 'none', FORCE_COLOR: '0' },
    });
    const printed: string[] = [];
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => printed.push(`${chunk}`));
    const ended = once(run, 'close');
    const made = (call: string) =>
      staging.passed.filter(({ method, url, status }) => `${method} ${url}`.endsWith(call) && status < 300);
    for (const call of ['PATCH /api/v1/products/status', 'POST /api/v1/webhooks/'])
      await expect.poll(() => made(call).length, untilMade).toBeGreaterThan(1);
    const killed = familyOf(run.pid ?? 0).find(({ command: line }) => kinds[victim]?.test(line));
    // Batches of the removal then stay pending, so that it still goes on when it is stopped.
    if (isStoppedAgain) await staging.keys.setClock({ frozen: true });
    process.kill(Number(killed?.pid), signal);
    await expect.poll(() => printed.join('')).toMatch(/^The run now removes what it created\./m);
    expect(printed.join('')).toMatch(/^Verdict {3}incomplete \(exit 3\).*\n[\s\S]*^The run now removes/m);
    expect(existsSync(join(folder, 'index.html'))).toBe(true);
    if (isStoppedAgain) run.kill('SIGTERM');
    expect(await ended, printed.join('')).toEqual(isStoppedAgain ? [null, 'SIGTERM'] : [3, null]);
    expect(readdirSync(join(homeOf(folder), 'reports/ledger'))).toHaveLength(isStoppedAgain ? 1 : 0);
    if (isStoppedAgain) return;
    expect(printed.join('')).toMatch(/\nct-\w+-: No subscription is left, and nothing in the catalogue/);
    expect(residueIn(await staging.state())).toEqual(before);
  });
