import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startSandbox } from '#testing/sandbox-process';

const patch = (body: string) => ({ method: 'PATCH', body });
const status = (item: object) => patch(JSON.stringify({ items: [item] }));

/** What a client does wrong: the request, and the mistake as it is named. */
const mistakes: readonly (readonly [path: string, request: RequestInit, named: RegExp])[] = [
  ['/product/', {}, /^GET \/api\/v1\/product\/: path: .*, but expected a path of the API/],
  ['/products/stock', { method: 'PUT', body: '{"items":[]}' }, /^PUT .*: method: PUT, but expected PATCH/],
  ['/results/status', {}, /: query batch_request_id: no such parameter, but expected/],
  ['/products/rejected?per_page=101', {}, /: query per_page: the integer 101, but expected 100 or less/],
  [
    '/products/status',
    status({ style_key: 'x'.repeat(121), status: 'draft' }),
    /: body items\[0\]\.style_key: .* but expected at most 120 characters/,
  ],
  ['/products/status', status({ style_key: 'x' }), /: body items\[0\]\.status: nothing, but expected/],
  ['/products/stock', patch('{"items":'), /: body: a body that is not JSON, but expected/],
  ['/countries/', { headers: {} }, /: header x-api-key: no such header, but expected the API key/],
];

test('sandbox --judge names each mistake of a client with its place, and hides its key', async () => {
  await using sandbox = await startSandbox('--judge');
  const headers = { 'X-API-Key': sandbox.apiKey, 'Content-Type': 'application/json' };
  const send = async (path: string, request: RequestInit = {}) => {
    const response = await fetch(`${sandbox.url}/api/v1${path}`, { headers, ...request });
    await response.arrayBuffer();
  };
  for (const [path, request] of mistakes) await send(path, request);
  await send(`/${sandbox.apiKey}/`);
  // The limit is ten: the eleventh comes too fast, and the twelfth does not wait.
  for (let sent = 0; sent < 11; sent += 1) await send('/reports/');
  // Milliseconds after which it is clear that it came after the 429.
  await setTimeout(50);
  await send('/reports/');
  const before = mistakes.length + 1;
  const named: readonly (readonly [RegExp, number])[] = [
    ...mistakes.map(([, , mistake], index) => [mistake, index + 1] as const),
    [/^GET \/api\/v1\/\[text:\d+\]\/: path: /, before],
    [/: pace: another request, which got 429, but expected at most 10 requests a minute/, before + 11],
    [/: time: a request within \d+ s, but expected no request for 60 s after the last 429/, before + 12],
  ];
  const said = () => [...sandbox.printed().matchAll(/^Client +(.*)$/gm)].map(([, line = '']) => line);
  await expect.poll(said).toHaveLength(named.length);
  for (const [mistake, number] of named)
    expect(said().find((line) => mistake.test(line))).toContain(`(request ${number}, `);
  expect(said().join()).not.toContain(sandbox.apiKey);
});
