import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameOf, plantEach, plantEverywhere } from '../detection/fault.js';
import { listFaults, startFaultySandboxes } from '../detection/faulty-sandboxes.js';
import { knownTests } from '../detection/known-tests.js';
import { type Plan, planned, planVariable } from '../detection/plan.js';

/**
 * `npm run prove`: plants each fault in a sandbox of its own, runs the tests that must tell it, and says which were
 * caught by a check of the requirement that they violate. Exit code 0 when all were and the clean sandbox is found clean.
 */
const root = new URL('../..', import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** Faults or requirements, with commas between. */
    only: { type: 'string' },
    /** Each fault in each of its operations, in place of one of them. */
    everywhere: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const [faults, tests] = await Promise.all([listFaults(root), knownTests(root)]);
const wanted = values.only?.split(',');
const plantings = (values.everywhere ? plantEverywhere : plantEach)(faults, seed).filter(
  (each) =>
    wanted === undefined ||
    wanted.some((name) => [each.fault.id, each.fault.violates, nameOf(each)].includes(name)),
);
const folder = mkdtempSync(join(tmpdir(), 'conformance-proof-'));
{
  await using sandboxes = await startFaultySandboxes(root, plantings, seed);
  const plan: Plan = { seed, runs: planned(tests, plantings, sandboxes) };
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify(plan), { mode: 0o600 });
  process.exitCode = await playwright(file);
}
rmSync(folder, { recursive: true });

function playwright(plan: string): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [cli, 'test', '-c', 'src/detection/playwright.config.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [planVariable]: plan, CONFORMANCE_SEED: String(seed) },
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 2)));
}
