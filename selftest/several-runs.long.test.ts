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

test('a run without writes sends none, and says which requirements it left out', async () => {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const methods = new Set<string>();
  await using proxy = await changingProxy(sandbox.url, ({ to }) => {
    methods.add(to.split(' ')[0] ?? '');
    return {};
  });
  const { TARGET_WRITES: _, ...given } = targetSettings(sandbox);
  const run = await runConformance({ ...given, TARGET_URL: proxy.url }, '--workers', '2');
  expect([...methods].filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual([]);
  expect(run.report.requirements.find(({ id }) => id === 'BAT-09')).toMatchObject({
    verdict: 'inapplicable',
    reason: 'TARGET_WRITES is deny, and this needs a write',
  });

  // A merchant without orders doesn't make it incomplete: nothing failed, and the configuration left something out.
  expect(run.report).toMatchObject({ verdict: 'partial', exitCode: 0 });
  expect(run.output).toMatch(/^Decision {2}Go: all \d+ .* kept; a setting .* would add \d+ more/m);
});

test('a known failure does not fail the run, and every output names it', async () => {
  await using sandbox = await startSandbox();
  await using proxy = await changingProxy(
    sandbox.url,
    changeAt('GET /api/v1/brands/', (brands) => [Object(brands)[0], ...Object(brands)]),
  );
  const file = test.info().outputPath('known.yaml');
  const brands = { requirement: 'REF-06', operation: 'listBrands', reason: 'Two brands share an id.' };
  const entry = { ...brands, link: 'https://tracker.example.com/SHOP-123', expires: '2999-12-31' };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify([entry]));
  const settings = { ...targetSettings(sandbox), TARGET_URL: proxy.url, CONFORMANCE_KNOWN_FAILURES: file };
  const known = await runConformance(settings, '--grep', '@REF-06');
  expect(known.exitCode, known.output).toBe(0);
  expect(known.output).not.toContain('✗');
  expect(known.output).toContain('fails: REF-06, listBrands: Two brands share an id.');
  const junit = readFileSync(join(known.folder, 'junit.xml'), 'utf8');
  expect(junit).toMatch(/<testsuites [^>]*failures="0" skipped="0" errors="0"/);
});

test('merged shards have the verdicts of one run', async () => {
  await using sandbox = await startSandbox();
  const settings = { ...targetSettings(sandbox), CONFORMANCE_HISTORY: 'off' };
  const folderOf = (part: string) => test.info().outputPath('parts', part);
  const run = async (part: string, ...args: readonly string[]) => {
    const chosen = ['--grep', '@REF-|@WHK-01', '--seed', '7', '--workers', '1', ...args];
    const { exitCode, output, report } = await startConformance(settings, folderOf(part), chosen);
    expect(exitCode, output).toBe(0);
    return report as ConformanceReport;
  };
  const whole = await run('whole');
  const blobs = folderOf('blobs');
  for (const number of [1, 2]) {
    await run(`shard-${number}`, '--shard', `${number}/2`);
    cpSync(join(folderOf(`shard-${number}`), 'blob'), blobs, { recursive: true });
  }
  const places = { CONFORMANCE_OUTPUT: folderOf('merged'), CONFORMANCE_HISTORY: 'off' };
  const { exitCode, output } = await runCommand(['src/cli/main', 'merge', blobs], places, 60_000);
  expect(exitCode, output).toBe(0);
  const written = (name: string) => readFileSync(join(folderOf('merged'), name), 'utf8');
  const report: ConformanceReport = JSON.parse(written('conformance.json'));
  expect(judgedIn(report)).toEqual(judgedIn(whole));
  expect(report).toMatchObject({ verdict: 'partial', deselected: whole.deselected });
  expect(written('junit.xml').match(/<testcase /g)).toHaveLength(report.tests.length);
  expect(existsSync(join(folderOf('merged'), 'playwright/index.html'))).toBe(true);
  // The data that a test passes to the reporter is not for readers.
  expect(written('junit.xml')).not.toContain('conformance-evidence');
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
  // As `docker stop` sends it.
  ['SIGTERM', 'npm'],
] as const)
  test(`a run that ${signal} to ${starter} interrupts blames neither the target nor the suite, and gives its verdict`, async () => {
    const folder = test.info().outputPath('reports');
    const args = ['specs/stock', 'specs/webhooks', '--seed', '1', '--workers', '2'];
    const { child, output, exitCode } = start(folder, args, starter);
    const journal = await journalWithATest(folder);
    child.kill(signal);

    expect(await exitCode, output()).toBe(3);
    expect(output()).toMatch(
      /^The run is being stopped: it waits for [\s\S]*^Verdict {3}incomplete \(exit 3\): The run was interrupted; /m,
    );
    expect(output()).not.toMatch(/[1-9]\d* failed|never verified it|without evidence/);
    const { ran, ...rest } = readJournal(journal);
    expect(rest).toMatchObject({ errors: [], interrupted: true });
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).not.toMatch(/<(failure|error)\b/);
    const interrupted = ran.filter(({ test: { outcome } }) => outcome === 'skipped');
    expect(interrupted.length).toBeGreaterThan(0);
    // A test that had not begun knows nothing. One that had verified what it covers is cut short all the same.
    const reasons = interrupted.flatMap(({ evidence }) =>
      evidence === undefined ? [] : [evidence.cutShort, ...evidence.blocked].map((given) => given?.reason),
    );
    expect(new Set([...reasons, 'the run was interrupted before this test had ended']).size).toBe(1);
  });

