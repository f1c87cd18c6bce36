import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startSandboxes, targetSettings } from '#testing/sandbox-process';
import { runLine } from '#testing/started-command';
import { suiteFolder } from '../src/contract/documents/folders.js';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';

const name = 'seller-api-conformance';

/** The most bytes that the package may take when it is unpacked. */
const mostBytes = 12_000_000;

// One package for all tests, which a user has installed into an empty folder, with an empty cache.
test.describe.configure({ mode: 'serial' });
let packed: {
  readonly filename: string;
  readonly files: readonly Record<'path' | 'size', string | number>[];
};
let folder = '';
let installed = '';
let program = '';

test.beforeAll(() => {
  const npm = (cwd: string, ...args: readonly string[]) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  npm(suiteFolder, 'run', 'build');
  const place = test.info().outputPath();
  folder = join(place, 'user');
  mkdirSync(folder, { recursive: true });
  [packed] = JSON.parse(npm(suiteFolder, 'pack', '--json', '--ignore-scripts', '--pack-destination', place));
  // Without a prefix, npm would install into the checkout around the folder.
  npm(folder, 'install', '--prefix', folder, '--cache', join(place, 'cache'), join(place, packed.filename));
  installed = join(folder, 'node_modules', name);
  program = join(installed, JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).bin[name]);
});

/** Calls the command of the package in the user's folder, and returns what the user sees. */
function call(args: readonly string[]) {
  return runLine(`cd ${folder} && node ${program} ${args.join(' ')}`, {});
}

/** The path, size and time of every file of the package. */
function filesOfPackage(): readonly string[] {
  return readdirSync(installed, { recursive: true, encoding: 'utf8' }).map((path) => {
    const { size, mtimeMs } = statSync(join(installed, path));
    return `${path} ${size} ${mtimeMs}`;
  });
}

test('the package takes less than 12 MB, and holds no source, test or test data that nothing reads', () => {
  const size = packed.files.reduce((sum, each) => sum + Number(each.size), 0);
  expect(size).toBeLessThan(mostBytes);
  expect(size).toBeGreaterThan(1_000_000);
  const strange = packed.files.filter(({ path }) =>
    /\.test\.|^(?:fixtures|reports)\/|^targets\/.*\.yaml$|^(?!dist\/).*\.tsx?$/.test(`${path}`),
  );
  expect(strange).toEqual([]);
});

test('the package tests, plans, learns and cleans up a target that a settings file names, and writes only to the folder of its user', async () => {
  const before = filesOfPackage();
  const flags = ['--log-level', 'warn', '--speed', runSpeed];
  await using started = await startSandboxes(1, flags, [program, 'sandbox']);
  const [sandbox] = started.sandboxes;
  if (sandbox === undefined) throw new Error('The sandbox of the package did not start.');
  const settings = { ...targetSettings(sandbox), TARGET_API_KEY: sandbox.apiKey };
  const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`);
  writeFileSync(join(folder, '.env.shop'), lines.join(''));

  const run = await call(['run', '--target', 'shop', '--seed', '7']);
  expect(run.exitCode, run.output).toBe(0);
  expect(run.output).toMatch(/^Report {4}reports\/runs\/\S+\/index\.html$/m);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const report: ConformanceReport = JSON.parse(read('reports/latest/conformance.json'));
  expect(report).toMatchObject({
    verdict: 'conformant',
    command: `npx ${name} run --target shop --seed 7`,
    target: { url: sandbox.url },
  });
  expect(run.output + JSON.stringify(report)).not.toContain(sandbox.apiKey);
  // Seeds, plans and reports name a test by its source: the same in a package and in a checkout.
  for (const { file, line } of report.tests) {
    const source = readFileSync(join(suiteFolder, 'specs', file), 'utf8').split('\n');
    expect(source[line - 1], `${file}:${line}`).toMatch(/\btest\(/);
  }
  const shown = await call(['report', '--no-open']);
  expect(shown).toMatchObject({ exitCode: 0, output: 'reports/latest/index.html\n' });
  expect(read('reports/latest/index.html')).toContain(`npx ${name} run`);
  expect(read('reports/latest/index.html')).not.toContain('npm run conformance');

  for (const command of ['plan', 'learn', 'cleanup']) {
    const { exitCode, output } = await call([command, '--target', 'shop']);
    expect(exitCode, output).toBe(0);
  }
  expect(existsSync(join(folder, 'targets/shop.yaml'))).toBe(true);
  expect(filesOfPackage()).toEqual(before);
});

test('the package explains itself in its own words', async () => {
  const { output: overview } = await call(['--help']);
  const commands = [...overview.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, command = '']) => command);
  expect(commands).toContain('sandbox');
  const { output: version } = await call(['--version']);
  expect(version).toMatch(/^seller-api-conformance \d[\w.-]* \(contract 1\.3\.0, Playwright \d/);
  for (const command of commands) {
    const { exitCode, output } = await call([command, '--help']);
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/^Usage: npx seller-api-conformance \w+ /);
    expect(output).not.toContain('npm run');
  }
});
