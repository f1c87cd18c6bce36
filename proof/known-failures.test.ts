import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startSandbox } from '../src/target/sandbox-process.js';
import { runConformance } from './conformance-run.js';
import { changingProxy } from './echoing-proxy.js';

interface Entry {
  readonly requirement?: string;
  readonly operation?: string;
  readonly expires?: string;
}

/** A file of known failures: by default, one of REF-06 at listBrands. */
function knownFile(...entries: readonly Entry[]): string {
  const file = test.info().outputPath('known.yaml');
  const lines = entries.flatMap(
    ({ requirement = 'REF-06', operation = 'listBrands', expires = '2999-12-31' }) => [
      `- requirement: ${requirement}`,
      `  operation: ${operation}`,
      '  reason: Two brands share an id since the import.',
      '  link: https://tracker.example.com/SHOP-123',
      `  expires: ${expires}`,
    ],
  );
  writeFileSync(file, lines.join('\n'));
  return file;
}

test('a known failure fails nothing and is listed separately; repaired, expired or unmatched, it turns the run red', async () => {
  await using sandbox = await startSandbox();
  let lies = true;
  await using proxy = await changingProxy(sandbox.url, {
    'GET /api/v1/brands/': (brands) => (lies && Array.isArray(brands) ? [...brands, brands[0]] : brands),
  });
  const run = (file: string) =>
    runConformance(
      {
        TARGET_URL: proxy.url,
        TARGET_CONTROL_URL: sandbox.control.url,
        TARGET_CONTROL_TOKEN: sandbox.control.token,
        TARGET_CONFIRMED_GAPS: 'all',
        CONFORMANCE_KNOWN_FAILURES: file,
      },
      '--grep',
      '@REF-06',
    );

  const known = await run(knownFile({}));
  expect(known.exitCode, known.output).toBe(0);
  expect(known.report.reason).toMatch(
    /passed, 7 partial \(.+\), 1 known failure \(REF-06 at listBrands\); the rest was left out/,
  );
  expect(known.report.knownFailures?.entries).toMatchObject([{ standing: 'fails', excuses: true }]);
  expect(known.report.requirements.find(({ id }) => id === 'REF-06')).toMatchObject({
    verdict: 'failed',
    known: true,
    findings: [{ operationId: 'listBrands', known: true }],
  });
  expect(known.output).toContain(
    'fails         REF-06 at listBrands: Two brands share an id since the import.',
  );
  expect(readFileSync(join(known.folder, 'summary.md'), 'utf8')).toContain('### Known failures listed in ');
  expect(readFileSync(join(known.folder, 'junit.xml'), 'utf8')).toMatch(
    /<testsuites [^>]*failures="0" skipped="0" errors="0"/,
  );

  lies = false;
  const old = await run(
    knownFile({}, { operation: 'listOrders' }, { requirement: 'REF-05', expires: '2020-01-01' }),
  );
  expect(old.exitCode, old.output).toBe(1);
  expect(old.report.verdict).toBe('known failures out of date');
  expect(old.report.reason).toMatch(
    /known\.yaml is out of date: REF-06 at listBrands \(passes\), REF-06 at listOrders \(unmatched\), REF-05 at listBrands \(expired\)\.$/,
  );
});

test('a malformed file of known failures ends with 2 and one sentence, before any test', async () => {
  const run = await runConformance({
    TARGET_URL: 'http://127.0.0.1:9',
    CONFORMANCE_KNOWN_FAILURES: knownFile({ expires: 'soon' }),
  });
  expect(run.exitCode, run.output).toBe(2);
  expect(run.output.trim().split('\n')).toEqual([
    expect.stringMatching(/known\.yaml: entry 1 \(REF-06\) expires on "soon": give a day of the calendar/),
  ]);
  expect(run.report.totals.exchanges).toBe(0);
});
