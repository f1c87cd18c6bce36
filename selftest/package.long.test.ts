import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import {
  call,
  expectSmokeRun,
  installFromCheckout,
  installFromRegistry,
  packedFiles,
  reportIn,
  startPackagedSandbox,
  stateOf,
  type UserFolder,
} from './packed.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The most bytes that the package may take when it is unpacked. */
const mostBytes = 12_000_000;

// One after another: each way of installing the package builds it at the same place.
test.describe.configure({ mode: 'default' });

test.describe('The package', () => {
  test.describe.configure({ mode: 'serial' });
  let folder: UserFolder;

  test.beforeAll(() => {
    execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'pipe' });
    folder = installFromCheckout(test.info().outputPath('user'));
  });

  test('takes less than 12 MB, and holds no source, test or test data that nothing reads', () => {
    const files = packedFiles();
    const size = files.reduce((sum, each) => sum + each.size, 0);
    expect(size).toBeLessThan(mostBytes);
    expect(size).toBeGreaterThan(1_000_000);
    const strange = files.filter(({ path }) =>
      /\.test\.|^(?:fixtures|reports)\/|^targets\/.*\.yaml$|^(?!dist\/).*\.tsx?$/.test(path),
    );
    expect(strange).toEqual([]);
  });

  test('tests its own sandbox from an empty folder, and writes only to that folder', async () => {
    await expectSmokeRun(folder);
    const { exitCode, output } = await call(folder, ['report', '--no-open']);
    expect({ exitCode, output: output.trim() }).toEqual({ exitCode: 0, output: 'reports/latest/index.html' });
    const page = readFileSync(join(folder.path, 'reports/latest/index.html'), 'utf8');
    expect(page).toContain('npx seller-api-conformance run');
    expect(page).not.toContain('npm run conformance');
  });

  test('plans and cleans up a target that a settings file in that folder names', async () => {
    await using sandbox = await startPackagedSandbox(folder, '--log-level', 'warn');
    writeFileSync(
      join(folder.path, '.env.shop'),
      `TARGET_URL=${sandbox.url}\nTARGET_API_KEY=${sandbox.apiKey}\n`,
    );
    for (const command of ['plan', 'cleanup']) {
      const { exitCode, output } = await call(folder, [command, '--target', 'shop']);
      expect(exitCode, output).toBe(0);
    }
  });

  test('prints its requirements, and refuses what makes no sense in one sentence', async () => {
    const limits = await call(folder, ['requirements', '--grep', '@8.2']);
    expect(limits).toEqual({ exitCode: 0, output: expect.stringMatching(/^PRD-13, must {5}A style key /m) });
    const merged = await call(folder, ['merge', 'nowhere']);
    const output = 'nowhere has no report-N.zip: copy there the reports/latest/blob of each shard.\n';
    expect(merged).toEqual({ exitCode: 2, output });
    const misspelt = await call(folder, ['rum']);
    expect(misspelt).toEqual({ exitCode: 2, output: expect.stringContaining('(Did you mean run?)') });
    expect(existsSync(join(folder.path, 'nowhere'))).toBe(false);
  });

  test('explains itself in its own words', async () => {
    const { output: overview } = await call(folder, ['--help']);
    const commands = [...overview.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name = '']) => name);
    expect(commands).toContain('sandbox');
    const [version, ...helps] = await Promise.all([
      call(folder, ['--version']),
      ...commands.map((command) => call(folder, [command, '--help'])),
    ]);
    expect(version?.output).toMatch(/^seller-api-conformance \d[\w.-]* \(contract 1\.3\.0, Playwright \d/);
    for (const { exitCode, output } of helps) {
      expect(exitCode, output).toBe(0);
      expect(output).toMatch(/^Usage: npx seller-api-conformance \w+ /);
      expect(output).not.toContain('npm run');
    }
  });
});

test('The package, installed into an empty folder with an empty cache, tests its own sandbox', async () => {
  const folder = installFromRegistry(test.info().outputPath());
  const before = stateOf(folder);
  await expectSmokeRun(folder);

  await using sandbox = await startPackagedSandbox(folder, '--log-level', 'warn', '--speed', '30');
  const settings = {
    TARGET_CONTROL_URL: sandbox.control.url,
    TARGET_CONTROL_TOKEN: sandbox.control.token,
    TARGET_WRITES: 'allow',
    TARGET_CONFIRMED_GAPS: 'all',
    TARGET_CLOCK_SPEED: '30',
  };
  const whole = await call(folder, ['run', '--url', sandbox.url], settings);
  expect(whole.exitCode, whole.output).toBe(0);
  expect(reportIn(folder)).toMatchObject({ verdict: 'conformant', exitCode: 0 });

  const learned = await call(folder, ['learn', '--url', sandbox.url, '--target', 'shop'], {
    TARGET_API_KEY: sandbox.apiKey,
  });
  expect([0, 3], learned.output).toContain(learned.exitCode);
  expect(existsSync(join(folder.path, 'targets/shop.yaml'))).toBe(true);
  expect(stateOf(folder), 'nothing was written to the package').toEqual(before);
});
