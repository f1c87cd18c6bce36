import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const name = 'seller-api-conformance';

/** A folder of a user in which the package is installed. */
export interface UserFolder {
  readonly path: string;
  /** The folder of the package in it. */
  readonly installed: string;
}

/** The files of the package, as `npm pack` lists them. */
export function packedFiles(): readonly { readonly path: string; readonly size: number }[] {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(listed)[0].files;
}

/** Installs the built package without a registry: its own files, and links to the packages that it needs. */
export function installFromCheckout(path: string): UserFolder {
  const installed = join(path, 'node_modules', name);
  for (const file of packedFiles()) cpSync(join(root, file.path), join(installed, file.path));
  for (const needed of ['@playwright/test', 'playwright', 'playwright-core']) {
    mkdirSync(dirname(join(path, 'node_modules', needed)), { recursive: true });
    symlinkSync(join(root, 'node_modules', needed), join(path, 'node_modules', needed), 'junction');
  }
  return { path, installed };
}

/** Packs the package and installs it into an empty folder, from the registry, with an empty cache. */
export function installFromRegistry(path: string): UserFolder {
  const [packed, cache] = [join(path, 'packed'), join(path, 'cache')];
  const folder = join(path, 'user');
  for (const each of [packed, folder]) mkdirSync(each, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', packed], { cwd: root, stdio: 'pipe' });
  const [archive = ''] = readdirSync(packed);
  // Without a prefix, npm would install into the checkout around the folder.
  const install = ['install', '--prefix', folder, '--cache', cache, join(packed, archive)];
  execFileSync('npm', install, { cwd: folder, stdio: 'pipe' });
  return { path: folder, installed: join(folder, 'node_modules', name) };
}

/** Calls the command of the package in the user's folder, with no variables but these. @returns what the user sees */
export function call(
  folder: UserFolder,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly exitCode: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [programOf(folder), ...args],
      { cwd: folder.path, env: environmentWith(variables), encoding: 'utf8', maxBuffer: 2 ** 26 },
      (_error, out, complaints) => resolve({ exitCode: child.exitCode ?? -1, output: out + complaints }),
    );
  });
}

function programOf({ installed }: UserFolder): string {
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  return join(installed, bin[name]);
}

function environmentWith(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...variables };
}

/** Starts a sandbox with the command of the package, and waits for its address and its key. */
export async function startPackagedSandbox(folder: UserFolder, ...flags: readonly string[]) {
  const child = spawn(process.execPath, [programOf(folder), 'sandbox', ...flags], {
    cwd: folder.path,
    env: environmentWith({}),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (/^Sandbox ready: .*\n/m.test(printed)) break;
  }
  const printedAfter = (line: string) => new RegExp(`^${line}: (.*)$`, 'm').exec(printed)?.[1] ?? '';
  return {
    url: printedAfter('Sandbox ready'),
    apiKey: printedAfter('API key'),
    control: { url: printedAfter('Control'), token: printedAfter('Control token') },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** The report of the last run in the user's folder. */
export function reportIn({ path }: UserFolder): ConformanceReport {
  return JSON.parse(readFileSync(join(path, 'reports/latest/conformance.json'), 'utf8'));
}

/** The path, size and time of every file of the installed package, to show that no run changes it. */
export function stateOf({ installed }: UserFolder): readonly string[] {
  return readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(file);
      return `${file} ${size} ${mtimeMs}`;
    })
    .toSorted();
}

/**
 * Tests the package's own sandbox with the profile smoke, as a user would, and expects a report that says the same as
 * one of a checkout, in the user's folder.
 */
export async function expectSmokeRun(folder: UserFolder): Promise<void> {
  const before = stateOf(folder);
  await using sandbox = await startPackagedSandbox(folder, '--log-level', 'warn');
  const args = ['run', '--url', sandbox.url, '--profile', 'smoke', '--seed', '7'];
  const { exitCode, output } = await call(folder, args, { TARGET_API_KEY: sandbox.apiKey });
  const report = reportIn(folder);
  expect(exitCode, output).toBe(report.exitCode);
  expect([0, 3], output).toContain(exitCode);
  expect(report.requirements.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  expect(report.requirements.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(5);
  expect(report.target.url).toBe(sandbox.url);
  expect(report.command).toBe(`npx ${name} run --url ${sandbox.url} --profile smoke --seed 7`);
  expect(output).toMatch(/^Report {4}reports\/runs\/\S+\/index\.html$/m);
  expect(output + JSON.stringify(report)).not.toContain(sandbox.apiKey);
  // Seeds, plans and reports name a test by its source: the same in a package and in a checkout.
  expect(report.tests.length).toBeGreaterThan(5);
  for (const { file, line } of report.tests)
    expect(readFileSync(join(root, 'specs', file), 'utf8').split('\n')[line - 1], `${file}:${line}`).toMatch(
      /\btest\(/,
    );
  expect(stateOf(folder)).toEqual(before);
}
