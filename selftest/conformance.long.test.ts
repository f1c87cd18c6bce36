import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { JSONReportSuite, JSONReportTest } from '@playwright/test/reporter';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runLine } from '#testing/started-command';
import { findBrowser } from '../src/browser/browser.js';
import { programArguments, suiteFolder } from '../src/contract/documents/folders.js';
import { type ReportedRun, runConformance } from './conformance-run.js';
import { changeAt, changingProxy } from './proxies.js';

/**
 * What would clear a terminal and reverse the rest of a line, of which JSON itself escapes only the first control
 * character; and what no XML may contain, or would end a section of it.
 */
const hostile =
  '\u001b]0;owned\u0007\u009b2J\u007f\u202e\ufffe\uffff\ud800]]>]]\u0001></error><testcase>&#0;';

test('each violation is in every report with the requests that led there, and what a response would do to its reader is shown instead', async () => {
  await using sandbox = await startSandbox();
  await using proxy = await changingProxy(
    sandbox.url,
    changeAt('GET /api/v1/brands/', (brands) =>
      Array.isArray(brands) ? brands.map((brand) => ({ ...brand, id: `${brand.id}${hostile}` })) : brands,
    ),
  );
  const folder = test.info().outputPath('reports');
  const settings = {
    ...targetSettings(sandbox),
    TARGET_URL: proxy.url,
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(folder, 'junit.xml'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json'),
  };
  const { output, report, exitCode } = await runConformance(
    ...[settings, '--grep', '@REF-05', '--reporter', 'junit,json'],
  );
  expect(exitCode, output).toBe(1);
  const violated = ['REF-06', 'SHP-02'];
  const ids = report.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  expect(ids.toSorted(), 'one of every exchange, and one of this test').toEqual(violated);
  const [finding] = report.requirements.find(({ id }) => id === 'SHP-02')?.findings ?? [];
  expect(finding).toMatchObject({ operationId: 'listBrands', at: 'body [0].id', expected: ['an integer'] });

  const junit = readFileSync(join(folder, 'junit.xml'), 'utf8');
  for (const [text, shown] of [
    [output, String.raw`\u001b]0;owned\u0007\u{9b}2J\u{7f}\u{202e}`],
    [junit, String.raw`\u{202e}`],
  ] as const) {
    expect(text).toContain(shown);
    expect(text.replaceAll(/[\r\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
  // The worker expects the failure, so that it stays alive.
  expect(junit).toMatch(/<testsuites [^>]*failures="0" skipped="\d+" errors="1"/);
  await using browser = await chromium.launch(await findBrowser(process.env));
  const page = await browser.newPage();
  // As text, because the types of this project have no DOM.
  const textsOf = (name: string) =>
    page.evaluate<string[]>(
      `Array.from(new DOMParser().parseFromString(${JSON.stringify(junit)}, 'application/xml').querySelectorAll('${name}'),
        ({ textContent }) => textContent)`,
    );
  expect(await textsOf('parsererror')).toEqual([]);
  expect(await textsOf('testcase')).toHaveLength(report.totals.tests);
  expect((await textsOf('error')).join()).toContain('</error><testcase>&#0;');

  const [failedTest] = failedIn(JSON.parse(readFileSync(join(folder, 'playwright.json'), 'utf8')));
  const { steps = [], attachments = [] } = failedTest?.results[0] ?? {};
  const failed = steps.filter(({ error }) => error !== undefined);
  expect(failed.map(({ title }) => title.slice(0, 6)).toSorted()).toEqual(violated);
  for (const { error, steps: requests } of failed) {
    expect(error?.message).toMatch(/^Error: \w+-\d+ \(must, \w+\): [\s\S]*operation {2}listBrands/);
    expect(requests?.at(-1)?.title).toMatch(/^GET \/api\/v1\/brands\/ -> 200 \(\d+ ms\)$/);
    expect(requests?.at(-1)?.error?.message).toMatch(/^Error: listBrands: expected .*, but got /);
  }
  expect(attachments.map(({ name }) => name)).toEqual(['exchanges.txt']);
  const exchanges = readFileSync(attachments[0]?.path ?? '', 'utf8');
  expect(exchanges.match(/^\w+-\d+(?=: )/gm)?.toSorted()).toEqual(violated);
});

test('the requirements that lack a setting have the verdict at the end that the first lines announce', async () => {
  await using sandbox = await startSandbox('--speed', '30', '--no-control');
  const settings = { TARGET_URL: sandbox.url, TARGET_API_KEY: sandbox.apiKey };
  const ids = ['PRD-04', 'BAT-15', 'ORD-03', 'ORD-04', 'ORD-05', 'REJ-01', 'REJ-05'];
  const run = await runConformance(
    { ...settings, TARGET_WRITES: 'allow', TARGET_CLOCK_SPEED: '30' },
    '--grep',
    ids.map((id) => `@${id}\\b`).join('|'),
  );
  const announced = run.report.preflight?.leftOut.filter(({ blocks }) => blocks) ?? [];
  expect(announced).toHaveLength(1);
  for (const { what } of announced) {
    const blocked = what.split(', ');
    const found = run.report.requirements.filter(({ id }) => blocked.includes(id));
    expect(found.map(({ verdict }) => verdict)).toEqual(blocked.map(() => 'blocked'));
    expect(run.output).toMatch(new RegExp(`^Blocked {3}${what}: `, 'm'));
    for (const id of blocked) expect(run.output).toMatch(new RegExp(`^  (?:blocked: |  )[^:]*${id}`, 'm'));
  }
  const rejections = run.report.requirements.filter(({ id }) => id.startsWith('REJ-0') || id === 'PRD-04');
  expect(rejections.filter(({ verdict }) => verdict === 'blocked' || verdict === 'partial')).toEqual([]);
});

test('a smoke run on the embedded sandbox is green, even without a reader of its output', async () => {
  const folder = test.info().outputPath('reports');
  const run = `node tools/bundle/start.mjs src/cli/main run --profile smoke --output ${folder}`;
  const { output } = await runLine(`{ ${run}; echo "exit $?" >&2; } | head -n 1`, {});
  expect(output).toMatch(/^\d+\/\d+ tests, requirements: 0 passed\nexit 0\n$/);
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('## Conformance: partial');
  const report: ReportedRun['report'] = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'));
  expect(report).toMatchObject({ verdict: 'partial', deselected: 'the profile smoke' });
});

test('two runs at once and one of Playwright alone leave three folders, and the latest is one of them', async () => {
  const folder = test.info().outputPath();
  const cli = [...programArguments('src/cli/main'), 'run'];
  const bare = [createRequire(import.meta.url).resolve('@playwright/test/cli'), 'test', '-c', suiteFolder];
  const start = (args: readonly string[]) =>
    runLine(
      `cd ${folder} && ${[process.execPath, ...args, '--grep', '@REF-05', '--workers', '1'].join(' ')}`,
      {},
    );
  for (const { exitCode, output } of await Promise.all([start(cli), start(cli), start(bare)]))
    expect(exitCode, output).toBe(0);
  const reports = join(folder, 'reports');
  const verdictIn = (run: string) => readFileSync(join(reports, run, 'conformance.json'), 'utf8');
  const runs = readdirSync(join(reports, 'runs')).map((name) => `runs/${name}`);
  expect(runs).toHaveLength(3);
  for (const run of runs)
    expect(readdirSync(join(reports, run))).toEqual(
      expect.arrayContaining(['conformance.json', 'evidence.jsonl', 'index.html', 'junit.xml', 'playwright']),
    );
  expect(runs.map(verdictIn)).toContain(verdictIn('latest'));
  expect(readdirSync(join(reports, 'latest')).toSorted()).toEqual([
    ...['conformance.json', 'index.html', 'junit.xml', 'playwright', 'summary.md'],
  ]);
  expect(readdirSync(reports).toSorted()).toEqual(['.last-run.json', 'latest', 'runs']);
});

/** Its failed tests, in the report of Playwright's JSON reporter. */
function failedIn({ suites = [], specs = [] }: Partial<JSONReportSuite>): readonly JSONReportTest[] {
  return [...specs.filter(({ ok }) => !ok).flatMap(({ tests }) => tests), ...suites.flatMap(failedIn)];
}
