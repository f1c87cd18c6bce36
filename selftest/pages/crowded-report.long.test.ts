import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { crowd, crowdedReport } from '#testing/crowded-report';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { writePage } from '../../src/report/page/write-page.js';
import {
  expectAccessible,
  expectFits,
  expectNoSidewaysScrolling,
  open,
  reachedByTab,
  test,
  views,
  widths,
} from './browser.js';

const report: ConformanceReport = crowdedReport();
const violated = report.requirements.filter(({ findings }) => findings.length > 0);
const [first, last] = [violated[0], violated.at(-1)];
/** The id of a requirement that passed with every operation. */
const passed =
  report.requirements.find(({ verifiedBy }) => Object.keys(verifiedBy).length === report.operations.length)
    ?.id ?? 'none';
/** Addresses that open one place of each kind. */
const places = [`${first?.id}-1`, `${first?.id}`, passed, 'G-07', 'not-seen-listBrands', 'e3'];
let file: string;

// One page for all tests of this file.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({}, { project }) => {
  file = join(project.outputDir, 'crowded-report.html');
  await writePage(report, file, true);
});

test('a page with 30 violations and all evidence is smaller than 2.5 MB', () => {
  expect(violated).toHaveLength(crowd);
  expect(statSync(file).size).toBeLessThan(2_500_000);
});

test('no view is taller than 10,000 px or wider than the window', async ({ page }) => {
  for (const width of widths) for (const view of views) await expectFits(page, file, view, width);
});

test('one open place of each kind fits into a phone', async ({ page }) => {
  for (const width of widths)
    for (const address of places) {
      await page.setViewportSize({ width, height: 780 });
      await open(page, file, address);
      await expect(page.locator(`[id="${address}"] > summary`)).toBeInViewport();
      await expectNoSidewaysScrolling(page, width);
    }
});

// Contrasts depend on the colours, and everything else on the width: each scheme at one width shows both.
for (const [scheme, width] of [
  ['light', widths[0]],
  ['dark', widths[1]],
] as const)
  test(`every view, and one open place of each kind, is accessible, ${scheme} at ${width} px`, async ({
    page,
    trouble,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    for (const address of [...views, ...places]) {
      await open(page, file, address);
      await expectAccessible(page, [scheme]);
    }
    expect(trouble).toEqual([]);
  });

test('the bar stays in the window, with the size of each view, and marks the current one', async ({
  page,
}) => {
  for (const width of [...widths, 1920]) {
    await page.setViewportSize({ width, height: 780 });
    await open(page, file, 'requirements');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const current = page.locator('nav [aria-current]');
    await expect(current).toHaveText(
      `Requirements ${report.totals.verdicts.passed}/${report.requirements.length}`,
    );
    await expect(current).toBeInViewport();
  }
});

test('the first screen shows the worst violations as cards and the others in one line each', async ({
  page,
}) => {
  await open(page, file, 'summary');
  const section = page.locator('.violations');
  await expect(section.locator('article')).toHaveCount(3);
  await expect(section.locator('details li')).toHaveCount(crowd - 3);
  await section.getByText(`${crowd - 3} more violations`).click();
  await section.locator('details li').last().getByRole('link').click();
  await expect(page.locator(`#${last?.id} > summary`)).toBeInViewport();
  await expect(page.locator(`#${last?.id} .finding`)).toHaveCount(last?.findings.length ?? 0);
});

test('values are compared as values, and only their differences are marked', async ({ page }) => {
  await open(page, file, `${first?.id}-1`);
  const values = page.locator(`#${first?.id}-1 .compared`);
  await expect(values.locator('.expected code')).toHaveText(/^\[\s+\{\s+"id": 1,/);
  await expect(values.locator('.expected mark')).not.toHaveCount(0);
  await expect(values.locator('.actual mark').last()).toContainText('"name": "third"');
});

test('a passed requirement shows an exchange with each of its operations where its link is', async ({
  page,
}) => {
  await open(page, file, passed);
  const operations = Object.keys(report.requirements.find(({ id }) => id === passed)?.verifiedBy ?? {});
  await expect(page.locator(`#${passed}`)).toContainText(`with ${operations.length} operations`);
  const places = page.locator(`#${passed} .verified > li`);
  await expect(places).toHaveCount(operations.length);
  const last = places.filter({ has: page.getByRole('link') }).last();
  const brands = (await last.count()) > 0 ? last : places.last();
  await brands.locator('summary, a').first().click();
  await expect(brands.locator('details')).toHaveAttribute('open', '');
  await expect(brands).toContainText('x-api-key: $API_KEY');
  await expect(brands).toContainText('POST /api/v1/products/ -> 200');
  await expect(brands.getByRole('link', { name: passed, exact: true })).toBeVisible();
});

test('without scripts everything is there, and a link leads to the exchange that verified a requirement', async ({
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 780 },
  });
  const page = await context.newPage();
  await open(page, file);
  for (const view of views) await expect(page.locator(`#${view}`)).toBeVisible();
  await expect(page.locator('#filter')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const row = page.locator('.requirement:has(.verified > li > a)').first();
  const link = row.locator('.verified > li > a').first();
  const address = (await link.getAttribute('href')) ?? '#none';
  await row.locator('> summary').click();
  await link.click();
  await expect(page.locator(address)).toBeInViewport();
  await page.locator(`#${last?.id} > summary`).click();
  await page.locator(`#${last?.id}-1 > summary`).click();
  await expect(page.locator(`#${last?.id}-1`)).toContainText('What led there');
  await context.close();
});

test('everything that can be clicked in a violated requirement is reached by Tab', async ({ page }) => {
  await open(page, file, `${first?.id}-1`);
  const { reached, missed } = await reachedByTab(page);
  expect(missed).toEqual([]);
  expect(reached).toBeGreaterThan(20);
});
