import type { RequestListener } from 'node:http';
import { expect, test } from '@playwright/test';
import { serve } from '../src/http/loopback-server.js';
import { startSandbox } from '../src/target/sandbox-process.js';
import { runConformance } from './conformance-run.js';

const url = 'http://127.0.0.1:9';
const key = 'a-key-of-nobody-0123456789';

/**
 * Settings with which nothing can be said, and the sentence that names the wrong one: unit tests check the others.
 */
const mistakes: readonly { settings: Record<string, string>; args?: string[]; says: RegExp }[] = [
  { settings: { TARGET_URL: url }, says: /TARGET_URL http:\/\/127\.0\.0\.1:9 \(connection refused\)/ },
  { settings: { TARGET_URL: url, TARGET_KEY: key }, says: /TARGET_KEY is not a setting/ },
  {
    settings: { CONFORMANCE_SETTINGS_FILE: '' },
    args: ['--target', 'nowhere'],
    says: /--target nowhere needs a file \.env\.nowhere/,
  },
];

const refusing: RequestListener = (_request, response) => {
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"unauthorized"}');
};

for (const { settings, args = [], says } of mistakes) {
  const given = [
    ...Object.entries(settings).map(([name, value]) => `${name}=${value === key ? '...' : value}`),
    ...args,
  ];
  test(`${given.join(' ')} ends with 2 and one sentence`, async () => {
    const run = await runConformance(settings, ...args);
    expectNothingSaid(run, says);
  });
}

test('a key that the target refuses ends with 2 and is not shown', async () => {
  await using server = await serve(refusing);
  const run = await runConformance({ TARGET_URL: server.url, TARGET_API_KEY: key });
  expectNothingSaid(run, /TARGET_API_KEY was refused by .* with status 401/);
  expect(run.output).not.toContain(key);
});

test('a wrong control token ends with 2 and is not shown', async () => {
  await using sandbox = await startSandbox();
  const settings = {
    TARGET_URL: sandbox.url,
    TARGET_CONTROL_URL: sandbox.control.url,
    TARGET_CONTROL_TOKEN: 'the-wrong-token',
  };
  const run = await runConformance(settings);
  expectNothingSaid(run, /refused TARGET_CONTROL_TOKEN/);
  expect(run.output).not.toContain('the-wrong-token');
});

function expectNothingSaid(run: Awaited<ReturnType<typeof runConformance>>, says: RegExp): void {
  expect(run.exitCode, run.output).toBe(2);
  const lines = run.output.split('\n').filter((line) => line.trim() !== '');
  expect(lines, 'one sentence, and no red test').toHaveLength(1);
  expect(lines[0]).toMatch(says);
  expect(run.report).toMatchObject({ verdict: 'nothing can be said', totals: { exchanges: 0 } });
  expect(
    run.report.requirements.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed'),
  ).toEqual([]);
}
