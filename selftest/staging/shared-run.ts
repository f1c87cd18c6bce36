import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programArguments } from '../../src/contract/documents/folders.js';
import { operations } from '../../src/contract/operations.js';
import { ordersOf } from '../../src/footprint/plan/orders-needed.js';
import { standardRun } from '../../src/footprint/plan/standard-run.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import { observationsOf, openItemsOfOrder, productsOf, startStaging } from './staging-environment.js';

/** Prefix of every name that the run creates. */
const runPrefix = 'ct-staging-';

/**
 * Runs the suite in an environment like staging, and prints what the environment observed.
 * @returns false if a request was answered with 429, data of others changed, the run left something that it should have
 * removed, a requirement is blocked without a reason, or the plan is far from what the run needed
 */
export async function runOnStaging(seed: number): Promise<boolean> {
  await using staging = await startStaging(1);
  const named = staging.openOrders.slice(0, ordersOf(openItemsOfOrder));
  const before = await staging.state();
  const started = Date.now();
  const reports = mkdtempSync(join(tmpdir(), 'staging-'));
  const suite = spawn(
    process.execPath,
    [...programArguments('src/cli/main'), 'run', '--seed', String(seed)],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...staging.settings,
        TARGET_ORDERS: named.join(),
        CONFORMANCE_OUTPUT: reports,
        CONFORMANCE_RUN_PREFIX: runPrefix,
      },
    },
  );
  const [exitCode] = await once(suite, 'exit');
  const minutes = (Date.now() - started) / 60_000;
  const after = await staging.state();
  const seen = observationsOf(staging.passed, before, after, named);
  const products = productsOf(runPrefix, staging.passed, before, after);
  const report: ConformanceReport = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'));
  const { requirements, residue } = report;
  const unexplained = requirements.filter(
    ({ verdict, reason = '' }) => verdict === 'blocked' && reason === '',
  );
  const expected = [
    ['without a reason', unexplained.map(({ id }) => id)],
    ['answered with 429', seen.refused],
    ['data of others changed', seen.changed],
    ['left behind', seen.residue],
    ['foreign names', products.foreign],
    [
      'not counted',
      products.left === (residue?.products ?? 0)
        ? []
        : [`${products.left} products, not ${residue?.products}`],
    ],
    ['not as planned', offPlan(report)],
  ] as const;
  standardOutput.printAsIs(
    `exit code ${exitCode} after ${minutes.toFixed(1)} min and ${seen.requests} requests`,
  );
  for (const [name, found] of expected)
    standardOutput.printAsIs(
      `${name.padEnd(24)} ${found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 30).join('; ')}`}`,
    );
  return [0, 3].includes(exitCode) && expected.every(([, found]) => found.length === 0);
}

/** In what a standard run needed a quarter more or less than planned, as rows for the plan; small numbers vary. */
function offPlan({ tests, residue, missingOrders }: ConformanceReport): readonly string[] {
  const isOff = (needed: number, planned: number) => Math.abs(needed - planned) > Math.max(20, planned / 4);
  const rows = operations.flatMap(({ operationId, method, path }) => {
    const needed = tests.reduce((sum, { paced }) => sum + (paced?.requests[`${method} ${path}`] ?? 0), 0);
    return isOff(needed, standardRun.requests[operationId][0]) ? [`${operationId}: ${needed}`] : [];
  });
  const products = residue?.products ?? 0;
  return [
    ...rows,
    ...(isOff(products, standardRun.products) ? [`products: ${products}`] : []),
    ...(missingOrders === undefined ? [] : [`orders: ${missingOrders}`]),
  ];
}
