import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import fc from 'fast-check';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runCommand } from '#testing/started-command';
import { command, seedOption } from '../../src/cli/program.js';
import { programArguments } from '../../src/contract/documents/folders.js';
import { targetFileVariable } from '../../src/contract/mapping/file/target-file.js';
import type { MerchantState } from '../../src/operations/prerequisites/state.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import { learnWorld } from '../world-runs.js';
import {
  changesOf,
  observationsOf,
  productsOf,
  type StagingEnvironment,
  startStaging,
} from './staging-environment.js';

/** Milliseconds after which a run is stopped. */
const patience = 3_600_000;

/** Prefix of every name that a run creates. */
const runPrefix = 'ct-staging-';

/** Specs that create products and subscriptions of every kind, and publish products. */
const creating = ['specs/product-status', 'specs/webhooks', 'specs/products', 'specs/authentication'];

const aboutSpeed = 'seconds that pass in the environment in one real second';
const aboutWorld = 'the world of the sandbox, whose file is learned first';
const aboutArguments = 'after --, arguments for npm run conformance';

// Each command has the name of its npm script.
await new Command('staging')
  .addCommand(
    command('staging', "serve an environment with other people's data, real limits and no control interface")
      .option('--speed <number>', aboutSpeed, positive, 1)
      .option('--world <name>', aboutWorld)
      .addOption(seedOption().default('1'))
      .action((asked) => (knowsItsWorld(asked) ? serve(asked) : againInItsWorld(asked))),
  )
  .addCommand(
    command('selftest:staging', 'run the suite in such an environment, on its real clock')
      .argument('[arguments...]', aboutArguments)
      .option('--speed <number>', aboutSpeed, positive, 1)
      .addOption(seedOption().default('1'))
      .option('--other-keys', 'give the run keys of another merchant, and lapsed keys', false)
      .option('--orders <number>', 'how many orders the run may move', positive)
      .option('--reports <folder>', 'where the run writes its reports')
      .option('--world <name>', aboutWorld)
      .action((args, asked) => (knowsItsWorld(asked) ? run(args, asked) : againInItsWorld(asked))),
  )
  .addCommand(
    command('selftest:kill', 'kill runs at random moments, clean up, and look for remains')
      .option('--times <number>', 'how many runs', positive, 10)
      .option('--speed <number>', aboutSpeed, positive, 30)
      .addOption(seedOption().default(String(randomInt(1, 2 ** 31))))
      .option('--from <seconds>', 'the earliest moment, after the first write of a run', positive, 1)
      .option('--to <seconds>', 'the latest moment', positive, 30)
      .action(kill),
  )
  .parseAsync();

function positive(value: string): number {
  if (Number(value) > 0) return Number(value);
  throw new InvalidArgumentError('It must be a number above 0.');
}

interface Asked {
  readonly speed: number;
  readonly seed: string;
  readonly world?: string;
}

/** Whether this process speaks the words of the environment's world: its contract is loaded at its start. */
function knowsItsWorld({ world }: Asked): boolean {
  return world === undefined || Boolean(process.env[targetFileVariable]);
}

/** Learns the file of a world from a sandbox of its own, and carries out the same command in a process with that file. */
async function againInItsWorld({ world = '' }: Asked): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `staging-${world}-`));
  const learned = await learnedIn(world, folder);
  if ('problem' in learned) throw new Error(learned.problem);
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [targetFileVariable]: learned.file },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [exitCode] = await once(child, 'exit');
  process.exitCode = exitCode ?? 1;
}

async function learnedIn(world: string, folder: string): ReturnType<typeof learnWorld> {
  await using sandbox = await startSandbox('--world', world, '--speed', runSpeed);
  const settings = { ...targetSettings(sandbox), TARGET_API_KEY: sandbox.apiKey };
  return await learnWorld(world, settings, folder, new AbortController().signal);
}

