import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { homeOf, inherited, runCommand, runConformance as startConformance } from '#testing/started-command';
import { programArguments, suiteFolder } from '../src/contract/documents/folders.js';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';
import { readJournal } from '../src/report/run/evidence-journal.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { runConformance } from './conformance-run.js';
import { changeAt, changingProxy } from './proxies.js';

test('a run without writes sends none, says which requirements it left out, agrees with its outputs on every number, and is the baseline of the next run', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const methods = new Set<string>();
  let lies = false;
  await using proxy = await changingProxy(sandbox.url, (response) => {
    methods.add(response.to.split(' ')[0] ?? '');
    return changeAt('GET /api/v1/brands/', (brands) => (lies ? [{ id: 'one' }] : brands))(response);
  });
  const { TARGET_WRITES: _, ...given } = targetSettings(sandbox);
  const settings = { ...given, TARGET_URL: proxy.url };
  const run = await runConformance(settings, '--workers', '2');
  expect([...methods].filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual([]);
  const batches = run.report.requirements.find(({ id }) => id === 'BAT-09');
  expect(batches).toMatchObject({
    verdict: 'inapplicable',
    reason: 'TARGET_WRITES is deny, and this needs a write',
  });

  // A merchant without orders doesn't make it incomplete: nothing failed, and the configuration left something out.
  expect(run.report).toMatchObject({ verdict: 'partial', exitCode: 0 });
  expect(run.output).toMatch(/^Decision {2}Go: all \d+ .* kept; a setting .* would add \d+ more/m);

  const { tests, verdicts } = run.report.totals;
  expect(run.report.tests).toHaveLength(tests);
  expect(run.output).toContain(` exchanges in ${tests} tests\n`);
  expect(run.output).toMatch(new RegExp(`^ +${verdicts.passed} passed .*\\n`, 'm'));
  expect(readFileSync(join(run.folder, 'junit.xml'), 'utf8')).toMatch(
    new RegExp(`<testsuites[^>]* tests="${tests}"`),
  );
  expect(readFileSync(join(run.folder, 'summary.md'), 'utf8')).toContain(`${tests} tests`);

  expect(run.report.since).toBeUndefined();
  lies = true;
  const { folder, report, output } = await runConformance(settings, '--grep', '@REF-05');
  expect(report.since, output).toMatchObject({
    run: { startedAt: run.report.startedAt, seed: run.report.seed },
    newlyFailing: ['SHP-02', 'REF-06', 'VER-04'],
    fixed: [],
    noLongerVerified: [],
  });
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain(
    '- newly failing: SHP-02, REF-06, VER-04\n',
  );
  expect(output).toMatch(
    /^Since the run of [\d-]+ [\d:]+ UTC .*\n {2}newly failing: SHP-02, REF-06, VER-04\n/m,
  );
  const lines = output.trimEnd().split('\n').slice(-2);
  expect(lines[0]).toBe(`Report    ${join(folder, 'index.html')}`);
  expect(lines[1]).toMatch(/^Next {6}see each violation, and how to repeat it: npm run report -- \S+$/);
});

test('a known failure does not fail the run; once it is fixed, expired or unmatched, it turns the run red', async () => {
  await using sandbox = await startSandbox();
  let lies = true;
  await using proxy = await changingProxy(
    sandbox.url,
    changeAt('GET /api/v1/brands/', (brands) =>
      lies && Array.isArray(brands) ? [...brands, brands[0]] : brands,
    ),
  );
  const file = test.info().outputPath('known.yaml');
  const run = (...entries: readonly Readonly<Record<string, string>>[]) => {
    const brands = { requirement: 'REF-06', operation: 'listBrands', reason: 'Two brands share an id.' };
    const entry = { ...brands, link: 'https://tracker.example.com/SHOP-123', expires: '2999-12-31' };
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(entries.map((given) => ({ ...entry, ...given }))));
    const settings = { ...targetSettings(sandbox), TARGET_URL: proxy.url, CONFORMANCE_KNOWN_FAILURES: file };
    return runConformance(settings, '--grep', '@REF-06');
  };

  const known = await run({});
  expect(known.exitCode, known.output).toBe(0);
  expect(known.output).not.toContain('✗');
  expect(known.output).toContain('fails: REF-06, listBrands: Two brands share an id.');
  expect(known.report.requirements.find(({ id }) => id === 'REF-06')).toMatchObject({
    verdict: 'failed',
    known: true,
    findings: [{ operationId: 'listBrands', known: true }],
  });
  const junit = readFileSync(join(known.folder, 'junit.xml'), 'utf8');
  expect(junit).toMatch(/<testsuites [^>]*failures="0" skipped="0" errors="0"/);

  lies = false;
  const old = await run({}, { operation: 'listOrders' }, { requirement: 'REF-05', expires: '2020-01-01' });
  expect(old.exitCode, old.output).toBe(1);
  expect(old.report.verdict).toBe('known failures out of date');
  expect(old.report.reason).toMatch(
    /known\.yaml is out of date: REF-06 at listBrands \(passes\), REF-06 at listOrders \(unmatched\), REF-05 at listBrands \(expired\)\.$/,
  );
});

