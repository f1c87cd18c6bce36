import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../../src/cli/conformance-process.js';
import type { ConformanceReport } from '../../src/report/conformance-report.js';
import { observationsOf, type StagingEnvironment, startStaging } from './staging-environment.js';

/**
 * `npm run selftest:shards`: the suite as one run, and as shards that share a key, each against an environment like
 * staging. Prints what the environments saw, and in which requirements the merged report differs from that of one
 * run. Ends with 1 if a limit was exceeded, or anything differs.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shards: { type: 'string', default: '4' },
    workers: { type: 'string', default: '4' },
    speed: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'shards-'));
const shards = Array.from({ length: Number(values.shards) }, (_, index) => index + 1);
/** Milliseconds after which a run is stopped. */
const atMost = 3_600_000;

const whole = await observed(async ({ settings }, state) => {
  await conformance(settings, join(folder, 'whole'));
  return state;
});
const sharded = await observed(async ({ settings }, state) => {
  await Promise.all(
    shards.map((shard) =>
      conformance(settings, join(folder, `shard-${shard}`), '--shard', `${shard}/${shards.length}`),
    ),
  );
  return state;
});
const parts = shards.map((shard) => join(folder, `shard-${shard}`));
const merged = await runCommand(
  ['src/cli/main.ts', 'merge', ...parts],
  { CONFORMANCE_REPORTS: join(folder, 'merged') },
  atMost,
);
process.stdout.write(merged.output);

const [one, all] = ['whole', 'merged'].map((name) => verdictsIn(join(folder, name, 'conformance.json')));
const differing = [...(one ?? [])].filter(([id, verdict]) => all?.get(id) !== verdict);
const lines = [
  ['requests, one run', String(whole.requests)],
  ['answered 429, one run', whole.refused.join('; ') || 'none'],
  [`requests, ${shards.length} shards`, String(sharded.requests)],
  [`answered 429, ${shards.length} shards`, sharded.refused.join('; ') || 'none'],
  ['requirements compared', String(one?.size)],
  ['that differ', differing.map(([id, verdict]) => `${id} ${verdict} ${all?.get(id)}`).join('; ') || 'none'],
];
for (const [name = '', value = ''] of lines) process.stdout.write(`${name.padEnd(26)} ${value}\n`);
process.exitCode = whole.refused.length + sharded.refused.length + differing.length === 0 ? 0 : 1;

async function observed(
  action: (
    staging: StagingEnvironment,
    before: Awaited<ReturnType<StagingEnvironment['state']>>,
  ) => Promise<Awaited<ReturnType<StagingEnvironment['state']>>>,
) {
  await using staging = await startStaging(Number(values.speed), Number(values.seed));
  const before = await action(staging, await staging.state());
  return observationsOf(staging.passed, before, await staging.state());
}

async function conformance(
  settings: Readonly<Record<string, string>>,
  reports: string,
  ...args: readonly string[]
): Promise<void> {
  const ended = await runCommand(
    ['src/cli/main.ts', 'run', '--seed', values.seed, '--workers', values.workers, ...args, ...positionals],
    { ...settings, CONFORMANCE_REPORTS: reports, CONFORMANCE_RUN_PREFIX: 'ct-shards-' },
    atMost,
  );
  const last = ended.output.split('\n').filter((line) => line.startsWith('Verdict'));
  process.stdout.write(`${[...args, ...last].join(' ')}, ${(ended.milliseconds / 60_000).toFixed(1)} min\n`);
}

function verdictsIn(file: string): Map<string, string> {
  const report: ConformanceReport = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(report.requirements.map(({ id, verdict }) => [id, verdict]));
}