/** `npm run staging`: prints the settings of a target, for a file `.env.NAME`, and ends with Ctrl-C. */
async function serve({ speed, seed, world }: Asked): Promise<void> {
  await using staging = await startStaging(speed, Number(seed), world);
  const settings = { ...staging.settings, ...keysOfOthers(staging) };
  for (const [variable, value] of Object.entries(settings)) print(`${variable}=${value}`);
  print(`# Untouched orders: ${staging.openOrders.join(',')}`);
  print(`# A second key of the merchant: ${staging.keys.secondApiKey}`);
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
}

/**
 * `npm run selftest:staging`: prints the environment's own observations of a run: requests answered with 429, changed data
 * of others, and things that the run left. Ends with 1 if there are any. The folder of the reports gets
 * `passed.jsonl`: each request, without its key, and when it arrived.
 */
async function run(
  passedOn: readonly string[],
  asked: Asked & { readonly otherKeys: boolean; readonly orders?: number; readonly reports?: string },
): Promise<void> {
  const { speed, seed, world, otherKeys, orders, reports = mkdtempSync(join(tmpdir(), 'staging-')) } = asked;
  await using staging = await startStaging(speed, Number(seed), world);
  const named = staging.openOrders.slice(0, orders);
  const before = await staging.state();
  const started = Date.now();
  const args = [...programArguments('src/cli/main'), 'run', '--seed', seed, ...passedOn];
  const suite = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...staging.settings,
      ...(otherKeys ? keysOfOthers(staging) : {}),
      TARGET_ORDERS: named.join(),
      CONFORMANCE_REPORTS: reports,
      CONFORMANCE_RUN_PREFIX: runPrefix,
    },
  });
  const [exitCode] = await once(suite, 'exit');
  const seconds = (Date.now() - started) / 1000;
  // The moments of the requests show where the time of a run goes.
  const moments = staging.passed.map(({ method, url, status, arrived, answered }) =>
    JSON.stringify({ at: arrived - started, took: answered - arrived, method, url, status }),
  );
  writeFileSync(join(reports, 'passed.jsonl'), moments.join('\n'));
  const after = await staging.state();
  const seen = observationsOf(staging.passed, before, after, named);
  const products = productsOf(runPrefix, staging.passed, before, after);
  const { requirements, residue, preflight } = reportIn(reports);
  const blocked = requirements.filter(({ verdict }) => verdict === 'blocked');
  const unexplained = blocked.filter(({ reason = '' }) => reason === '');
  printTable(24, [
    ['exit code', String(exitCode)],
    ['minutes', (seconds / 60).toFixed(1)],
    ['requests', String(seen.requests)],
    ['answered with 429', inWords(seen.refused)],
    ['blocked', `${blocked.length}, ${unexplained.length} of them without a reason`],
    ['data of others changed', inWords(seen.changed)],
    ['left behind', inWords(seen.residue)],
    [
      'products left',
      `${products.left}, reported ${residue?.products ?? 0}, planned ${preflight?.expectedProducts ?? 'none'}`,
    ],
    ['foreign names', inWords(products.foreign)],
  ]);
  const mistakes =
    unexplained.length +
    seen.refused.length +
    seen.changed.length +
    seen.residue.length +
    products.foreign.length +
    (otherKeys || products.left === (residue?.products ?? 0) ? 0 : 1);
  process.exitCode = [0, 3].includes(exitCode) && mistakes === 0 ? 0 : 1;
}

/**
 * `npm run selftest:kill`: kills runs at random moments, with all their processes and without warning, cleans up, and
 * reads from the environment itself what is left of each run. Ends with 1 if anything is ever left.
 */
