import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { requirements } from '../../src/contract/requirements/catalogue.js';
import { operationsIn } from '../../src/contract/requirements/operation-sets.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { writePage } from '../../src/report/page/write-page.js';
import { cleanRunFolder } from '../conformance-run.js';
import { expectAccessible, expectFits, open, reachedByTab, test, views, widths } from './browser.js';

const all = requirements.length;
const allOperations = operationsIn('all').length;
let report: ConformanceReport;
let file: string;

// One page for all tests of this file, of the run that the sample proof left.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({}, { project }) => {
  report = JSON.parse(readFileSync(join(cleanRunFolder, 'conformance.json'), 'utf8'));
  file = join(project.outputDir, 'clean-report.html');
  await writePage(report, file, true);
});

test('the page of a standard run is smaller than 1.5 MB', () => {
  expect(statSync(file).size).toBeLessThan(1_500_000);
});

test('every passed requirement has an exchange to read at each operation where it was verified', () => {
  const shown = new Set(
    report.observations.verifying.flatMap(({ operationId, verifies }) =>
      verifies.map((id) => `${id} ${operationId}`),
    ),
  );
  const passed = report.requirements.filter(({ verdict }) => verdict === 'passed');
  expect(passed.length).toBeGreaterThan(0);
  expect(
    passed.flatMap(({ id, verifiedBy }) =>
      Object.keys(verifiedBy)
        .map((operationId) => `${id} ${operationId}`)
        .filter((pair) => !shown.has(pair)),
    ),
  ).toEqual([]);
});

test('a whole run observes a window of every operation, and only legal transitions', () => {
  const { windows, machines } = report.observations;
  expect(windows.map(({ operationId }) => operationId).toSorted()).toEqual(operationsIn('all').toSorted());
  const transitions = machines.flatMap((machine) => machine.transitions);
  expect(transitions.filter(({ legal }) => !legal)).toEqual([]);
  for (const { name, transitions } of machines)
    expect(
      transitions.some(({ times }) => times > 0),
      name,
    ).toBe(true);
  expect(report.tests.filter(({ began }) => began === undefined)).toEqual([]);
});

test('the data of a standard run is smaller than 2.5 MB', () => {
  expect(statSync(join(cleanRunFolder, 'conformance.json')).size).toBeLessThan(2_500_000);
});

// An open row appears among all the others.
for (const address of ['summary', 'BAT-10', 'operations', 'this-service', 'run'])
  test(`${address} is accessible in light and dark`, async ({ page, trouble }) => {
    await open(page, file, address);
    await expectAccessible(page);
    expect(trouble).toEqual([]);
  });

test('each requirement has a row, with an address that opens it', async ({ page }) => {
  await open(page, file, 'requirements');
  const rows = page.locator('.requirement');
  await expect(rows).toHaveCount(report.requirements.length);
  expect(await rows.evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    report.requirements.map(({ id }) => id),
  );
  await page.goto('about:blank');
  await open(page, file, 'BAT-10');
  const row = page.locator('#BAT-10');
  await expect(row).toHaveAttribute('open', '');
  await expect(row).toBeInViewport();
  await expect(row.locator('> summary')).toBeFocused();
  const shown = report.requirements.find(({ id }) => id === 'BAT-10');
  await expect(row).toContainText(shown?.observed ?? '?');
  await expect(row.locator('.tests')).toContainText('batches/');
});