const chosen = ['--grep', '@REF-|@WHK-01', '--seed', '7', '--workers', '1'];

test('merged shards have the verdicts of one run; one that is missing or different is refused', async () => {
  await using sandbox = await startSandbox();
  const settings = { ...targetSettings(sandbox), CONFORMANCE_HISTORY: 'off' };
  const folderOf = (part: string) => test.info().outputPath('parts', part);
  const run = (part: string, ...args: readonly string[]) =>
    startConformance(settings, folderOf(part), [...chosen, ...args]);
  const merge = async (name: string, ...parts: readonly string[]) => {
    const blobs = folderOf(`${name}-blobs`);
    for (const part of parts) cpSync(join(folderOf(part), 'blob'), blobs, { recursive: true });
    const places = { CONFORMANCE_OUTPUT: folderOf(name), CONFORMANCE_HISTORY: 'off' };
    return runCommand(['src/cli/main', 'merge', blobs], places, 60_000);
  };

  const whole = await run('whole');
  expect(whole.exitCode, whole.output).toBe(0);
  for (const number of [1, 2]) {
    const { exitCode, output } = await run(`shard-${number}`, '--shard', `${number}/2`);
    expect(exitCode, output).toBe(0);
  }

  const { exitCode, output } = await merge('merged', 'shard-1', 'shard-2');
  expect(exitCode, output).toBe(0);
  const report: ConformanceReport = JSON.parse(
    readFileSync(join(folderOf('merged'), 'conformance.json'), 'utf8'),
  );
  expect(judgedIn(report)).toEqual(judgedIn(whole.report as ConformanceReport));
  expect(report).toMatchObject({ verdict: 'partial', deselected: whole.report?.deselected });
  const junit = readFileSync(join(folderOf('merged'), 'junit.xml'), 'utf8');
  expect(junit.match(/<testcase /g)).toHaveLength(report.tests.length);
  expect(existsSync(join(folderOf('merged'), 'playwright/index.html'))).toBe(true);
  // The data that a test passes to the reporter is not for readers.
  expect(junit).not.toContain('conformance-evidence');

  const missing = await merge('missing', 'shard-2');
  expect(missing.exitCode, missing.output).toBe(3);
  expect(missing.output).toContain('Not all tests ended: shard 1/2 is missing');

  await run('other', '--shard', '1/2', '--seed', '8');
  const different = await merge('different', 'other', 'shard-2');
  expect(different.exitCode, different.output).toBe(2);
  expect(different.output).toContain(
    "Verdict   nothing can be said (exit 2): The shards can't be merged: the seed is 8 in shard 1 and 7 in shard 2.",
  );
});

/** The verdicts of a report, and the outcomes of its tests in any order. */
function judgedIn({ requirements, tests }: ConformanceReport) {
  return {
    verdicts: requirements.map(({ id, verdict, tests: number }) => [id, verdict, number]),
    outcomes: tests.map(({ id, outcome }) => `${id} ${outcome}`).toSorted(),
  };
}

