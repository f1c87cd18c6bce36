import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { runCommand } from '#testing/started-command';
import { programArguments } from '../../src/contract/documents/folders.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import type { MerchantState } from '../../src/verdicts/oracles/lists/changes.js';
import { changesOf, type StagingEnvironment, startStaging } from './staging-environment.js';

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

/**
 * Kills runs at random moments, with all their processes and without warning, cleans up, and reads from the environment
 * itself what is left of each run.
 * @param seed draws the moments
 * @returns whether nothing was ever left, and nothing of others changed
 */
export async function killRuns(seed: number): Promise<boolean> {
  const moments = fc.sample(fc.integer({ min: earliest, max: latest }), { seed, numRuns: times });
  await using staging = await startStaging(speed);
  const before = await staging.state();
  let residues = 0;
  for (const [index, milliseconds] of moments.entries()) {
    const run = index + 1;
    const folder = mkdtempSync(join(tmpdir(), 'killed-run-'));
    const prefix = `ct-kill${String(run).padStart(2, '0')}-`;
    const settings = { ...staging.settings, TARGET_OTHER_API_KEY: staging.keys.otherApiKey };
    await killedRun(staging, { ...settings, CONFORMANCE_RUN_PREFIX: prefix }, folder, milliseconds);
    const killed = leftOf(prefix, await staging.state());
    const cleanup = await runCommand(['src/cli/main', 'cleanup'], settings, patience, undefined, folder);
    const after = leftOf(prefix, await staging.state());
    standardOutput.printAsIs(
      `run ${run}, killed after ${milliseconds} ms: ${JSON.stringify(killed)}; cleanup ended with ${cleanup.exitCode}: ${JSON.stringify(after)}`,
    );
    if (cleanup.exitCode !== 0 || after.visible + after.subscriptions > 0) {
      residues += 1;
      standardOutput.printAsIs(cleanup.output);
    }
    rmSync(folder, { recursive: true, force: true });
  }
  const changed = changesOf(before, await staging.state());
  for (const change of changed) standardOutput.printAsIs(change);
  standardOutput.printAsIs(
    `${residues} of ${times} killed runs left something; ${changed.length} of the things that existed before were changed.`,
  );
  return residues + changed.length === 0;
}

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
    env: { ...process.env, ...settings },
  });
  const ended = once(child, 'exit');
  const earlier = passed.length;
  const hasWritten = () => passed.slice(earlier).some(({ method }) => method === 'POST');
  while (!hasWritten() && child.exitCode === null) await sleep(50);
  await sleep(milliseconds);
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/** How many things of a run are left in the environment. */
function leftOf(prefix: string, { products, webhooks }: MerchantState) {
  const [mine = [], subscriptions = []] = [products, webhooks].map((entries) =>
    entries.map((entry) => JSON.stringify(entry)).filter((entry) => entry.includes(prefix)),
  );
  return {
    products: mine.length,
    visible: mine.filter((entry) => /"status":"(active|pending_\w+)"/.test(entry)).length,
    subscriptions: subscriptions.length,
  };
}
