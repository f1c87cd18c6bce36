import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startSandbox } from '#testing/sandbox-process';
import { runCommand } from '#testing/started-command';
import { harOfPassed, recordingProxy } from './proxies.js';

const status = (items: readonly object[]) => ({ method: 'PATCH', body: JSON.stringify({ items }) });

/** What a client does wrong: the request, and the mistake as it is named. */
const mistakes: readonly (readonly [path: string, request: RequestInit, named: RegExp])[] = [
  ['/product/', {}, /^GET \/api\/v1\/product\/: path: .*, but expected a path of the API/],
  ['/products/stock', { method: 'PUT', body: '{"items":[]}' }, /^PUT .*: method: PUT, but expected PATCH/],
  ['/results/status', {}, /: query batch_request_id: no such parameter, but expected/],
  ['/products/rejected?per_page=101', {}, /: query per_page: the integer 101, but expected 100 or less/],
  [
    '/products/status',
    status([{ style_key: 'x'.repeat(121), status: 'draft' }]),
    /: body items\[0\]\.style_key: .* but expected at most 120 characters/,
  ],
  ['/products/status', status([{ style_key: 'x' }]), /: body items\[0\]\.status: nothing, but expected/],
  [
    '/products/stock',
    { method: 'PATCH', body: '{"items":' },
    /: body: a body that is not JSON, but expected/,
  ],
  ['/countries/', { headers: {} }, /: header x-api-key: no such header, but expected the API key/],
];

test('each mistake of a client is named with its place, live and in a recording, and none is one of the service', async () => {
  test.setTimeout(120_000);
  await using sandbox = await startSandbox('--judge');
  const client = () =>
    sandbox
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('Client '));
  await using proxy = await recordingProxy(sandbox.url);
  const headers = { 'X-API-Key': sandbox.apiKey, 'Content-Type': 'application/json' };
  const send = async (path: string, request: RequestInit = {}) => {
    const response = await fetch(`${proxy.url}/api/v1${path}`, { headers, ...request });
    await response.arrayBuffer();
  };
  for (const [path, request] of mistakes) await send(path, request);
  await send(`/${sandbox.apiKey}/`);
  // The limit is ten: the eleventh comes too fast, and the twelfth does not wait.
  for (let sent = 0; sent < 11; sent += 1) await send('/reports/');
  // Milliseconds after which a recording shows that it came after the 429.
  await setTimeout(50);
  await send('/reports/');
  const paced = mistakes.length + 11;
  const named: readonly (readonly [RegExp, number])[] = [
    ...mistakes.map(([, , mistake], index) => [mistake, index] as const),
    [/^GET \/api\/v1\/\[text:\d+\]\/: path: /, mistakes.length],
    [/: pace: another request, which got 429, but expected at most 10 requests a minute/, paced],
    [/: time: a request within \d+ s, but expected no request for 60 s after the last 429/, paced + 1],
  ];

  await expect.poll(() => client().length).toBeGreaterThanOrEqual(named.length);
  const live = client().map((line) => line.replace(/^Client +/, ''));
  const file = test.info().outputPath('client.har');
  writeFileSync(file, JSON.stringify(harOfPassed(proxy.passed, sandbox.url)));
  const output = test.info().outputPath('report');
  const judged = await runCommand(['src/cli/main', 'judge', file, '--output', output], {}, 60_000);
  expect(judged.exitCode, judged.output).toBe(0);
  const recorded = judged.output.split('\n').map((line) => line.trim());
  for (const [mistake, index] of named) {
    expect(live.find((line) => mistake.test(line))).toContain(`(request ${index + 1}, `);
    // The summary shows the first ten, and the report all of them.
    if (index <= paced)
      expect(recorded.find((line) => mistake.test(line))).toContain(`(entry ${index} of client.har, `);
  }
  expect(live).toHaveLength(named.length);
  expect(judged.output).toContain('and 1 more mistake');
  expect(judged.output + live.join()).not.toContain(sandbox.apiKey);
});