async function kill({
  times,
  speed,
  seed,
  from,
  to,
}: Asked & { readonly times: number; readonly from: number; readonly to: number }): Promise<void> {
  const moments = fc.sample(fc.integer({ min: from * 1000, max: to * 1000 }), {
    seed: Number(seed),
    numRuns: times,
  });
  await using staging = await startStaging(speed);
  const before = await staging.state();
  print(`seed ${seed}; ${times} runs in an environment of speed ${speed}`);
  const columns = ['run', 'killed after', 'visible', 'subscriptions', 'products'];
  print(row(...columns, 'cleanup', 'exit', 'visible', 'subscriptions'));
  let residues = 0;
  for (const [index, milliseconds] of moments.entries()) {
    const folder = mkdtempSync(join(tmpdir(), 'killed-run-'));
    const prefix = `ct-kill${String(index + 1).padStart(2, '0')}-`;
    const settings = {
      ...staging.settings,
      TARGET_OTHER_API_KEY: staging.keys.otherApiKey,
      CONFORMANCE_REPORTS: folder,
      CONFORMANCE_HISTORY: '0',
    };
    await killedRun(staging, { ...settings, CONFORMANCE_RUN_PREFIX: prefix }, folder, milliseconds);
    const killed = leftOf(prefix, await staging.state());
    const cleanup = await runCommand(['src/cli/main', 'cleanup'], settings, patience);
    const after = leftOf(prefix, await staging.state());
    const isClean = cleanup.exitCode === 0 && after.visible + after.subscriptions === 0;
    if (!isClean) residues += 1;
    print(
      row(
        index + 1,
        `${(milliseconds / 1000).toFixed(1)} s`,
        ...[killed.visible, killed.subscriptions, killed.products],
        `${(cleanup.milliseconds / 1000).toFixed(1)} s`,
        ...[cleanup.exitCode, after.visible, after.subscriptions],
      ),
    );
    const ledgers = ledgersIn(folder);
    if (!isClean) print(cleanup.output);
    else if (ledgers.length > 0) print(`  ledgers are left: ${ledgers.join(', ')}`);
    rmSync(folder, { recursive: true, force: true });
  }
  const changed = changesOf(before, await staging.state());
  for (const change of changed) print(change);
  print(
    `${residues} of ${times} killed runs left something; ${changed.length} of the things that existed before were changed.`,
  );
  process.exitCode = residues + changed.length === 0 ? 0 : 1;
}

/** Starts a run, and kills it with all its processes some time after its first write. */
async function killedRun(
  { passed }: StagingEnvironment,
  settings: Readonly<Record<string, string>>,
  folder: string,
  milliseconds: number,
): Promise<void> {
  const args = [...programArguments('src/cli/main'), 'run', '--workers', '4', '--seed', '1', ...creating];
  const child = spawn(process.execPath, [...args, '--output', join(folder, 'artifacts')], {
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
  const [mine, subscriptions] = [products, webhooks].map((entries) =>
    entries.map((entry) => JSON.stringify(entry)).filter((entry) => entry.includes(prefix)),
  );
  return {
    products: mine?.length ?? 0,
    visible: mine?.filter((entry) => /"status":"(active|pending_\w+)"/.test(entry)).length ?? 0,
    subscriptions: subscriptions?.length ?? 0,
  };
}

function ledgersIn(folder: string): string[] {
  const ledgers = join(folder, 'ledger');
  if (!existsSync(ledgers)) return [];
  return readdirSync(ledgers, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
}

function row(...cells: readonly unknown[]): string {
  const widths = [4, 13, 8, 14, 9, 9, 5, 8, 14];
  return cells.map((cell, index) => String(cell).padStart(widths[index] ?? 8)).join('');
}

/** The settings with keys of other merchants, and with keys that lapsed. */
function keysOfOthers({ keys }: StagingEnvironment): Readonly<Record<string, string>> {
  return {
    TARGET_OTHER_API_KEY: keys.otherApiKey,
    TARGET_EXPIRED_API_KEY: keys.expiredApiKey,
    TARGET_REVOKED_API_KEY: keys.revokedApiKey,
  };
}

function reportIn(folder: string): ConformanceReport {
  return JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'));
}

function print(line: string): void {
  standardOutput.printAsIs(line);
}

function printTable(width: number, lines: readonly (readonly [name: string, value: string])[]): void {
  for (const [each, value] of lines) print(`${each.padEnd(width)} ${value}`);
}

function inWords(found: readonly string[]): string {
  return found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 5).join('; ')}`;
}