for (const [signal, starter] of [
  ['SIGINT', 'command'],
  ['SIGTERM', 'command'],
  // As `docker stop` sends it.
  ['SIGTERM', 'npm'],
] as const)
  test(`a run that ${signal} to ${starter} interrupts blames neither the target nor the suite, and gives its verdict`, async () => {
    const folder = test.info().outputPath('reports');
    const args = ['specs/stock', 'specs/webhooks', '--seed', '1', '--workers', '2'];
    const { child, output, endedTest, exitCode } = start(
      { CONFORMANCE_HISTORY: 'off' },
      folder,
      args,
      starter,
    );
    await endedTest();
    child.kill(signal);

    expect(await exitCode, output()).toBe(3);
    expect(output()).toMatch(
      /^The run is being stopped: it waits for [\s\S]*^Verdict {3}incomplete \(exit 3\): The run was interrupted; /m,
    );
    expect(output()).not.toMatch(/[1-9]\d* failed|never verified it|without evidence/);
    const { ran, ...journal } = readJournal(join(folder, 'evidence.jsonl'));
    expect(journal).toMatchObject({ errors: [], interrupted: true });
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).not.toMatch(/<(failure|error)\b/);
    const interrupted = ran.filter(({ test: { outcome } }) => outcome === 'skipped');
    expect(interrupted.length).toBeGreaterThan(0);
    for (const { evidence } of interrupted) {
      // A test that had not begun knows nothing.
      if (evidence === undefined) continue;
      // A test that had verified what it covers is not blocked by the interruption, but is cut short all the same.
      const reasons = [evidence.cutShort, ...evidence.blocked].map((given) => given?.reason);
      expect([...new Set(reasons)]).toEqual(['the run was interrupted before this test had ended']);
    }
  });

test('a second Ctrl-C ends a run at once, and what it had seen becomes its report', async () => {
  const folder = test.info().outputPath('reports');
  const { child, output, endedTest, exitCode } = start({ CONFORMANCE_HISTORY: 'off' }, folder, [
    '--seed',
    '1',
  ]);
  await endedTest();
  const again = setInterval(() => child.kill('SIGINT'), 1_200);
  expect(await exitCode, output()).toBe(3);
  clearInterval(again);
  expect(output()).toMatch(/^Verdict {3}incomplete \(exit 3\): The run /m);
});

test('the evidence of a killed run becomes its report, which is incomplete', async () => {
  const folder = test.info().outputPath('reports');
  const { child, endedTest, exitCode } = start({ CONFORMANCE_HISTORY: 'off' }, folder, ['--seed', '1']);
  await endedTest();
  process.kill(-(child.pid as number), 'SIGKILL');
  await exitCode;
  const made = await runCommand(['src/cli/main', 'report', folder, '--no-open'], {}, 60_000);
  expect(made.exitCode, made.output).toBe(3);
  expect(made.output).toMatch(/^Verdict .*incomplete .exit 3.: The run ended after \d+ of its \d+ tests; /m);
  expect(made.output).toMatch(/^Next {6}start the run again: npm run conformance$/m);
  expect(made.output.trimEnd().split('\n').at(-1)).toBe(join(folder, 'index.html'));
});

test('a run that is interrupted while it writes its reports writes all of them, and gives its verdict', async () => {
  const folder = test.info().outputPath('reports');
  mkdirSync(folder, { recursive: true });
  const { child, output, exitCode } = start({ FORCE_COLOR: '0' }, folder, ['--profile', 'smoke']);
  // It is the first of the reports.
  for await (const { filename } of watch(folder)) if (filename === 'conformance.json') break;
  child.kill('SIGINT');
  expect(await exitCode, output()).toBe(0);
  expect(output()).toMatch(/^Verdict {3}partial \(exit 0\).*\n(.*\n)+Next .*\n$/m);
  for (const name of ['conformance.json', 'summary.md', 'index.html', 'playwright/index.html'])
    expect(existsSync(join(folder, name)), name).toBe(true);
});

/**
 * Starts a run, which a test stops, in a separate process group, so that all its processes can be killed together. npm
 * starts it in the folder of the suite.
 */
function start(
  settings: Readonly<Record<string, string>>,
  folder: string,
  args: readonly string[],
  starter: 'command' | 'npm' = 'command',
) {
  const [program = '', ...command] = {
    command: [process.execPath, ...programArguments('src/cli/main'), 'run'],
    npm: ['npm', 'run', 'conformance', '--'],
  }[starter];
  const child = spawn(program, [...command, ...args, '--output', folder], {
    cwd: starter === 'npm' ? suiteFolder : homeOf(folder),
    env: { ...inherited(), ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(`${chunk}`));
  const journal = join(folder, 'evidence.jsonl');
  const endedTests = () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 2 : 0);
  return {
    child,
    output: () => printed.join(''),
    exitCode: new Promise((resolve) => child.on('close', resolve)),
    /** Waits until a test has ended. */
    endedTest: () => expect.poll(endedTests, { timeout: 600_000, intervals: [20] }).toBeGreaterThan(0),
  };
}
