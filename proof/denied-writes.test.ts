import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startSandbox } from '../src/target/sandbox-process.js';
import { runConformance } from './conformance-run.js';
import { changingProxy } from './echoing-proxy.js';
import { recordingProxy } from './staging/recording-proxy.js';

/** Tests of every kind: those of smoke, and some that need a write, an order, another key, or hostile input. */
const ofEveryKind = [
  '@smoke',
  '@REF-05',
  'WHK-02',
  'be cancelled, one first',
  'orders/ship without a valid key',
  'server error at (PATCH|DELETE) /api/v1/webhooks',
  'product with the same sku',
];

test('a run with a key of a target and without permission to write only reads, and the next run is compared with it', async () => {
  await using sandbox = await startSandbox('--speed', '30');
  let lies = false;
  await using changing = await changingProxy(sandbox.url, {
    'GET /api/v1/brands/': (brands) => (lies ? [{ id: 'one' }] : brands),
  });
  await using proxy = await recordingProxy(changing.url);
  const settings = {
    TARGET_URL: proxy.url,
    TARGET_API_KEY: sandbox.apiKey,
    TARGET_CLOCK_SPEED: '30',
    TARGET_CONFIRMED_GAPS: 'all',
  };
  const run = await runConformance(settings, '--workers', '2', '--grep', ofEveryKind.join('|'));
  expect(proxy.passed.length, run.output).toBeGreaterThan(30);
  const reading = ['GET', 'HEAD', 'OPTIONS'];
  expect(proxy.passed.filter(({ method }) => !reading.includes(method))).toEqual([]);
  for (const id of ['AUTH-08', 'ORD-03', 'WHK-02'])
    expect(
      run.report.requirements.find((each) => each.id === id),
      run.output,
    ).toMatchObject({
      verdict: 'inapplicable',
      reason: 'TARGET_WRITES is deny, and this needs a write',
    });

  expect(run.report.since).toBeUndefined();
  lies = true;
  const next = await runConformance(settings, '--grep', '@REF-05');
  expect(next.report.since, next.output).toMatchObject({
    run: { startedAt: run.report.startedAt, seed: run.report.seed },
    newlyFailing: ['SHP-02', 'REF-06'],
    fixed: [],
  });
  expect(readFileSync(join(next.folder, 'summary.md'), 'utf8')).toContain(
    '- newly failing: SHP-02, REF-06\n',
  );
});
