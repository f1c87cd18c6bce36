import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { inherited, runCommand } from '#testing/started-command';
import { programArguments } from '../../src/contract/documents/folders.js';
import { seedVariable } from '../../testing/seed.js';
import { changesOf, residueIn, type StagingEnvironment, startStaging } from './staging-environment.js';

/** Milliseconds after which the removal is stopped. */
const patience = 3_600_000;

/** The earliest and the latest moment of a kill, in milliseconds after the first write of a run. */
const [earliest, latest] = [1000, 30_000];

/** Specs that create products and subscriptions of every kind, and publish products. */
const creating = ['specs/product-status', 'specs/webhooks', 'specs/products', 'specs/authentication'];

/** How many runs are killed. */
const times = 10;

/** Seconds that pass in the environment in one real second. */
const speed = 30;

test('cleanup removes what runs left that were killed at any moment, with all their processes, and nothing of others', async () => {
  test.setTimeout(5_400_000);
  const seed = Number(process.env[seedVariable]);
  const moments = fc.sample(fc.integer({ min: earliest, max: latest }), { seed, numRuns: times });
  await using staging = await startStaging(speed);
  const before = await staging.state();
  for (const [index, milliseconds] of moments.entries()) {
    const folder = test.info().outputPath(`run-${index}`);
    mkdirSync(folder, { recursive: true });
    const prefix = `ct-kill${String(index).padStart(2, '0')}-`;
    const settings = { ...staging.settings, TARGET_OTHER_API_KEY: staging.keys.otherApiKey };
    await killedRun(staging, { ...settings, CONFORMANCE_RUN_PREFIX: prefix }, folder, milliseconds);
    const cleanup = await runCommand(['src/cli/main', 'cleanup'], settings, patience, undefined, folder);
    expect.soft(cleanup.exitCode, cleanup.output).toBe(0);
    const left = residueIn(await staging.state()).filter((each) => each.includes(prefix));
    expect.soft(left, `killed after ${milliseconds} ms: ${cleanup.output}`).toEqual([]);
  }
  expect(changesOf(before, await staging.state())).toEqual([]);
});

/** Starts a run, and kills it with all its processes some time after its first write. */
async function killedRun(
  { passed }: StagingEnvironment,
  settings: Readonly<Record<string, string>>,
  folder: string,
  milliseconds: number,
): Promise<void> {
  const args = [...programArguments('src/cli/main'), 'run', '--workers', '4', '--seed', '1', ...creating];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { ...inherited(), ...settings },
  });
  const ended = once(child, 'exit');
  const earlier = passed.length;
  const hasWritten = () => passed.slice(earlier).some(({ method }) => method === 'POST');
  while (!hasWritten() && child.exitCode === null) await sleep(50);
  await sleep(milliseconds);
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  await ended;
}
