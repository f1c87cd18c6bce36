import { readFileSync, statSync } from 'node:fs';
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

const all = [...views, 'violations', 'evidence'];
const report: ConformanceReport = crowdedReport();
const violated = report.requirements.filter(({ findings }) => findings.length > 0);
const [first, last] = [violated[0], violated.at(-1)];
/** The id of a requirement that passed with every operation. */
const passed =
  report.requirements.find(({ verifiedBy }) => Object.keys(verifiedBy).length === report.operations.length)
    ?.id ?? 'none';
/** Addresses that open one place of each kind. */
const places = [
  `${first?.id}-1`,
  `${first?.id}`,
  passed,
  'G-07',
  'coverage-listBrands',
  'e3',
  'operation/updateProductStatus',
];
let file: string;

// One page for all tests of this file.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({}, { project }) => {
  file = join(project.outputDir, 'crowded-report.html');
  await writePage(report, file, { linksTests: true });
});

test('a page with 30 violations and all evidence is smaller than 2 MB', () => {
  expect(violated).toHaveLength(crowd);
  expect(statSync(file).size).toBeLessThan(2_000_000);
});

test('no view is taller than 10,000 px or wider than the window', async ({ page }) => {
  for (const width of widths) for (const view of all) await expectFits(page, file, view, width);
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

test('a table that is wider than a phone fades out where there is more of it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await open(page, file, 'operations');
  const table = page.getByRole('group', { name: 'Response times and rate limits' });
  const fades = () =>
    table.evaluate((box) =>
      ['--fade-left', '--fade-right'].map((side) => getComputedStyle(box).getPropertyValue(side)),
    );
  expect(await fades()).toEqual(['0px', '48px']);
  await table.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  await expect.poll(fades).toEqual(['48px', '0px']);
  await page.setViewportSize({ width: 1280, height: 780 });
  await page.reload();
  await expect.poll(fades).toEqual(['0px', '0px']);
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
    for (const address of [...all, ...places]) {
      await open(page, file, address);
      await expectAccessible(page, [scheme]);
    }
    expect(trouble).toEqual([]);
  });

test('the navigation stays in the window, with the size of each view, and marks the current one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await open(page, file, 'evidence');
  const current = page.locator('nav [aria-current]');
  await expect(current).toHaveText(/^Evidence \d+$/);
  await expect(current).toBeInViewport();
  await open(page, file, 'requirements');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const passed = report.totals.verdicts.passed;
  await expect(current).toHaveText(`Requirements ${passed}/${report.requirements.length}`);
  await expect(current).toBeInViewport();
  await page.getByRole('link', { name: `Violations ${crowd}` }).click();
  await expect(page.locator('#violations')).toBeVisible();
  await expect(current).toHaveText(`Violations ${crowd}`);
});

for (const width of [1280, 1440, 1537, 1920])
  test(`all of the navigation is in a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await open(page, file);
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText([/^Summary/, /^Violations/, ...Array(6).fill(/./), /^Playwright/]);
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('combobox', { name: 'Search the report' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Theme' })).toBeInViewport({ ratio: 1 });
  });

test('a requirement with findings is one card, with a chip for each operation, which opens the finding', async ({
  page,
}) => {
  await open(page, file, 'violations');
  await expect(page.locator('#violations article')).toHaveCount(crowd);
  for (const { id, findings } of [violated[1], last].flatMap((each) => each ?? [])) {
    const card = page.locator(`#violation-${id}`);
    const operations = new Set(findings.map(({ operationId }) => operationId));
    await expect(card.locator('.chips').first().getByRole('link')).toHaveText([...operations]);
    const finding = card.locator('.finding').nth(findings.length - 1);
    await expect(finding).toBeHidden();
    await card.locator('.chips').first().getByRole('link').last().click();
    await expect(page).toHaveURL(new RegExp(`#${id}-${findings.length}$`));
    await expect(finding).toHaveAttribute('open', '');
    await expect(finding.locator(':scope > summary')).toBeFocused();
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
  await expect(page.locator(`#violation-${last?.id}`)).toBeInViewport();
});

