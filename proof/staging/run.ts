import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ConformanceReport } from '../../src/report/conformance-report.js';
import { observationsOf, startStaging } from './staging-environment.js';

/**
 * `npm run selftest:staging`: a run against an environment like staging, on its real clock, and the environment's own
 * observations of it: requests answered 429, changed data of others, and things that the run left. Ends with 1 if any
 * of these occurs. `--orders 5` lets the run move items of only so many orders. The folder of its reports gets
 * `passed.jsonl`: each request, without its key, and when it came. The arguments after `--` go to `npm run
 * conformance`.
 */
const { values, positionals } = parseArgs({
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
const { existing, keys } = staging;
const named = existing.openOrders.slice(0, values.orders === undefined ? undefined : Number(values.orders));
const others = {
  TARGET_OTHER_API_KEY: keys.otherApiKey,
  TARGET_EXPIRED_API_KEY: keys.expiredApiKey,
  TARGET_REVOKED_API_KEY: keys.revokedApiKey,
};
const before = await staging.state();
const started = Date.now();
const run = spawn(
  process.execPath,
  ['--import', 'tsx', 'src/cli/main.ts', 'run', '--seed', values.seed, ...positionals],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...staging.settings,
      ...(values['other-keys'] ? others : {}),
      TARGET_ORDERS: named.join(),
      CONFORMANCE_REPORTS: values.reports,
    },
  },
);
const [exitCode] = await once(run, 'exit');
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
const report: ConformanceReport = JSON.parse(readFileSync(join(values.reports, 'conformance.json'), 'utf8'));
const unexplained = report.requirements.filter(
  ({ verdict, reason }) => verdict === 'blocked' && (reason ?? '') === '',
);
const lines = [
  ['exit code', String(exitCode)],
  ['minutes', (seconds / 60).toFixed(1)],
  ['requests', String(seen.requests)],
  ['answered 429', inWords(seen.refused)],
  ['blocked', `${report.totals.verdicts.blocked}, ${unexplained.length} of them without a reason`],
  ['data of others changed', inWords(seen.changed)],
  ['left behind', inWords(seen.residue)],
];
for (const [name = '', value = ''] of lines) process.stdout.write(`${name.padEnd(24)} ${value}\n`);
const isKept =
  [0, 3].includes(exitCode) &&
  unexplained.length + seen.refused.length + seen.changed.length + seen.residue.length === 0;
process.exitCode = isKept ? 0 : 1;

function inWords(found: readonly string[]): string {
  return found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 5).join('; ')}`;
}
