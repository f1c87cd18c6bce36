import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startSandbox } from '../../src/target/sandbox-process.js';
import { expectAccessible } from '../browser.js';
import { runConformance } from '../conformance-run.js';
import { open, test } from './reading.js';

test('an incomplete run first says what it could not exercise, and why', async ({ page, trouble }) => {
  await using sandbox = await startSandbox('--speed', '30');
  // Without the control interface nobody can create an order, and the merchant has none.
  const run = await runConformance(
    {
      TARGET_URL: sandbox.url,
      TARGET_API_KEY: sandbox.apiKey,
      TARGET_WRITES: 'allow',
      TARGET_CLOCK_SPEED: '30',
      TARGET_CONFIRMED_GAPS: 'all',
    },
    '--grep',
    '@ORD-02|@REF-05',
  );
  expect(run.exitCode, run.output).toBe(3);
  await open(page, join(run.folder, 'index.html'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('■ incomplete');
  await expect(page.getByText('No decision yet')).toBeVisible();
  const blocked = run.report.requirements.filter(({ verdict }) => verdict === 'blocked');
  expect(blocked.map(({ id }) => id)).toContain('ORD-02');
  const listed = page.locator('.listed > li').filter({ hasText: 'ORD-02' });
  await expect(listed).toContainText(blocked.find(({ id }) => id === 'ORD-02')?.reason ?? '?');
  for (const view of ['summary', 'requirements?verdict=blocked']) {
    await open(page, join(run.folder, 'index.html'), view);
    await expectAccessible(page);
  }
  expect(trouble.seen).toEqual([]);
});
