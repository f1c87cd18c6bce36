import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { runCommand, runConformance } from '../src/cli/conformance-process.js';
import type { ConformanceReport } from '../src/report/conformance-report.js';
import { startSandbox } from '../src/target/sandbox-process.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const chosen = [
  'specs/webhooks/event-types.spec.ts',
  'specs/reference-data',
  '--seed',
  '7',
  '--workers',
  '1',
];

test('shards of which one was killed and resumed say, merged, what one run says', async () => {
  await using sandbox = await startSandbox();
  const settings = {
    TARGET_URL: sandbox.url,
    TARGET_CONTROL_URL: sandbox.control.url,
    TARGET_CONTROL_TOKEN: sandbox.control.token,
    TARGET_WRITES: 'allow',
    TARGET_CONFIRMED_GAPS: 'all',
    CONFORMANCE_HISTORY: '0',
    CONFORMANCE_RUN_PREFIX: 'ct-parts-',
  };
  const folderOf = (part: string) => test.info().outputPath('parts', part);
  const run = (part: string, ...args: readonly string[]) =>
    runConformance(settings, folderOf(part), [...chosen, '--output', folderOf(`${part}-artifacts`), ...args]);

  const whole = await run('whole');
  expect(whole.exitCode, whole.output).toBe(0);

  const ended = await killedAfterFirstTest(settings, folderOf('first'));
  expect(existsSync(join(folderOf('first'), 'conformance.json'))).toBe(false);
  const resumed = await run('first', '--shard', '1/2', '--resume');
  expect(resumed.exitCode, resumed.output).toBe(0);
  expect(resumed.report?.resumed).toEqual([{ at: expect.any(String), kept: ended }]);
  const second = await run('second', '--shard', '2/2');
  expect(second.exitCode, second.output).toBe(0);

  const merged = folderOf('merged');
  const parts = [folderOf('first'), folderOf('second')];
  const { exitCode, output } = await runCommand(
    ['src/cli/main.ts', 'merge', ...parts],
    { CONFORMANCE_REPORTS: merged, CONFORMANCE_HISTORY: '0' },
    60_000,
  );
  expect(exitCode, output).toBe(0);
  const report: ConformanceReport = JSON.parse(readFileSync(join(merged, 'conformance.json'), 'utf8'));
  expect(verdictsIn(report)).toEqual(verdictsIn(whole.report));
  expect(testsIn(report)).toEqual(testsIn(whole.report));
  expect(report.verdict).toBe('partial');
  expect(report.deselected).toBe(whole.report?.deselected);

  // The killed part left no Playwright report: the report contains the tests of the other parts.
  const linked = report.tests.filter(({ onlyHere }) => onlyHere === undefined);
  expect(report.tests.length - linked.length).toBe(ended);
  const junit = readFileSync(join(merged, 'junit.xml'), 'utf8');
  expect(junit.match(/<testcase /g)).toHaveLength(linked.length);
  expect(existsSync(join(merged, 'playwright/index.html'))).toBe(true);
  // The data that a test passes to the reporter is not for readers.
  expect(junit).not.toContain('conformance-evidence');
});

const verdictsIn = (report: ConformanceReport | undefined) =>
  Object.fromEntries((report?.requirements ?? []).map(({ id, verdict, tests }) => [id, { verdict, tests }]));

const testsIn = (report: ConformanceReport | undefined) =>
  (report?.tests ?? []).map(({ id, outcome }) => `${id} ${outcome}`).toSorted();

/** Starts the first shard, and kills it with all its processes once a test has ended. @returns how many had ended */
async function killedAfterFirstTest(
  settings: Readonly<Record<string, string>>,
  folder: string,
): Promise<number> {
  const journal = join(folder, 'evidence.jsonl');
  const endedTests = () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 2 : 0);
  const args = [...chosen, '--output', `${folder}-artifacts`, '--shard', '1/2'];
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'run', ...args], {
    cwd: root,
    env: { ...foreign(), ...settings, CONFORMANCE_REPORTS: folder },
    // A separate process group, so that all of it can be killed at once.
    detached: true,
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.on('close', resolve));
  await expect.poll(endedTests, { timeout: 600_000, intervals: [20] }).toBeGreaterThan(0);
  process.kill(-(child.pid as number), 'SIGKILL');
  await gone;
  return endedTests();
}

/** The environment without the variables of this test's own runner. */
function foreign(): NodeJS.ProcessEnv {
  const own = /^(TARGET_|CONFORMANCE_|TEST_|PW_|PLAYWRIGHT_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
