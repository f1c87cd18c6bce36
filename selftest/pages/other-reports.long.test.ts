import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { serve } from '#testing/loopback-server';
import { type SandboxProcess, startSandbox, targetSettings } from '#testing/sandbox-process';
import { runLine } from '#testing/started-command';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { addressOf } from '../../src/report/summary/summary.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import { type ReportedRun, runConformance } from '../conformance-run.js';
import { expectAccessible, expectNoSidewaysScrolling, open, test, views, widths } from './browser.js';

// One sandbox and one run for all tests of this file.
test.describe.configure({ mode: 'default' });
let sandbox: SandboxProcess;
let settings: Readonly<Record<string, string>>;
let run: ReportedRun;
let file: string;

test.beforeAll(async () => {
  sandbox = await startSandbox('--speed', runSpeed, '--fault', 'adds-stock-instead-of-setting-it');
  settings = targetSettings(sandbox);
  run = await runConformance(settings, '--grep', '@STK-01|@STS-12 @STS-02', '--seed', '1');
  expect(run.exitCode, run.output).toBe(1);
  file = join(run.folder, 'index.html');
});

test.afterAll(() => sandbox[Symbol.asyncDispose]());

test('a finding shows the difference, the steps before it, the counterexample and the exchange', async ({
  page,
}) => {
  const red = run.report.tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken');
  const junit = readFileSync(join(run.folder, 'junit.xml'), 'utf8');
  expect(junit.match(/<(failure|error)\b/g), 'the same red tests as in the report').toHaveLength(red.length);
  const modelled = findingsIn(run.report).find(({ trail }) => trail.some((step) => typeof step !== 'string'));
  expect(modelled, 'the model of the product status finds it too').toBeDefined();
  await open(page, file);
  await page
    .locator('.violations article')
    .filter({ hasText: 'STK-01' })
    .getByRole('link', { name: /finding/ })
    .click();
  await expect(page).toHaveURL(/#STK-01-\w{8}$/);
  const finding = await findingWith(page, 'Commands of the model');
  const commands = finding.getByRole('group', { name: 'Commands of the model' });
  const { expected = [], actual } = modelled?.values ?? {};
  await expect(finding.locator('.expected .value')).toHaveText(expected.map((each) => each?.text ?? '?'));
  await expect(finding.locator('.actual .value')).toHaveText(actual?.text ?? '?');
  await expect(finding.locator('.actual mark')).not.toHaveCount(0);
  await expect(commands.getByRole('row')).toHaveCount((modelled?.trail.length ?? 0) + 1);
  await expect(finding.getByRole('group', { name: 'The smallest counterexample' })).toContainText('stock');
  await expect(finding).toContainText(`fast-check seed ${modelled?.counterexample?.seed}`);
  await expect(finding.getByRole('group', { name: 'Response' })).toContainText('"quantity"');
  await expect(finding.locator('.command').last()).toContainText('$API_KEY');
});

test('a finding leads to its test in Playwright’s report', async ({ page }) => {
  const [address = ''] = findingsIn(run.report).map(addressOf);
  await open(page, file, address);
  const link = page.locator(`#${address}`).locator('a[href^="playwright/"]').first();
  const title = (await link.textContent())?.split(' › ').at(-1) ?? '?';
  await link.click();
  await expect(page.getByText(title).first()).toBeVisible();
  await expect(page).toHaveURL(/playwright\/index\.html#\?testId=/);
  const red = page.locator('.step-title-container').filter({ has: page.locator('.color-text-danger') });
  await expect(red, 'no hook, but the requirement').toHaveText(/^STK-01: /);
  await expect(page.getByRole('link', { name: 'exchanges.txt' })).toBeVisible();
  await expect(page.getByText(/prompt/i)).toHaveCount(0);
});

test('a command copied from a failure fails the same way in a terminal', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, file, 'STK-01');
  const smallest = 'The smallest counterexample';
  const finding = await findingWith(page, smallest);
  const counterexample = await finding.getByRole('group', { name: smallest }).textContent();
  await finding.getByRole('button', { name: 'Copy the command that replays it' }).click();
  await expect(finding.getByRole('button', { name: 'Copied' })).toBeVisible();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line.split('\n')).toHaveLength(1);
  expect(line).not.toContain(sandbox.control.token);

  // The environment of the shell has only the secret of the settings.
  const { TARGET_CONTROL_TOKEN = '' } = settings;
  const folder = test.info().outputPath('again');
  const again = await runLine(`${line} --output ${folder}`, { TARGET_CONTROL_TOKEN });
  expect(again.exitCode, again.output).toBe(1);
  const report: ConformanceReport = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'));
  const values = findingsIn(report).map((each) => each.counterexample?.value);
  expect(values.map(withoutKeys)).toContain(withoutKeys(counterexample ?? ''));
  for (const each of findingsIn(report))
    expect(each.counterexample, 'the counterexample alone').toMatchObject({ example: 1, shrinks: 0 });
});

