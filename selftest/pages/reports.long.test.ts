import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { crowdedReport } from '#testing/crowded-report';
import { requirements } from '../../src/contract/requirements/catalogue.js';
import { operationsIn } from '../../src/contract/requirements/operation-sets.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { writePage } from '../../src/report/page/write-page.js';
import { cleanRunFolder } from '../conformance-run.js';
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

const all = requirements.length;
const allOperations = operationsIn('all').length;
const crowded = crowdedReport();
const violated = crowded.requirements.filter(({ findings }) => findings.length > 0);
const [first, last] = [violated[0], violated.at(-1)];
/** A requirement that passed with every operation. */
const passed = crowded.requirements.find(
  ({ verifiedBy }) => Object.keys(verifiedBy).length === crowded.operations.length,
);

/** The page of the run that the sample proof left, and one as large as any: addresses that open one place of each kind. */
const pages = {
  clean: { most: 1_500_000, file: '', places: ['BAT-10'] },
  crowded: {
    most: 2_500_000,
    file: '',
    places: [`${first?.id}-1`, `${first?.id}`, `${passed?.id}`, 'G-07', 'not-seen-listBrands', 'e3'],
  },
};
let clean: ConformanceReport;

// One page of each kind for all tests of this file.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({}, { project }) => {
  clean = JSON.parse(readFileSync(join(cleanRunFolder, 'conformance.json'), 'utf8'));
  for (const [name, report] of Object.entries({ clean, crowded })) {
    const file = join(project.outputDir, `${name}-report.html`);
    mkdirSync(project.outputDir, { recursive: true });
    await writePage(report, file, true);
    pages[name as keyof typeof pages].file = file;
  }
});

for (const [name, each] of Object.entries(pages)) {
  test(`the page of the ${name} report is small, and no view is taller than 10,000 px or wider than the window`, async ({
    page,
  }) => {
    expect(statSync(each.file).size).toBeLessThan(each.most);
    for (const width of widths) for (const view of views) await expectFits(page, each.file, view, width);
    for (const width of widths)
      for (const address of each.places) {
        await open(page, each.file, address);
        await expect(page.locator(`[id="${address}"] > summary`)).toBeInViewport();
        await expectNoSidewaysScrolling(page, width);
      }
  });

  // Contrasts depend on the colours, and everything else on the width: each scheme at one width shows both.
  for (const [scheme, width] of [
    ['light', widths[0]],
    ['dark', widths[1]],
  ] as const)
    test(`every view of the ${name} report, and one open place of each kind, is accessible, ${scheme} at ${width} px`, async ({
      page,
      trouble,
    }) => {
      await page.setViewportSize({ width, height: 780 });
      for (const address of [...views, ...each.places]) {
        await open(page, each.file, address);
        await expectAccessible(page, [scheme]);
      }
      expect(trouble).toEqual([]);
    });
}

test('everything that can be clicked is reached by Tab, on every view and in a violated requirement', async ({
  page,
}) => {
  for (const [file, address] of [
    ...views.map((view) => [pages.clean.file, view] as const),
    [pages.crowded.file, `${first?.id}-1`],
  ] as const) {
    await open(page, file, address);
    const { reached, missed } = await reachedByTab(page);
    expect(missed, address).toEqual([]);
    expect(reached).toBeGreaterThan(5);
  }
});

test('the data of a standard run is smaller than 2.5 MB, has an exchange for each verdict, a window of every operation, and only legal transitions', () => {
  expect(statSync(join(cleanRunFolder, 'conformance.json')).size).toBeLessThan(2_500_000);
  const { verifying, windows, machines } = clean.observations;
  const shown = new Set(
    verifying.flatMap(({ operationId, verifies }) => verifies.map((id) => `${id} ${operationId}`)),
  );
  const verified = clean.requirements
    .filter(({ verdict }) => verdict === 'passed')
    .flatMap(({ id, verifiedBy }) => Object.keys(verifiedBy).map((operationId) => `${id} ${operationId}`));
  expect(verified.length).toBeGreaterThan(0);
  expect(verified.filter((pair) => !shown.has(pair))).toEqual([]);
  expect(windows.map(({ operationId }) => operationId).toSorted()).toEqual(operationsIn('all').toSorted());
  for (const { name, transitions } of machines) {
    expect(transitions.filter(({ legal }) => !legal)).toEqual([]);
    expect(
      transitions.some(({ times }) => times > 0),
      name,
    ).toBe(true);
  }
  expect(clean.tests.filter(({ began }) => began === undefined)).toEqual([]);
});

test('each requirement has a row, with an address that opens it even if a filter hides it', async ({
  page,
}) => {
  await open(page, pages.clean.file, 'requirements?verdict=untested');
  const rows = page.locator('.requirement');
  expect(await rows.evaluateAll((found) => found.map(({ id }) => id))).toEqual(
    clean.requirements.map(({ id }) => id),
  );
  const row = page.locator('#BAT-10');
  await expect(row).toBeHidden();
  await open(page, pages.clean.file, 'BAT-10');
  await expect(row).toHaveAttribute('open', '');
  await expect(row).toBeInViewport();
  await expect(row.locator('> summary')).toBeFocused();
  const shown = clean.requirements.find(({ id }) => id === 'BAT-10');
  await expect(row).toContainText(shown?.observed ?? '?');
  await expect(row.locator('.tests')).toContainText('batches/');
});

