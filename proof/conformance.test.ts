import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type SandboxProcess, startSandbox, targetSettings } from '../src/target/sandbox-process.js';
import { runConformance } from './conformance-run.js';
import { changingProxy } from './echoing-proxy.js';

/** The settings that point the suite at a sandbox behind a proxy. */
function settingsFor(sandbox: SandboxProcess, url: string): Record<string, string> {
  return { ...targetSettings(sandbox), TARGET_URL: url };
}

test('a field of another type in one answer is named with operation, place, expected and actual', async () => {
  await using sandbox = await startSandbox();
  await using proxy = await changingProxy(sandbox.url, {
    'GET /api/v1/brands/': (brands) =>
      Array.isArray(brands) ? brands.map((brand) => ({ ...brand, id: String(brand.id) })) : brands,
  });
  const run = await runConformance(settingsFor(sandbox, proxy.url), '--grep', '@REF-05');
  expect(run.exitCode, run.output).toBe(1);
  const [finding] = run.report.requirements.find(({ id }) => id === 'SHP-02')?.findings ?? [];
  expect(finding).toMatchObject({ operationId: 'listBrands', at: 'body [0].id', expected: ['an integer'] });
  expect(finding?.actual).toContain('string');
  expect(run.output).toMatch(
    /operation\s+listBrands\n\s+where\s+body \[0\]\.id\n\s+expected\s+an integer\n\s+actual\s+.*string/,
  );
  // The worker expects the failure, so that it stays alive; no report may show it as expected.
  const junit = readFileSync(join(run.folder, 'junit.xml'), 'utf8');
  expect(junit).toMatch(/<testsuites [^>]*tests="1" failures="0" skipped="0" errors="1"/);
  // A CI server finds the tests of a requirement by it.
  expect(junit).toMatch(
    /<properties>\s*(<property [^>]*>\s*<\/property>\s*)*<property name="requirement" value="REF-05">/,
  );
});

test('the same lie is only a deviation if the assumption is not confirmed', async () => {
  await using sandbox = await startSandbox();
  await using proxy = await changingProxy(sandbox.url, { 'GET /api/v1/brands/': () => [{ id: 'one' }] });
  const settings = { ...settingsFor(sandbox, proxy.url), TARGET_CONFIRMED_GAPS: 'G-09,G-10' };
  const run = await runConformance(settings, '--grep', '@REF-05');
  expect(run.exitCode, run.output).toBe(0);
  expect(run.report.verdict).toBe('partial');
  expect(run.report.requirements.find(({ id }) => id === 'SHP-02')?.verdict).toBe('deviated');
  // A gap that was confirmed before stays unless it was seen to differ; a gap that was looked at in part is not
  // added.
  expect(run.output).toMatch(/\nGaps {6}different: G-05 \(SHP-02, REF-06\), G-11 \(SHP-02\)\n/);
  expect(run.output).toContain('\n          TARGET_CONFIRMED_GAPS=G-09,G-10\n');
});

test('a run with --grep is partial, never conformant', async () => {
  const run = await runConformance({}, '--grep', '@WHK-01');
  expect(run.exitCode, run.output).toBe(0);
  expect(run.report).toMatchObject({
    verdict: 'partial',
    deselected: '--grep @WHK-01',
    totals: { tests: 2 },
  });
});
