import { expect, test } from '@playwright/test';
import { startSandbox } from '../src/target/sandbox-process.js';
import { runConformance } from './conformance-run.js';
import { recordingProxy } from './staging/recording-proxy.js';

/** Tests of every kind: those of smoke, and some that need a write, an order, another key, or hostile input. */
const ofEveryKind = [
  '@smoke',
  'WHK-02',
  'be cancelled, one first',
  'orders/ship without a valid key',
  'server error at (PATCH|DELETE) /api/v1/webhooks',
  'product with the same sku',
];

test('with a key and writes denied, a run and its preparations only read', async () => {
  await using sandbox = await startSandbox('--speed', '30');
  await using proxy = await recordingProxy(sandbox.url);
  const settings = { TARGET_URL: proxy.url, TARGET_API_KEY: sandbox.apiKey, TARGET_CLOCK_SPEED: '30' };
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
});
