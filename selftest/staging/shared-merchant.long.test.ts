import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { operations } from '../../src/contract/operations.js';
import { ordersOf } from '../../src/footprint/plan/orders-needed.js';
import { standardRun } from '../../src/footprint/plan/standard-run.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { seedVariable } from '../../testing/seed.js';
import { userOf } from '../user.js';
import {
  changesOf,
  foreignIn,
  madeBetween,
  openItemsOfOrder,
  refusedIn,
  residueIn,
  startStaging,
} from './staging-environment.js';

// One after another: each keeps its limits busy.
test.describe.configure({ mode: 'default', timeout: 5_400_000 });

/** Prefix of every name that the run creates. */
const prefix = 'ct-staging-';

for (const [what, flags] of [
  ['an environment with real limits', []],
  ['one behind a gateway', ['--world', 'gateway']],
] as const)
  test(`on a merchant of others in ${what}, a run as the guides say stays within its limits, changes and leaves nothing, and needs what the plan says`, async () => {
    await using staging = await startStaging(1, ...flags);
    const named = staging.openOrders.slice(0, ordersOf(openItemsOfOrder));
    const folder = test.info().outputPath('project');
    const settings = { ...staging.settings, TARGET_ORDERS: named.join() };
    const call = userOf(folder, settings, { CONFORMANCE_RUN_PREFIX: prefix });
    await call(['learn', '--target', 'shop']);
    const before = await staging.state();
    const learning = staging.passed.length;
    const run = await call(['run', '--target', 'shop', '--seed', process.env[seedVariable] ?? '1']);
    expect([0, 3], run.output).toContain(run.exitCode);
    const cleanup = await call(['cleanup', '--target', 'shop']);
    expect.soft(cleanup.exitCode, cleanup.output).toBe(0);
    const after = await staging.state();
    const passed = staging.passed.slice(learning);
    const report: ConformanceReport = JSON.parse(
      readFileSync(join(folder, 'reports/latest/conformance.json'), 'utf8'),
    );
    const made = madeBetween(before, after);
    const unexplained = report.requirements.filter(({ verdict, reason }) => verdict === 'blocked' && !reason);
    expect.soft(unexplained, 'blocked without a reason').toEqual([]);
    expect.soft(refusedIn(passed), 'answered with 429').toEqual([]);
    expect.soft(changesOf(before, after, named), 'data of others').toEqual([]);
    expect.soft(residueIn(made), 'left behind').toEqual([]);
    expect.soft(foreignIn(made, prefix, passed, before), 'foreign names').toEqual([]);
    expect.soft(report.residue?.products ?? 0, 'products, as the run counts them').toBe(made.products.length);
    expect.soft(offPlan(report), 'not as planned').toEqual([]);
  });

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