/** The first finding of STK-01 with a group of that name, opened. */
async function findingWith(page: Page, name: string): Promise<Locator> {
  const has = page.getByRole('group', { name, includeHidden: true });
  const finding = page.locator('#STK-01 .finding').filter({ has }).first();
  if ((await finding.getAttribute('open')) === null) await finding.locator(':scope > summary').click();
  return finding;
}

/** Each run has different keys. */
function withoutKeys(text: string | undefined): string | undefined {
  return text?.replaceAll(/ct-[\w-]+/g, 'a key');
}

/** What was found about STK-01. */
function findingsIn({ requirements }: ConformanceReport) {
  return requirements.find(({ id }) => id === 'STK-01')?.findings ?? [];
}

const script = '</script><script>document.title="run"</script><img src=x onerror="document.title=\'run\'">';
const turned = 'abc\u202ecba\u0000\u001b[31m';

/** Responses of a malicious service, by their paths. */
const responses: Readonly<Record<string, string | Buffer>> = {
  '/api/v1/countries/': JSON.stringify({ [script]: 'x'.repeat(1_000_000), countries: 'y'.repeat(1_000_000) }),
  '/api/v1/categories/': Buffer.from([0x7b, 0x22, 0, 1, 2, 0xff, 0xfe, 0x22, 0x7d]),
  '/api/v1/reports/': `<!doctype html>${script}<svg onload="document.title='run'">`,
};

test('a report shows the responses of a hostile service as text, and executes none of them', async ({
  page,
  trouble,
}) => {
  const headers = { 'content-type': 'application/json', 'x-ratelimit-limit': '<b onclick=alert(1)>' };
  await using server = await serve(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://x');
    response
      .writeHead(200, headers)
      .end(responses[pathname] ?? JSON.stringify([{ id: script, name: turned }]));
  });
  const target = { TARGET_URL: server.url, TARGET_API_KEY: 'a-key-of-nobody', TARGET_CONFIRMED_GAPS: 'all' };
  const hostile = await runConformance(target, '--grep', '@REF-01|@REF-02|@REF-05|@RPT-01');
  expect(hostile.exitCode, hostile.output).toBe(1);
  const shown = join(hostile.folder, 'index.html');
  expect(statSync(shown).size).toBeLessThan(3_000_000);
  for (const address of [...views, 'requirements?verdict=failed']) {
    await open(page, shown, address);
    await page.locator('.view.current details').evaluateAll((all: HTMLDetailsElement[]) => {
      for (const each of all) each.open = true;
    });
    await expectNoSidewaysScrolling(page, widths[0]);
  }
  const wrongId = page.locator('#SHP-02 .finding').filter({ hasText: 'listBrands at body [0].id' });
  await expect(wrongId.locator('pre mark')).toContainText('"id": "</script>');
  for (const text of [String.raw`abc\u{202e}cba`, 'that are not text', /^2,000,\d+ bytes in all/])
    await expect(page.getByText(text).first()).toBeVisible();
  expect(await page.locator('main img, main svg[onload], main [onclick], main script').count()).toBe(0);
  await expectAccessible(page);
  // The strings were escaped, not merely blocked: the policy had nothing to report.
  expect(trouble).toEqual([]);
  await expect(page).toHaveTitle(/^non-conformant/);
});
