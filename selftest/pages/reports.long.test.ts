import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { crowdedReport } from '#testing/crowded-report';
import { operationsIn } from '../../src/contract/requirements/operation-sets.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { writePage } from '../../src/report/page/write-page.js';
import { addressOf } from '../../src/report/summary/summary.js';
import { cleanRunFolder } from '../conformance-run.js';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  reachedByTab,
  test,
  views,
  widths,
} from './browser.js';

const allOperations = operationsIn('all').length;
const crowded = crowdedReport();
const { length: all } = crowded.requirements;
const violated = crowded.requirements.filter(({ findings }) => findings.length > 0);
const [first, last] = [violated[0], violated.at(-1)];
const findingOf = (requirement = first) => requirement?.findings.slice(0, 1).map(addressOf).join() ?? '';
/** A requirement that passed with every operation. */
const passed = crowded.requirements.find(
  ({ verifiedBy }) => Object.keys(verifiedBy).length === allOperations,
)?.id;

/** The page of the run that the sample proof left, and one as large as any: addresses that open one place of each kind. */
const pages = {
  clean: { mostBytes: 1_500_000, file: '', places: ['BAT-10'] },
  crowded: {
    mostBytes: 2_500_000,
    file: '',
    places: [findingOf(first), `${first?.id}`, `${passed}`, 'G-07', 'not-seen-listBrands', 'e3'],
  },
};
let clean: ConformanceReport;

/** The tallest view that people still look through, in pixels. */
const tallest = 10_000;

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

// Contrasts depend on the colours, and everything else on the width: each scheme at one width shows both.
for (const [name, each] of Object.entries(pages))
  for (const [scheme, width] of [
    ['light', widths[0]],
    ['dark', widths[1]],
  ] as const)
    test(`every view of the ${name} report, and one open place of each kind, fits into a window of ${width} px and is accessible in ${scheme} colours`, async ({
      page,
      trouble,
    }) => {
      expect(statSync(each.file).size).toBeLessThan(each.mostBytes);
      for (const address of [...views, ...each.places]) {
        await open(page, each.file, address);
        await expectNoSidewaysScrolling(page, width);
        if (each.places.includes(address))
          await expect(page.locator(`[id="${address}"] > summary`)).toBeInViewport();
        else {
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          expect(height, address).toBeLessThan(tallest);
        }
        await expectAccessible(page, [scheme]);
      }
      expect(trouble).toEqual([]);
    });

test('everything that can be clicked is reached by Tab, on every view and in a violated requirement', async ({
  page,
}) => {
  for (const [file, address] of [
    ...views.map((view) => [pages.clean.file, view] as const),
    [pages.crowded.file, `${first}-1`],
  ] as const) {
    await open(page, file, address);
    const { reached, missed } = await reachedByTab(page);
    expect(missed, address).toEqual([]);
    expect(reached).toBeGreaterThan(5);
  }
});

test('the data of a standard run has an exchange for each verdict, a window of every operation, and only legal transitions', () => {
  expect(statSync(join(cleanRunFolder, 'conformance.json')).size).toBeLessThan(2_500_000);
  const { verifying, windows, machines } = clean.observations;
  const shown = new Set(
    verifying.flatMap(({ operationId, verifies }) => verifies.map((id) => `${id} ${operationId}`)),
  );
  const lacking = clean.requirements
    .filter(({ verdict }) => verdict === 'passed')
    .flatMap(({ id, verifiedBy }) => Object.keys(verifiedBy).map((operationId) => `${id} ${operationId}`))
    .filter((pair) => !shown.has(pair));
  expect(lacking).toEqual([]);
  expect(windows.map(({ operationId }) => operationId).toSorted()).toEqual(operationsIn('all').toSorted());
  const seen = machines.map(({ transitions }) => transitions.filter(({ times }) => times > 0));
  expect(seen.filter(({ length }) => length === 0)).toEqual([]);
  expect(seen.flat().filter(({ legal }) => !legal)).toEqual([]);
});

test('each filter shows only matching rows, the address keeps it, and the address of a hidden row opens the row', async ({
  page,
}) => {
  type Row = ConformanceReport['requirements'][number];
  const filters: readonly [label: string, value: string, isShown: (row: Row) => boolean][] = [
    ['Verdict', 'untested', ({ verdict }) => verdict === 'untested'],
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
  await page.getByLabel('Contains').fill('lim-05');
  await expect(visible).not.toHaveCount(all);
  await expect(page.locator('#LIM-05')).toBeVisible();
  await open(page, pages.clean.file, 'requirements?verdict=untested');
  const row = page.locator('#BAT-10');
  await expect(row).toBeHidden();
  await open(page, pages.clean.file, 'BAT-10');
  await expect(row).toHaveAttribute('open', '');
  await expect(row.locator('> summary')).toBeFocused();
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

test('on paper and without scripts everything is there, and a link leads to the exchange that verified a requirement', async ({
  browser,
  page: printed,
}) => {
  await open(printed, pages.clean.file);
  await printed.emulateMedia({ media: 'print' });
  await expect(printed.getByRole('navigation')).toBeHidden();
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 320, height: 780 } });
  await open(page, pages.crowded.file);
  for (const each of [printed, page])
    for (const view of views) await expect(each.locator(`#${view}`)).toBeVisible();
  await expect(page.locator('#filter')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const row = page.locator('.requirement:has(.verified > li > a)').first();
  const link = row.locator('.verified > li > a').first();
  await row.locator('> summary').click();
  await link.click();
  await expect(page.locator((await link.getAttribute('href')) ?? '#none')).toBeInViewport();
  for (const id of [last?.id, findingOf(last)]) await page.locator(`#${id} > summary`).click();
  await expect(page.locator(`#${findingOf(last)}`)).toContainText('What led there');
  await page.close();
});
