import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runCommand, runConformance } from '#testing/started-command';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Milliseconds after which a command hangs: even on a busy machine, none takes this long. */
const patience = 600_000;

const few = ['--grep', '@REF-05', '--workers', '1'];

test('runs against equal sandboxes have no differences, and a fault shows as one, with its responses', async () => {
  await using clean = await startSandbox('--speed', runSpeed);
  await using equal = await startSandbox('--speed', runSpeed);
  await using faulty = await startSandbox('--speed', runSpeed, '--fault', 'text:200/[].id@listBrands');
  const reportOf = async (name: string, sandbox: typeof clean) => {
    const folder = test.info().outputPath(name);
    const settings = { ...targetSettings(sandbox), CONFORMANCE_HISTORY: '0' };
    const args = [...few, '--seed', '5', '--output', join(folder, 'artifacts')];
    const { report, output } = await runConformance(settings, folder, args);
    expect(report?.totals.exchanges, output).toBeGreaterThan(0);
    return join(folder, 'conformance.json');
  };
  const a = await reportOf('clean', clean);
  const compare = (b: string, ...options: readonly string[]) =>
    runCommand(['src/cli/main', 'compare', a, b, ...options], {}, patience);

  const same = await compare(await reportOf('equal', equal));
  expect(same.output).toMatch(/^Result {4}no difference \(exit 0\)$/m);
  expect(same.exitCode).toBe(0);

  const { exitCode, output } = await compare(await reportOf('faulty', faulty), '--json');
  expect(exitCode, output).toBe(1);
  const { differences } = JSON.parse(output);
  expect(differences).toMatchObject([
    {
      operations: ['listBrands'],
      places: [{ operationId: 'listBrands', place: 'body [].id', a: ['number'], b: ['string'] }],
    },
  ]);
});

test('one command tests two targets with the same seed, keeps both reports, and compares them', async () => {
  await using faulty = await startSandbox('--speed', runSpeed, '--fault', 'lists-no-brands');
  const name = `selftest-${process.pid}`;
  const file = join(root, `.env.${name}`);
  const folder = test.info().outputPath('reports');
  const settings = Object.entries(targetSettings(faulty));
  writeFileSync(file, settings.map(([variable, value]) => `${variable}=${value}\n`).join(''));
  try {
    const { exitCode, output } = await runCommand(
      ['src/cli/main', 'run', '--against', name, ...few, '--output', join(folder, 'artifacts')],
      { CONFORMANCE_REPORTS: folder, CONFORMANCE_HISTORY: '0', CONFORMANCE_KNOWN_FAILURES: 'none' },
      patience,
    );
    expect(exitCode, output).toBe(1);
    const [a, b] = [folder, join(folder, 'against')].map((each) =>
      JSON.parse(readFileSync(join(each, 'conformance.json'), 'utf8')),
    );
    expect(a).toMatchObject({ target: { name: 'embedded sandbox' }, exitCode: 0 });
    expect(b).toMatchObject({ target: { name }, exitCode: 1, seed: a.seed });
    expect(output).toMatch(/^1\. listBrands.*: only B violates /m);
    expect(output.trimEnd().split('\n').at(-1)).toBe('Result    1 difference (exit 1)');
  } finally {
    rmSync(file, { force: true });
  }
});

test('two targets are not compared if both would be the same service, or if the second cannot be tested', async () => {
  const run = (settings: Readonly<Record<string, string>>) =>
    runCommand(
      ['src/cli/main', 'run', '--against', 'other'],
      { CONFORMANCE_REPORTS: test.info().outputPath('reports'), ...settings },
      patience,
    );
  const same = await run({ TARGET_URL: 'http://127.0.0.1:9' });
  expect(same.exitCode, same.output).toBe(2);
  expect(same.output).toMatch(
    /^TARGET_URL is set in the environment, so both runs would test the same service/,
  );
  const unknown = await run({});
  expect(unknown.exitCode, unknown.output).toBe(2);
  expect(unknown.output).toMatch(/^--against other: TARGET_URL is not set: [^\n]*\n$/);
});