test('each filter shows only matching rows, and the address keeps it', async ({ page }) => {
  type Row = ConformanceReport['requirements'][number];
  const filters: readonly [label: string, value: string, isShown: (row: Row) => boolean][] = [
    ['Verdict', 'untested', ({ verdict }) => verdict === 'untested'],
    ['Strength', 'should', ({ strength }) => strength === 'should'],
    ['Source', 'assumed', ({ from }) => from === 'assumed'],
    ['Operation', 'listOrders', ({ operations }) => operations.includes('listOrders')],
    ['Aspect', 'Limits', ({ id }) => id.startsWith('LIM')],
  ];
  const visible = page.locator('.requirement:visible');
  for (const [label, value, isShown] of filters) {
    await open(page, pages.clean.file, 'requirements');
    await page.getByLabel(label, { exact: true }).selectOption(value);
    const count = clean.requirements.filter(isShown).length;
    expect(count).toBeGreaterThan(0);
    await expect(visible, label).toHaveCount(count);
    await expect(page.locator('#filter output')).toHaveText(`${count} of ${all} requirements`);
    await page.reload();
    await expect(visible, `${label}, by its address`).toHaveCount(count);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(visible).toHaveCount(all);
  }
  await page.getByLabel('Contains').fill('lim05');
  await expect(visible).not.toHaveCount(all);
  await expect(page.locator('#LIM-05')).toBeVisible();
  await page.getByLabel('Contains').fill('retry nonsense');
  await expect(page.locator('#filter output')).toHaveText(`0 of ${all} requirements`);
});

test('the skip link leads past the navigation, and an address that leads nowhere shows the summary', async ({
  page,
  trouble,
}) => {
  await open(page, pages.clean.file, 'operations');
  await page.getByRole('link', { name: 'Skip to the report' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#operations')).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
  for (const address of ['%', 'nothing', 'BAT-99', '?q=1']) {
    await page.goto('about:blank');
    await open(page, pages.clean.file, address);
    await expect(page.locator('#summary'), address).toBeVisible();
  }
  expect(trouble).toEqual([]);
});

test('each operation has a row in the matrix, whose links open what was seen of it and its requirements', async ({
  page,
}) => {
  await open(page, pages.clean.file, 'operations');
  await expect(page.locator('.matrix tbody tr')).toHaveCount(allOperations);
  await expect(page.getByText(`The run saw ${allOperations} of ${allOperations} operations`)).toBeVisible();
  const brands = page.locator('#listBrands');
  await expect(brands).toContainText(/\d ms/);
  await brands.getByRole('link', { name: /seen of listBrands/ }).click();
  await expect(page.locator('#not-seen-listBrands')).toHaveAttribute('open', '');
  await brands.getByRole('link', { name: /^Limits \S+ of listBrands/ }).click();
  await expect(page.locator('.requirement:visible')).not.toHaveCount(all);
});

test('the bar stays in the window, with the size of each view, and marks the current one', async ({
  page,
}) => {
  for (const width of [...widths, 1920]) {
    await page.setViewportSize({ width, height: 780 });
    await open(page, pages.crowded.file, 'requirements');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const current = page.locator('nav [aria-current]');
    await expect(current).toHaveText(`Requirements ${crowded.totals.verdicts.passed}/${all}`);
    await expect(current).toBeInViewport();
  }
});

test('a passed requirement shows an exchange with each of its operations where its link is', async ({
  page,
}) => {
  const id = passed?.id ?? 'none';
  await open(page, pages.crowded.file, id);
  await expect(page.locator(`#${id}`)).toContainText(`with ${allOperations} operations`);
  const places = page.locator(`#${id} .verified > li`);
  await expect(places).toHaveCount(allOperations);
  const linked = places.filter({ has: page.getByRole('link') }).last();
  const place = (await linked.count()) > 0 ? linked : places.last();
  await place.locator('summary, a').first().click();
  await expect(place.locator('details')).toHaveAttribute('open', '');
  await expect(place).toContainText('x-api-key: $API_KEY');
  await expect(place).toContainText('POST /api/v1/products/ -> 200');
  await expect(place.getByRole('link', { name: id, exact: true })).toBeVisible();
});

test('on paper and without scripts everything is there, and a link leads to the exchange that verified a requirement', async ({
  browser,
  page: printed,
}) => {
  await open(printed, pages.clean.file);
  await printed.emulateMedia({ media: 'print' });
  await expect(printed.getByRole('navigation')).toBeHidden();
  const viewport = { width: 320, height: 780 };
  const page = await browser.newPage({ javaScriptEnabled: false, viewport });
  await open(page, pages.crowded.file);
  for (const view of views)
    for (const each of [printed, page]) await expect(each.locator(`#${view}`)).toBeVisible();
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
  await page.close();
});
