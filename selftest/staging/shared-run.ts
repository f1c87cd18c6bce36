import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '#testing/started-command';
import { operations } from '../../src/contract/operations.js';
import { ordersOf } from '../../src/footprint/plan/orders-needed.js';
import { standardRun } from '../../src/footprint/plan/standard-run.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import { observationsOf, openItemsOfOrder, productsOf, startStaging } from './staging-environment.js';

/** Prefix of every name that the run creates. */
const runPrefix = 'ct-staging-';

/** Milliseconds after which a command that should have finished long ago is stopped. */
const patience = 5_400_000;

/**
 * Sets up a target as the guides say, in a folder of its own: writes the settings, learns, runs the suite and cleans up.
 * Prints what the environment observed.
 * @param flags further ones of the sandbox
 * @returns false if a request was answered with 429, data of others changed, the run left something that it should have
 * removed, a requirement is blocked without a reason, or the plan is far from what the run needed
 */
export async function runAsTheGuidesSay(seed: number, ...flags: readonly string[]): Promise<boolean> {
  await using staging = await startStaging(1, ...flags);
  const named = staging.openOrders.slice(0, ordersOf(openItemsOfOrder));
  const folder = mkdtempSync(join(tmpdir(), 'staging-'));
  const settings = { ...staging.settings, TARGET_ORDERS: named.join() };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, '.env.staging'), lines.join(''));
  const commanded = async (...args: readonly string[]) => {
    const environment = { CONFORMANCE_RUN_PREFIX: runPrefix };
    const command = ['src/cli/main', ...args, '--target', 'staging'];
    const ended = await runCommand(command, environment, patience, undefined, folder);
    standardOutput.printAsIs(ended.output);
    return ended;
  };
  const learned = await commanded('learn');
  const before = await staging.state();
  const learning = staging.passed.length;
  const run = await commanded('run', '--seed', String(seed));
  const cleanup = await commanded('cleanup');
  const after = await staging.state();
  const passed = staging.passed.slice(learning);
  const seen = observationsOf(passed, before, after, named);
  const products = productsOf(runPrefix, passed, before, after);
  const report: ConformanceReport = JSON.parse(
    readFileSync(join(folder, 'reports/latest/conformance.json'), 'utf8'),
  );
  const { requirements, residue } = report;
  const unexplained = requirements.filter(({ verdict, reason }) => verdict === 'blocked' && !reason);
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
  const minutes = (run.milliseconds / 60_000).toFixed(1);
  standardOutput.printAsIs(
    `learn ended with ${learned.exitCode}, the run with ${run.exitCode} after ${minutes} min and ${seen.requests} requests, cleanup with ${cleanup.exitCode}`,
  );
  for (const [name, found] of expected)
    standardOutput.printAsIs(
      `${name.padEnd(24)} ${found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 30).join('; ')}`}`,
    );
  const isRight =
    [0, 3].includes(run.exitCode ?? 2) &&
    cleanup.exitCode === 0 &&
    expected.every(([, found]) => found.length === 0);
  if (isRight) rmSync(folder, { recursive: true, force: true });
  else standardOutput.printAsIs(`Everything is in ${folder}.`);
  return isRight;
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
