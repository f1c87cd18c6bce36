import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { gaps, requirements } from '../../src/contract/requirements/catalogue.js';
import { operationsIn } from '../../src/contract/requirements/operation-sets.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import type { DetectionReport } from '../../src/report/data/report-file.js';
import { cleanRunFolder } from '../conformance-run.js';
import { expectAccessible, expectFits, open, reachedByTab, test, views, widths } from './browser.js';

const file = join(cleanRunFolder, 'index.html');
const all = requirements.length;
const allOperations = operationsIn('all').length;
let report: ConformanceReport;
let proof: DetectionReport;

// The files exist after the proof has run.
test.beforeAll(() => {
  report = JSON.parse(readFileSync(join(cleanRunFolder, 'conformance.json'), 'utf8'));
  proof = JSON.parse(readFileSync(join(cleanRunFolder, 'detection.json'), 'utf8'));
});

test('the first screen shows the verdict in words and the facts that a decision needs', async ({
  page,
  trouble,
}) => {
  await open(page, file);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('✓ conformant');
  await expect(page.getByText(report.reason)).toBeVisible();
  const facts = page.locator('.facts').first();
  for (const fact of [report.target.url, '1.3.0', 'standard', String(report.seed)])
    await expect(facts).toContainText(fact);
  const passed = page.getByRole('row', { name: /passed/ });
  await expect(passed.getByRole('link').last()).toHaveText(String(report.totals.verdicts.passed));
  await expect(page.getByText('There is no earlier run of this target to compare with.')).toBeVisible();
  expect(trouble).toEqual([]);
});

test('the page of a standard run is smaller than 1.5 MB', () => {
  // Only the page of a proof lists the faults that were planted.
  const planted = /<h3>Faults planted against its checks<\/h3><ul class="lines faults">.*?<\/ul>/gs;
  const whole = readFileSync(file, 'utf8');
  const page = whole.replaceAll(planted, '');
  expect(page.length).toBeLessThan(whole.length);
  expect(Buffer.byteLength(page)).toBeLessThan(1_500_000);
});

