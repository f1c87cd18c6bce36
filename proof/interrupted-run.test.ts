import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { readJournal } from '../src/report/evidence-journal.js';
import { leftIn } from '../src/report/run-in-progress.js';

const root = fileURLToPath(new URL('..', import.meta.url));

test('a run that is interrupted blames neither the target nor the suite, and leaves what was running to be resumed', async () => {
  const folder = test.info().outputPath('reports');
  const journal = join(folder, 'evidence.jsonl');
  const endedTests = () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 2 : 0);
  const own = /^(TARGET_|CONFORMANCE_|TEST_|PW_|PLAYWRIGHT_)/;
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const args = [
    'specs/stock',
    'specs/webhooks',
    '--seed',
    '1',
    '--workers',
    '2',
    '--output',
    `${folder}-artifacts`,
  ];
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'run', ...args], {
    cwd: root,
    env: { ...environment, CONFORMANCE_REPORTS: folder, CONFORMANCE_HISTORY: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exitCode = new Promise((resolve) => child.on('close', resolve));
  await expect.poll(endedTests, { timeout: 600_000, intervals: [20] }).toBeGreaterThan(0);
  child.kill('SIGINT');

  expect(await exitCode, output).toBe(3);
  expect(output).not.toMatch(/[1-9]\d* failed|never verified it|without evidence/);
  const { ended, closed, ...left } = readJournal(journal);
  expect(closed).toMatchObject({ errors: [], interrupted: true });
  const interrupted = ended.filter(({ status }) => status === 'interrupted');
  expect(interrupted.length).toBeGreaterThan(0);
  const toResume = leftIn({ ...left, ended }).map(({ id }) => id);
  for (const { test: each, evidence } of interrupted) {
    expect(toResume).toContain(each.id);
    expect(each.outcome).toBe('skipped');
    for (const { reason } of evidence?.blocked ?? [])
      expect(reason).toBe('the run was interrupted before this test had ended');
  }
});
