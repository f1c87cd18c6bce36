import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { runCommand } from '#testing/started-command';
import { findBrowser } from '../src/browser/browser.js';
import { operations } from '../src/contract/operations.js';
import { requirements } from '../src/contract/requirements/catalogue.js';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';
import { repeatAnnotation, seedVariable } from '../testing/seed.js';
import { cleanRunFolder, sampleFolder } from './conformance-run.js';
import type { Result } from './faults/alterations.js';
import { namesOfTextsWithSecrets, textsIn } from './searched-texts.js';

const checked = requirements.filter(({ notTested }) => notTested === undefined).map(({ id }) => id);

/** Milliseconds after which the proof hangs: even on a busy machine it doesn't take this long. */
const patience = 1_700_000;

/** The report of the run of the whole suite with which the proof begins. */
let clean: ConformanceReport;

// The tests after the proof read the files that it leaves.
test.describe.configure({ mode: 'serial' });

test('the clean sandbox is conformant, and faults, lies about single fields and faults in situations that the seed chooses are caught', async () => {
  test.setTimeout(patience + 10_000);
  rmSync(sampleFolder, { recursive: true, force: true });
  const sample = ['--sample', process.env[seedVariable] ?? '', '--output', sampleFolder];
  const { exitCode, output } = await runCommand(['selftest/prove', ...sample], {}, patience);

  const proof = readFileSync(join(sampleFolder, 'proof.json'), 'utf8');
  const { results }: { readonly results: readonly Result[] } = JSON.parse(proof);
  const told = results.map(({ id }) => id);
  const description = `npm run prove -- ${sample.join(' ')}: ${told.join(', ')}`;
  test.info().annotations.push({ type: repeatAnnotation, description });
  expect(exitCode, output).toBe(0);
  expect(told).toHaveLength(36);

  clean = JSON.parse(readFileSync(join(cleanRunFolder, 'conformance.json'), 'utf8'));
  expect(clean.verdict).toBe('conformant');
  const passed = clean.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  expect(passed).toEqual(checked);
  // A requirement that one test verified doesn't show that a different test was blocked.
  expect(clean.tests.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(clean.operations).toHaveLength(operations.length);
  const thin = clean.operations.filter(
    ({ statuses }) => !('401' in statuses) || !Object.keys(statuses).some((status) => status.startsWith('2')),
  );
  expect(thin).toEqual([]);
});

test('the first screen of its report shows the verdict in words and the facts that a decision needs', async () => {
  await using browser = await chromium.launch(await findBrowser(process.env));
  const page = await browser.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(`file://${join(cleanRunFolder, 'index.html')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('✓ conformant');
  await expect(page.getByText(clean.reason)).toBeVisible();
  const facts = page.locator('.facts').first();
  for (const fact of [clean.target.url, '1.3.0', 'standard', String(clean.seed)])
    await expect(facts).toContainText(fact);
  const passed = page.getByRole('row', { name: /passed/ });
  await expect(passed.getByRole('link').last()).toHaveText(String(clean.totals.verdicts.passed));
  await expect(page.getByText('There is no earlier run of this target to compare with.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('no file of that run contains a key, a password or a secret of a subscription', () => {
  const texts = textsIn(cleanRunFolder);
  expect([...texts.keys()]).toEqual(expect.arrayContaining(['conformance.json', 'index.html']));
  expect(namesOfTextsWithSecrets(texts)).toEqual([]);
});