test('values are compared as values, and only their differences are marked', async ({ page }) => {
  await open(page, file, `${first?.id}-1`);
  const values = page.locator(`#${first?.id}-1 .compared`);
  await expect(values.locator('.expected code')).toHaveText(/^\[\s+\{\s+"id": 1,/);
  await expect(values.locator('.expected mark')).toHaveText([/^1,\s+"name": "first"\s*$/, '2']);
  await expect(values.locator('.actual mark')).toHaveText(['2', /^3,\s+"name": "third"\s*$/]);
});

test('a passed requirement shows an exchange with each of its operations, once it is asked for', async ({
  page,
}) => {
  await open(page, file, passed);
  const operations = Object.keys(report.requirements.find(({ id }) => id === passed)?.verifiedBy ?? {});
  expect(operations.length).toBeGreaterThan(10);
  const places = page.locator(`#${passed} .verified > li > details`);
  await expect(places).toHaveCount(operations.length);
  await expect(page.locator(`#${passed}`)).toContainText(`with ${operations.length} operations`);
  const brands = places.filter({ hasText: 'listBrands' });
  await expect(brands).toContainText('×1,234');
  await brands.locator('summary').click();
  await expect(brands).toContainText('/api/v1/brands/');
  const [request, response] = [brands.locator('pre').first(), brands.locator('pre').last()];
  await expect(request).toHaveText('');
  await expect(response).toContainText('"items"');
  await expect(brands).toContainText('the request has accept: */* and x-api-key: $API_KEY');
  await expect(brands).toContainText('POST /api/v1/products/ -> 200');
  await expect(brands.getByRole('link', { name: passed, exact: true })).toBeVisible();
});

test('each exchange is in the page only once', () => {
  const html = readFileSync(file, 'utf8');
  const shown = report.observations?.verifying ?? [];
  expect(shown.length).toBeGreaterThan(300);
  expect(html.match(/ id=e\d+>/g)).toHaveLength(shown.length);
  expect(html.match(/>It verified </g)).toHaveLength(shown.length);
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
  for (const view of all) await expect(page.locator(`#${view}`)).toBeVisible();
  for (const hidden of ['#filter', '#find', '#theme']) await expect(page.locator(hidden)).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.locator(`#${passed} > summary`).click();
  await page.locator(`#${passed} .verified`).getByRole('link', { name: 'listBrands' }).click();
  await expect(page.locator('#evidence-listBrands')).toHaveAttribute('open', '');
  const card = page.locator(`#violation-${last?.id}`);
  await card.locator('.findings > summary').click();
  await card.locator('.finding > summary').first().click();
  await expect(card.locator('.finding').first()).toContainText('What led there');
  await context.close();
});

test.describe('the search', () => {
  for (const typed of ['lim05', 'lim-05', 'LIM 05'])
    test(`finds LIM-05 by ${typed}`, async ({ page, trouble }) => {
      await open(page, file);
      await page.keyboard.press('/');
      const search = page.getByRole('combobox', { name: 'Search the report' });
      await expect(search).toBeFocused();
      await page.keyboard.type(typed);
      await expect(page.getByRole('option').first()).toContainText('LIM-05');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/#LIM-05$/);
      await expect(page.locator('#LIM-05 > summary')).toBeFocused();
      await expect(search).toHaveValue('');
      expect(trouble).toEqual([]);
    });

  test('finds operations, gaps, words and views, and says that it found nothing', async ({ page }) => {
    await open(page, file);
    const search = page.getByRole('combobox', { name: 'Search the report' });
    const found: readonly (readonly [typed: string, name: string])[] = [
      ['listbrands', 'listBrands'],
      ['g07', 'G-07'],
      ['429 next one is answered', 'LIM-05'],
      ['coverage', 'Coverage'],
      [`${last?.id}-1`, `${last?.id}-1`],
    ];
    for (const [typed, name] of found) {
      await search.fill(typed);
      await expect(page.getByRole('option').first(), typed).toContainText(name);
    }
    await search.fill('no such thing');
    await expect(page.getByRole('option')).toHaveText('Nothing in the report matches.');
    await expect(page.getByRole('status')).toHaveText('no hits');
  });

  test('is used with the arrows, Escape and a click, and leaves / to the fields', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 780 });
    await open(page, file);
    const search = page.getByRole('combobox', { name: 'Search the report' });
    await search.fill('lim');
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    await expect(chosen).toContainText('LIM-01');
    await expect(search).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '?');
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toContainText('LIM-02');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
    await expectNoSidewaysScrolling(page, 320);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(search).toHaveValue('');
    await search.fill('lim');
    await page.getByRole('option').nth(2).click();
    await expect(page).toHaveURL(/#LIM-03$/);
    await open(page, file, 'requirements');
    await page.getByLabel('Contains').focus();
    await page.keyboard.type('a/b');
    await expect(page.getByLabel('Contains')).toHaveValue('a/b');
  });
});

test('everything that can be clicked in the views of violations and evidence is reached by Tab', async ({
  page,
}) => {
  for (const view of ['violations', 'evidence', `${first?.id}-1`]) {
    await open(page, file, view);
    const { reached, missed } = await reachedByTab(page);
    expect(missed, view).toEqual([]);
    expect(reached).toBeGreaterThan(20);
  }
});

test('no column of a table is without content', async ({ page }) => {
  for (const view of all) {
    await open(page, file, view);
    const empty = await page.locator('.view.current table').evaluateAll((tables) =>
      tables.flatMap((table) => {
        const rows = [...table.querySelectorAll('tbody tr')];
        return [...table.querySelectorAll('thead th')]
          .filter((_, column) =>
            rows.every((row) => /^[–\s]*$/.test(row.children[column]?.textContent ?? '')),
          )
          .map((head) => head.textContent);
      }),
    );
    expect(empty, view).toEqual([]);
  }
});
