import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runSpeed, startSandbox, targetSettings } from '../src/target/sandbox-process.js';
import { runConformance } from './conformance-run.js';
import { changingProxy } from './echoing-proxy.js';

test('a run without writes sends none, says what it left out, and is the baseline of the next run', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const methods = new Set<string>();
  let lies = false;
  await using proxy = await changingProxy(
    sandbox.url,
    { 'GET /api/v1/brands/': (brands) => (lies ? [{ id: 'one' }] : brands) },
    (method) => methods.add(method),
  );
  const { TARGET_WRITES: _, ...given } = targetSettings(sandbox);
  const settings = { ...given, TARGET_URL: proxy.url };
  const run = await runConformance(settings, '--workers', '2');
  expect([...methods].filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual([]);
  const batches = run.report.requirements.find(({ id }) => id === 'BAT-09');
  expect(batches).toMatchObject({
    verdict: 'inapplicable',
    reason: 'TARGET_WRITES is deny, and this needs a write',
  });

  expect(run.report.since).toBeUndefined();
  lies = true;
  const { folder, report, output } = await runConformance(settings, '--grep', '@REF-05');
  expect(report.since, output).toMatchObject({
    run: { startedAt: run.report.startedAt, seed: run.report.seed },
    newlyFailing: ['SHP-02', 'REF-06'],
    fixed: [],
    noLongerVerified: [],
  });
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('- newly failing: SHP-02, REF-06\n');
  expect(output.trimEnd().split('\n').at(-1)).toBe(`Report    ${join(folder, 'index.html')}`);
});
