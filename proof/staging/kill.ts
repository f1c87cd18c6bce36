import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { runCommand } from '../../src/cli/conformance-process.js';
import type { MerchantState } from '../../src/operations/prerequisites/state.js';
import { changesOf, type StagingEnvironment, startStaging } from './staging-environment.js';

/**
 * `npm run selftest:kill`: kills a run at random moments, with all its processes and without warning, cleans up, and
 * reads from the environment itself what is left of the run. The exit code is 0 if nothing is ever left.
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    speed: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '30' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Specs that create products and subscriptions of every kind, and publish products. */
const specs = ['specs/product-status', 'specs/webhooks', 'specs/products', 'specs/authentication'];
/** Milliseconds that a cleanup may take. */
const patience = 600_000;

/** The things that a run left in the environment. */
interface Left {
  readonly visible: number;
  readonly subscriptions: number;
  readonly products: number;
}

/** The milliseconds after which each run is killed, which the seed decides. */
const moments = fc.sample(fc.integer({ min: Number(values.from) * 1000, max: Number(values.to) * 1000 }), {
  seed: Number(values.seed),
  numRuns: Number(values.times),
});

await using staging = await startStaging(Number(values.speed));
const before = await staging.state();
print(`seed ${values.seed}; ${values.times} runs against an environment at speed ${values.speed}`);
const columns = ['run', 'killed after', 'visible', 'subscriptions', 'products'];
print(row(...columns, 'cleanup', 'exit', 'visible', 'subscriptions'));
let residues = 0;
for (const [index, milliseconds] of moments.entries()) {
  const run = index + 1;
  const folder = mkdtempSync(join(tmpdir(), 'killed-run-'));
  const prefix = `ct-kill${String(run).padStart(2, '0')}-`;
  await killedRun(staging, folder, prefix, milliseconds);
  const killed = leftOf(prefix, await staging.state());
  const cleanup = await runCommand(['src/cli/main.ts', 'cleanup'], environmentOf(staging, folder), patience);
  const after = leftOf(prefix, await staging.state());
  const isClean = cleanup.exitCode === 0 && after.visible + after.subscriptions === 0;
  if (!isClean) residues += 1;
  print(
    row(
      String(run),
      `${(milliseconds / 1000).toFixed(1)} s`,
      String(killed.visible),
      String(killed.subscriptions),
      String(killed.products),
      `${(cleanup.milliseconds / 1000).toFixed(1)} s`,
      String(cleanup.exitCode),
      String(after.visible),
      String(after.subscriptions),
    ),
  );
  if (!isClean) print(cleanup.output);
  if (ledgersIn(folder).length > 0 && isClean) print(`  ledgers are left: ${ledgersIn(folder).join(', ')}`);
  rmSync(folder, { recursive: true, force: true });
}
const changed = changesOf(before, await staging.state());
for (const change of changed) print(change);
print(
  `${residues} of ${values.times} killed runs left something; ${changed.length} of the things that existed before were changed.`,
);
process.exitCode = residues + changed.length === 0 ? 0 : 1;

/** Starts a run, and kills it with all its processes some time after its first write. */
async function killedRun(
  environment: StagingEnvironment,
  folder: string,
  prefix: string,
  milliseconds: number,
): Promise<void> {
  const args = ['--import', 'tsx', 'src/cli/main.ts', 'run', '--workers', '4', '--seed', '1', ...specs];
  const child = spawn(process.execPath, [...args, '--output', join(folder, 'artifacts')], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      ...environmentOf(environment, folder),
      CONFORMANCE_RUN_PREFIX: prefix,
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const earlier = environment.passed.length;
  const hasWritten = () => environment.passed.slice(earlier).some(({ method }) => method === 'POST');
  while (!hasWritten() && child.exitCode === null) await sleep(50);
  await sleep(milliseconds);
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  await ended;
}

function environmentOf({ settings, keys }: StagingEnvironment, folder: string): Record<string, string> {
  return {
    ...settings,
    TARGET_OTHER_API_KEY: keys.otherApiKey,
    CONFORMANCE_REPORTS: folder,
    CONFORMANCE_HISTORY: '0',
  };
}

function leftOf(prefix: string, { products, webhooks }: MerchantState): Left {
  const own = (entries: readonly unknown[]) =>
    entries.filter((entry) => JSON.stringify(entry).includes(prefix));
  const isVisible = (entry: unknown) => /"status":"(active|pending_\w+)"/.test(JSON.stringify(entry));
  const mine = own(products);
  return {
    products: mine.length,
    visible: mine.filter(isVisible).length,
    subscriptions: own(webhooks).length,
  };
}

function ledgersIn(folder: string): string[] {
  const ledgers = join(folder, 'ledger');
  if (!existsSync(ledgers)) return [];
  return readdirSync(ledgers, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
}

function row(...cells: readonly string[]): string {
  const widths = [4, 13, 8, 14, 9, 9, 5, 8, 14];
  return cells.map((cell, index) => cell.padStart(widths[index] ?? 8)).join('');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