test('each filter shows only matching rows, and the address keeps it', async ({ page }) => {
  const { requirements } = report;
  const filters: readonly [label: string, value: string, count: number][] = [
    ['Verdict', 'untested', requirements.filter(({ verdict }) => verdict === 'untested').length],
    ['Strength', 'should', requirements.filter(({ strength }) => strength === 'should').length],
    ['Source', 'assumed', requirements.filter(({ from }) => from === 'assumed').length],
    ['Operation', 'listOrders', requirements.filter((each) => each.operations.includes('listOrders')).length],
    ['Aspect', 'Limits', requirements.filter(({ id }) => id.startsWith('LIM')).length],
  ];
  for (const [label, value, count] of filters) {
    await open(page, file, 'requirements');
    await page.getByLabel(label, { exact: true }).selectOption(value);
    await expect(page.locator('.requirement:visible'), label).toHaveCount(count);
    await expect(page.locator('#filter output')).toHaveText(`${count} of ${all} requirements`);
    await page.reload();
    await expect(page.locator('.requirement:visible'), `${label}, by its address`).toHaveCount(count);
    expect(count).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page.locator('.requirement:visible')).toHaveCount(requirements.length);
  }
  await page.getByLabel('Contains').fill('lim05');
  await expect(page.locator('.requirement:visible')).not.toHaveCount(all);
  await expect(page.locator('#LIM-05')).toBeVisible();
  await page.getByLabel('Contains').fill('retry nonsense');
  await expect(page.locator('#filter output')).toHaveText(`0 of ${all} requirements`);
  await open(page, file, 'summary');
  await page.getByRole('link', { name: 'all untested' }).click();
  await expect(page.locator('.requirement:visible')).toHaveCount(filters[0]?.[2] ?? 0);
});

test('the address of a requirement shows it even if a filter hides it', async ({ page }) => {
  await open(page, file, 'requirements?verdict=untested');
  await expect(page.locator('#BAT-10')).toBeHidden();
  await open(page, file, 'BAT-10');
  await expect(page.locator('#BAT-10')).toBeInViewport();
});

test('the skip link leads past the navigation, and leaves the view unchanged', async ({ page }) => {
  await open(page, file, 'operations');
  await page.getByRole('link', { name: 'Skip to the report' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#operations')).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
});

test('an address that leads nowhere shows the summary', async ({ page, trouble }) => {
  for (const address of ['%', 'nothing', 'BAT-99', '?q=1']) {
    await page.goto('about:blank');
    await open(page, file, address);
    await expect(page.locator('#summary'), address).toBeVisible();
  }
  expect(trouble).toEqual([]);
});

test('the matrix has a row for each operation, with statuses, what was seen, times and limits', async ({
  page,
}) => {
  await open(page, file, 'operations');
  await expect(page.locator('.matrix tbody tr')).toHaveCount(allOperations);
  const brands = page.locator('#listBrands');
  const { statuses, rateLimit } =
    report.operations.find(({ operationId }) => operationId === 'listBrands') ?? {};
  expect(Object.keys(statuses ?? {})).toEqual(expect.arrayContaining(['200', '401']));
  for (const [status, times] of Object.entries(statuses ?? {}))
    await expect(brands.locator('.statuses')).toContainText(`${status} ×${times.toLocaleString('en-US')}`);
  await expect(brands).toContainText(`observed ${rateLimit?.observed}`);
  await expect(brands).toContainText(/\d ms/);
  await expect(page.getByText(`The run saw ${allOperations} of ${allOperations} operations`)).toBeVisible();
  await brands.getByRole('link', { name: /seen of listBrands/ }).click();
  await expect(page.locator('#not-seen-listBrands')).toHaveAttribute('open', '');
  await brands.getByRole('link', { name: /^Limits \S+ of listBrands/ }).click();
  await expect(page.locator('.requirement:visible')).not.toHaveCount(all);
});

test('everything that can be clicked is reached by Tab, on every view', async ({ page }) => {
  for (const view of views) {
    await open(page, file, view);
    const { reached, missed } = await reachedByTab(page);
    expect(missed, view).toEqual([]);
    expect(reached).toBeGreaterThan(5);
  }
});

test('the page is complete on paper', async ({ page }) => {
  await open(page, file);
  await page.emulateMedia({ media: 'print' });
  for (const view of views) await expect(page.locator(`#${view}`)).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
});

test('no view is taller than 10,000 px or wider than the window, on a phone or on a laptop', async ({
  page,
}) => {
  for (const width of widths) for (const view of views) await expectFits(page, file, view, width);
});
