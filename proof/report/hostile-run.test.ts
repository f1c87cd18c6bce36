import { statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { serve } from '../../src/http/loopback-server.js';
import { expectAccessible } from '../browser.js';
import { runConformance } from '../conformance-run.js';
import { open, test } from './reading.js';

const script = '</script><script>document.title="run"</script><img src=x onerror="document.title=\'run\'">';
const turned = 'abc\u202ecba\u0000\u001b[31m';

/** Answers of a malicious service, by their paths. */
const answers: Readonly<Record<string, string | Buffer>> = {
  '/api/v1/brands/': JSON.stringify([{ id: script, name: turned }]),
  '/api/v1/countries/': JSON.stringify({ [script]: 'x'.repeat(1_000_000), countries: 'y'.repeat(1_000_000) }),
  '/api/v1/categories/': Buffer.from([0x7b, 0x22, 0, 1, 2, 0xff, 0xfe, 0x22, 0x7d]),
  '/api/v1/reports/': `<!doctype html>${script}<svg onload="document.title='run'">`,
  '/api/v1/webhooks/': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
};

const hostile: RequestListener = ({ url = '' }, response) => {
  const path = new URL(url, 'http://x').pathname;
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'x-note': '<b onclick=alert(1)>',
      'x-ratelimit-limit': '<i>',
    })
    .end(answers[path] ?? answers['/api/v1/brands/']);
};

test('answers of a hostile service are shown as text and never executed', async ({ page, trouble }) => {
  await using server = await serve(hostile);
  const run = await runConformance(
    { TARGET_URL: server.url, TARGET_API_KEY: 'a-key-of-nobody', TARGET_CONFIRMED_GAPS: 'all' },
    '--grep',
    '@REF-01|@REF-02|@REF-05|@RPT-01',
  );
  expect(run.exitCode, run.output).toBe(1);
  const file = join(run.folder, 'index.html');
  expect(statSync(file).size).toBeLessThan(3_000_000);
  for (const address of [
    'summary',
    'operations',
    'gaps',
    'contract',
    'coverage',
    'requirements?verdict=failed',
  ]) {
    await open(page, file, address);
    await expect(page).toHaveTitle(/^non-conformant/);
  }
  await page.getByRole('button', { name: 'Open all' }).click();
  const wrongId = page.locator('#SHP-02 .finding').filter({ hasText: 'listBrands at body [0].id' });
  await expect(wrongId.locator('pre mark')).toContainText('"id": "</script>');
  await expect(page.getByText('<script>document.title="run"</script>').first()).toBeVisible();
  await expect(page.getByText(String.raw`abc\u{202e}cba`).first()).toBeVisible();
  await expect(page.getByText('that are not text').first()).toBeVisible();
  await expect(page.getByText(/^2,000,\d+ bytes in all/).first()).toBeVisible();
  expect(await page.locator('main img, main svg[onload], main [onclick], main script').count()).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['operations', 'requirements?verdict=failed']) {
    await open(page, file, address);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(360);
  }
  // The texts were escaped, and not merely blocked: the policy had nothing to report.
  expect(trouble.seen).toEqual([]);
  await expect(page).toHaveTitle(/^non-conformant/);
});
