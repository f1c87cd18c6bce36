import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../../src/cli/conformance-process.js';
import type { ConformanceReport } from '../../src/report/conformance-report.js';
import { observationsOf, type StagingEnvironment, startStaging } from './staging-environment.js';

const commands = { serve, run, shards };
const [name = '', ...args] = process.argv.slice(2);
const chosen = Object.entries(commands).find(([command]) => command === name);
if (chosen === undefined) throw new Error(`The commands are ${Object.keys(commands).join(', ')}.`);
await chosen[1]();

/**
 * `npm run staging -- --speed 1`: an environment with other people's data, real limits and no control interface, for
 * runs of the suite. Prints the settings of a target, for a file `.env.NAME`; ends with Ctrl-C.
 */
async function serve(): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { speed: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
  });
  await using staging = await startStaging(Number(values.speed), Number(values.seed));
  const { keys, existing } = staging;
  const settings = { ...staging.settings, ...othersKeys(staging) };
  for (const [variable, value] of Object.entries(settings)) process.stdout.write(`${variable}=${value}\n`);
  process.stdout.write(`# Untouched orders: ${existing.openOrders.join(',')}\n`);
  process.stdout.write(`# A second key of the merchant: ${keys.secondApiKey}\n`);
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
}

/**
 * `npm run selftest:staging`: a run against an environment like staging, on its real clock, and the environment's own
 * observations of it: requests answered 429, changed data of others, and things that the run left. Ends with 1 if any
 * of these occurs. `--orders 5` lets the run move items of only so many orders. The folder of its reports gets
 * `passed.jsonl`: each request, without its key, and when it came. The arguments after `--` go to `npm run
 * conformance`.
 */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      speed: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      'other-keys': { type: 'boolean', default: false },
      orders: { type: 'string' },
      reports: { type: 'string', default: mkdtempSync(join(tmpdir(), 'staging-')) },
    },
  });
  await using staging = await startStaging(Number(values.speed), Number(values.seed));
  const { openOrders } = staging.existing;
  const named = openOrders.slice(0, values.orders === undefined ? undefined : Number(values.orders));
  const before = await staging.state();
  const started = Date.now();
  const suite = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/cli/main.ts', 'run', '--seed', values.seed, ...positionals],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...staging.settings,
        ...(values['other-keys'] ? othersKeys(staging) : {}),
        TARGET_ORDERS: named.join(),
        CONFORMANCE_REPORTS: values.reports,
      },
    },
  );
  const [exitCode] = await once(suite, 'exit');
  const seconds = (Date.now() - started) / 1000;
  // When each request came shows where the time of a run goes.
  writeFileSync(
    join(values.reports, 'passed.jsonl'),
    staging.passed
      .map(({ method, url, status, came, answered }) =>
        JSON.stringify({ at: came - started, took: answered - came, method, url, status }),
      )
      .join('\n'),
  );
  const seen = observationsOf(staging.passed, before, await staging.state(), named);
  const report = reportIn(values.reports);
  const unexplained = report.requirements.filter(
    ({ verdict, reason }) => verdict === 'blocked' && (reason ?? '') === '',
  );
  print(24, [
    ['exit code', String(exitCode)],
    ['minutes', (seconds / 60).toFixed(1)],
    ['requests', String(seen.requests)],
    ['answered 429', inWords(seen.refused)],
    ['blocked', `${report.totals.verdicts.blocked}, ${unexplained.length} of them without a reason`],
    ['data of others changed', inWords(seen.changed)],
    ['left behind', inWords(seen.residue)],
  ]);
  const isKept =
    [0, 3].includes(exitCode) &&
    unexplained.length + seen.refused.length + seen.changed.length + seen.residue.length === 0;
  process.exitCode = isKept ? 0 : 1;
}

/**
 * `npm run selftest:shards`: the suite as one run, and as shards that share a key, each against an environment like
 * staging. Prints what the environments saw, and in which requirements the merged report differs from that of one
 * run. Ends with 1 if a limit was exceeded, or anything differs.
 */
async function shards(): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      shards: { type: 'string', default: '4' },
      workers: { type: 'string', default: '4' },
      speed: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'shards-'));
  const all = Array.from({ length: Number(values.shards) }, (_, index) => index + 1);
  /** Milliseconds after which a run is stopped. */
  const atMost = 3_600_000;
  const observed = async (action: (settings: StagingEnvironment['settings']) => Promise<unknown>) => {
    await using staging = await startStaging(Number(values.speed), Number(values.seed));
    const before = await staging.state();
    await action(staging.settings);
    return observationsOf(staging.passed, before, await staging.state());
  };
  const suite = async (
    settings: StagingEnvironment['settings'],
    part: string,
    ...more: readonly string[]
  ) => {
    const ended = await runCommand(
      ['src/cli/main.ts', 'run', '--seed', values.seed, '--workers', values.workers, ...more, ...positionals],
      { ...settings, CONFORMANCE_REPORTS: join(folder, part), CONFORMANCE_RUN_PREFIX: 'ct-shards-' },
      atMost,
    );
    const last = ended.output.split('\n').filter((line) => line.startsWith('Verdict'));
    process.stdout.write(
      `${[...more, ...last].join(' ')}, ${(ended.milliseconds / 60_000).toFixed(1)} min\n`,
    );
  };

  const whole = await observed((settings) => suite(settings, 'whole'));
  const sharded = await observed((settings) =>
    Promise.all(all.map((shard) => suite(settings, `shard-${shard}`, '--shard', `${shard}/${all.length}`))),
  );
  const merged = await runCommand(
    ['src/cli/main.ts', 'merge', ...all.map((shard) => join(folder, `shard-${shard}`))],
    { CONFORMANCE_REPORTS: join(folder, 'merged') },
    atMost,
  );
  process.stdout.write(merged.output);
  const [one, joined] = [verdictsIn(join(folder, 'whole')), verdictsIn(join(folder, 'merged'))];
  const differing = [...one].filter(([id, verdict]) => joined.get(id) !== verdict);
  print(26, [
    ['requests, one run', String(whole.requests)],
    ['answered 429, one run', whole.refused.join('; ') || 'none'],
    [`requests, ${all.length} shards`, String(sharded.requests)],
    [`answered 429, ${all.length} shards`, sharded.refused.join('; ') || 'none'],
    ['requirements compared', String(one.size)],
    [
      'that differ',
      differing.map(([id, verdict]) => `${id} ${verdict} ${joined.get(id)}`).join('; ') || 'none',
    ],
  ]);
  process.exitCode = whole.refused.length + sharded.refused.length + differing.length === 0 ? 0 : 1;
}

/** The settings with keys of other merchants, and keys that lapsed. */
function othersKeys({ keys }: StagingEnvironment): Readonly<Record<string, string>> {
  return {
    TARGET_OTHER_API_KEY: keys.otherApiKey,
    TARGET_EXPIRED_API_KEY: keys.expiredApiKey,
    TARGET_REVOKED_API_KEY: keys.revokedApiKey,
  };
}

function reportIn(folder: string): ConformanceReport {
  return JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'));
}

function verdictsIn(folder: string): ReadonlyMap<string, string> {
  return new Map(reportIn(folder).requirements.map(({ id, verdict }) => [id, verdict]));
}

function print(width: number, lines: readonly (readonly [name: string, value: string])[]): void {
  for (const [each, value] of lines) process.stdout.write(`${each.padEnd(width)} ${value}\n`);
}

function inWords(found: readonly string[]): string {
  return found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 5).join('; ')}`;
}