test('every passed requirement has an exchange to read at each operation where it was verified', () => {
  const shown = new Set(
    report.observations?.verifying.flatMap(({ operationId, verifies }) =>
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

test('a whole run observes a window of every operation, a batch of every write, and only legal transitions', () => {
  const { windows = [], batches = [], machines = [] } = report.observations ?? {};
  const ids = (all: readonly string[]) => [...new Set(all)].toSorted();
  expect(ids(windows.map(({ operationId }) => operationId))).toEqual(operationsIn('all').toSorted());
  expect(ids(batches.map(({ write }) => write))).toEqual(operationsIn('batch-writes').toSorted());
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
for (const address of ['summary', 'BAT-10', 'operations', 'this-service', 'coverage-listBrands'])
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
  await expect(row.locator('.tests li:not(:has(ul))')).toHaveCount(
    report.tests.filter(({ covers }) => covers.includes('BAT-10')).length,
  );
});

test('each requirement lists the planted faults that its checks caught', async ({ page }) => {
  await open(page, file, 'requirements');
  await expect(
    page.getByText(`Faults: of the proof with seed ${proof.seed}, a part of all faults.`),
  ).toBeVisible();
  for (const { id, verdict } of report.requirements.slice(0, 10)) {
    const faults = proof.faults.filter(({ violates }) => violates === id);
    expect(faults.length > 0).toBe(verdict === 'passed');
    await page.locator(`#${id} > summary`).click();
    await expect(page.locator(`#${id} .faults li`)).toHaveCount(faults.length);
    for (const { fault } of faults) await expect(page.locator(`#${id} .faults`)).toContainText(fault);
  }
  const [{ fault = '', violates = '' } = {}] = proof.faults;
  await page.getByRole('combobox', { name: 'Search the report' }).fill(fault);
  await expect(page.getByRole('option').first()).toContainText(violates);
});

test('each filter shows only matching rows, and the address keeps it', async ({ page }) => {
  const { requirements } = report;
  const inClause5 = (clause: string) => clause === '5' || clause.startsWith('5.');
  const filters: readonly [label: string, value: string, count: number][] = [
    ['Verdict', 'untested', requirements.filter(({ verdict }) => verdict === 'untested').length],
    ['Strength', 'should', requirements.filter(({ strength }) => strength === 'should').length],
    ['Source', 'assumed', requirements.filter(({ from }) => from === 'assumed').length],
    ['Clause', '5', requirements.filter(({ clause }) => clause.some(inClause5)).length],
    ['Operation', 'listOrders', requirements.filter((each) => each.operations.includes('listOrders')).length],
    ['Aspect', 'Limits', requirements.filter(({ id }) => id.startsWith('LIM')).length],
  ];
  for (const [label, value, count] of filters) {
    await open(page, file, 'requirements');
    await page.getByLabel(label, { exact: true }).selectOption(value);
    await expect(page.locator('.requirement:visible'), label).toHaveCount(count);
    await expect(page.locator('#shown')).toHaveText(`${count} of ${all} requirements`);
    await page.reload();
    await expect(page.locator('.requirement:visible'), `${label}, by its address`).toHaveCount(count);
    expect(count).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page.locator('.requirement:visible')).toHaveCount(requirements.length);
  }
  await page.getByLabel('Contains').fill('lim05');
  await expect(page.locator('.requirement:visible')).toHaveCount(1);
  await expect(page.locator('#LIM-05')).toBeVisible();
  await page.getByLabel('Contains').fill('retry nonsense');
  await expect(page.getByText('No requirement matches.')).toBeVisible();
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

test('a search is restored from its address', async ({ page }) => {
  for (const text of ['a&b', 'x?y', '50%25']) {
    await open(page, file, 'requirements');
    await page.getByLabel('Contains').fill(text);
    // The browser's address changes only after the page has set it.
    await expect(page).toHaveURL(/\?q=/);
    await page.reload();
    await expect(page.getByLabel('Contains')).toHaveValue(text);
  }
});

test('one button opens and closes all visible rows', async ({ page }) => {
  await open(page, file, 'requirements?verdict=untested');
  await page.getByRole('button', { name: 'Open all' }).click();
  await expect(page.locator('.requirement[open]')).toHaveCount(report.totals.verdicts.untested);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('button', { name: 'Open all' })).toBeVisible();
  await open(page, file, 'requirements?verdict=untested');
  await page.getByRole('button', { name: 'Close all' }).click();
  await expect(page.locator('.requirement[open]')).toHaveCount(0);
});

test('the matrix has a row for each operation, with statuses, times and a link to its limits', async ({
  page,
}) => {
  await open(page, file, 'operations');
  await expect(page.locator('.matrix tbody tr')).toHaveCount(allOperations);
  const brands = page.locator('#listBrands');
  await expect(brands.getByRole('link', { name: /^Authentication \S+ of listBrands/ })).toBeVisible();
  const { statuses = {} } = report.operations.find(({ operationId }) => operationId === 'listBrands') ?? {};
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '401']));
  for (const [status, times] of Object.entries(statuses))
    await expect(brands.locator('.statuses')).toContainText(`${status} ×${times.toLocaleString('en-US')}`);
  await expect(page.locator('.cell.violated:visible')).toHaveCount(1);
  await expect(page.locator('.cell.none:visible')).toHaveCount(1);
  const times = page.locator('.times-table tbody tr');
  await expect(times).toHaveCount(allOperations);
  await expect(times.locator('svg')).toHaveCount(allOperations);
  await brands.getByRole('link', { name: /^Limits \S+ of listBrands/ }).click();
  await expect(page.locator('.requirement:visible')).not.toHaveCount(all);
});

test('the view of gaps shows how the target fills each, and the view of coverage lists every operation', async ({
  page,
}) => {
  await open(page, file, 'this-service');
  await expect(page.locator('.gap')).toHaveCount(gaps.length);
  await expect(page.locator('#G-07')).toContainText('does as assumed');
  await open(page, file, 'coverage');
  await expect(page.locator('.covered[id^=coverage-]')).toHaveCount(allOperations);
  await expect(page.getByRole('row', { name: /^Operations/ })).toContainText(
    `${allOperations} of ${allOperations}`,
  );
});

test('everything that can be clicked is reached by Tab, on every view', async ({ page }) => {
  for (const view of views) {
    await open(page, file, view);
    const { reached, missed } = await reachedByTab(page);
    expect(missed, view).toEqual([]);
    expect(reached).toBeGreaterThan(5);
  }
});

test('everything works without a mouse', async ({ page }) => {
  await open(page, file);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Requirements/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#requirements')).toBeVisible();
  await expect(page.locator('#summary')).toBeHidden();
  const row = page.locator('#BAT-10');
  await row.locator('> summary').focus();
  await page.keyboard.press('Space');
  await expect(row).toHaveAttribute('open', '');
  await page.getByLabel('Contains').focus();
  await page.keyboard.type('bat-10 echoes');
  await expect(page.locator('.requirement:visible')).not.toHaveCount(all);
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.requirement:visible')).toHaveCount(all);
  await page.getByLabel('Strength', { exact: true }).focus();
  await page.keyboard.press('m');
  await expect(page.locator('.requirement:visible')).not.toHaveCount(all);
  const theme = page.getByRole('button', { name: 'Theme' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await theme.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(theme).toHaveText('Theme: dark');
  expect(await ground()).not.toBe(light);
});

test('the page is complete on paper', async ({ page }) => {
  await open(page, file);
  await page.emulateMedia({ media: 'print' });
  for (const view of views) await expect(page.locator(`#${view}`)).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  // The width of A4 without its margins.
  await page.setViewportSize({ width: 754, height: 1100 });
  const cut = await page
    .locator('.scrollable')
    .evaluateAll((all) =>
      all
        .filter((each) => each.scrollWidth > document.documentElement.clientWidth)
        .map((each) => each.ariaLabel),
    );
  expect(cut).toEqual([]);
});

test('no view is taller than 10,000 px or wider than the window, on a phone or on a laptop', async ({
  page,
}) => {
  for (const width of widths)
    for (const view of [...views, 'evidence']) await expectFits(page, file, view, width);
});