test('a second Ctrl-C ends a run at once, and what it had seen becomes its report', async () => {
  const folder = test.info().outputPath('reports');
  const { child, output, exitCode } = start(folder, ['--seed', '1'], 'command');
  await journalWithATest(folder);
  const again = setInterval(() => child.kill('SIGINT'), 1_200);
  expect(await exitCode, output()).toBe(3);
  clearInterval(again);
  expect(output()).toMatch(/^Verdict {3}incomplete \(exit 3\): The run /m);
});

test('a run that is interrupted while it writes its reports writes all of them, and gives its verdict', async () => {
  const folder = test.info().outputPath('reports');
  mkdirSync(folder, { recursive: true });
  const { child, output, exitCode } = start(folder, ['--profile', 'smoke'], 'command');
  // It is the first of the reports.
  for await (const { filename } of watch(folder)) if (filename === 'conformance.json') break;
  child.kill('SIGINT');
  expect(await exitCode, output()).toBe(0);
  expect(output()).toMatch(/^Verdict {3}partial \(exit 0\).*\n(.*\n)+Next .*\n$/m);
  for (const name of ['conformance.json', 'summary.md', 'index.html', 'playwright/index.html'])
    expect(existsSync(join(folder, name)), name).toBe(true);
});

/** The journal of a run, once one of its tests has ended. */
async function journalWithATest(folder: string): Promise<string> {
  const journal = join(folder, 'evidence.jsonl');
  const lines = () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length : 0);
  // Of the run, of a test that has ended, and the empty one.
  await expect.poll(lines, { timeout: 600_000, intervals: [20] }).toBeGreaterThan(2);
  return journal;
}

/** Starts a run, which a test stops; npm starts it in the folder of the suite. */
function start(folder: string, args: readonly string[], starter: 'command' | 'npm') {
  const [program = '', ...command] = {
    command: [process.execPath, ...programArguments('src/cli/main'), 'run'],
    npm: ['npm', 'run', 'conformance', '--'],
  }[starter];
  const child = spawn(program, [...command, ...args, '--output', folder], {
    cwd: starter === 'npm' ? suiteFolder : homeOf(folder),
    env: { ...inherited(), CONFORMANCE_HISTORY: 'off', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(`${chunk}`));
  const exitCode = new Promise((resolve) => child.on('close', resolve));
  return { child, output: () => printed.join(''), exitCode };
}
