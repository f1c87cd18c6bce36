import { readFileSync, writeFileSync } from 'node:fs';
import { type ExampleCall, exampleHar, exampleKey } from '#testing/example-har';
import { expect, test } from '#testing/unit-test';
import { judgeTraffic } from './judge-traffic.js';

/** The id of a batch; the checks remember it, so each recording needs a different one. */
const id = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
let recordings = 1000;

/** Judges a recording: its violations by requirement and place, what it verifies, and the mistakes of its client. */
const judge = (...calls: readonly ExampleCall[]) => judgeText(JSON.stringify(exampleHar(calls)));

async function judgeText(text: string, times = 1) {
  const file = test.info().outputPath('traffic.har');
  recordings += 1;
  // The checks of a process remember the responses of each service.
  const own = text
    .replaceAll(id, id.replace('0b0f', String(recordings)))
    .replaceAll('recorded.example.com', `recorded-${recordings}.example.com`);
  writeFileSync(file, own);
  const { files, traffic } = await judgeTraffic(Array(times).fill(file), () => true, String);
  const { findings = [], verified = {} } = files[0]?.evidence ?? {};
  return {
    ...traffic,
    findings,
    found: findings.map(({ requirement, at }) => `${requirement} ${at}`),
    verified: Object.keys(verified),
  };
}

const no = { message: 'no' };

test('each exchange is judged by the rules that hold for every exchange, and only what the contract names is shown', async () => {
  const { found, verified, findings, exchanges, notes, client } = await judge(
    {},
    { url: 'https://cdn.example.com/logo.png' },
    // This may be the list of webhooks, or the webhook with the id ".".
    { path: '/api/v1/webhooks/%2E?page=/', status: 404, answer: no },
    { path: '/api/v1/traffic/', status: 404, answer: no },
    { answer: { countries: 'DE' } },
    {
      path: '/api/v1/products/rejected?per_page=101&style_key=tulip&t=abc',
      status: 422,
      sent: { cookie: 'sid=abc' },
      headers: { 'content-type': 'application/json; charset=utf-8; key=traffic' },
      answer: { message: exampleKey, status: 'pending', code: 'de-DE', page: 12_345_678, more: [{ a: 1 }] },
    },
  );
  expect(verified).toEqual(expect.arrayContaining(['ERR-08', 'ERR-11', 'LIM-01', 'AUTH-11']));
  expect(found).toEqual(expect.arrayContaining(['SHP-02 body countries', 'ERR-11 status']));
  expect(exchanges).toBe(3);
  expect(notes).toEqual([expect.stringMatching(/traffic.har: 3 of 6 entries did not call the API\.$/)]);
  expect(client.map(({ request, at, actual }) => `${request} ${at} ${actual}`)).toEqual([
    'GET /api/v1/[text:7]/ path /api/v1/[text:7]/',
    'GET /api/v1/products/rejected query per_page the integer 101',
  ]);
  const { trail, exchange } = findings.find(({ requirement }) => requirement === 'AUTH-11') ?? {};
  // The name of the file is shown, even if it occurs in an exchange.
  expect(trail).toEqual(['entry 5 of traffic.har, 2026-11-26T14:02:05.000Z']);
  const { request, response } = Object(exchange);
  expect(request.headers).toEqual({ 'x-api-key': '[redacted]' });
  expect(request.url).toMatch(
    /\/api\/v1\/products\/rejected\?per_page=101&style_key=\[text:5\]&\[name:1\]=\[text:3\]$/,
  );
  expect({ ...response.headers, ...JSON.parse(response.body.text) }).toEqual({
    ...{ 'content-type': 'application/json; charset=utf-8; key=[text:7]' },
    ...{ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '94' },
    ...{ message: '[text:18]', status: 'pending', code: 'de-DE', page: '[number:8]' },
    '[name:4]': [{ '[name:1]': '[number:1]' }],
  });
});

test('a finding reads each word of a large exchange only a few times', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => ({ token: `word${index}` }));
  const { toLowerCase } = String.prototype;
  let read = 0;
  Reflect.set(String.prototype, 'toLowerCase', function (this: string) {
    read += Number(this.startsWith('word'));
    return toLowerCase.call(this);
  });
  const { found } = await judge({ path: '/api/v1/brands/', answer: words });
  Reflect.set(String.prototype, 'toLowerCase', toLowerCase);
  expect(found).toEqual(['SHP-02 body [0].id', 'SHP-02 body [0].name']);
  expect(read / words.length).toBeLessThan(3);
});

/** The exchanges of a recording, how many entries came from a cache or a worker, and how many bodies were left out. */
const sessions = {
  chromium: [14, 3, 1],
  playwright: [13, 3, 1],
  // chrome-har adds the sizes of a body's parts to the size of the body.
  'chrome-har': [13, 2, 12],
  mitmproxy: [14, 0, 0],
};

/**
 * Recordings of the same session by programs that people use; a page's service worker responds in place of the service.
 */
for (const [name, seen] of Object.entries(sessions))
  test(`a recording by ${name} accuses neither the service nor the client, whether it is complete, truncated or out of order`, async () => {
    const text = readFileSync(new URL(`recordings/${name}.har`, import.meta.url), 'utf8');
    const { log } = JSON.parse(text);
    const parts = [0.3, 0.6, 0.9].map((part) => text.slice(0, text.length * part));
    const reversed = JSON.stringify({ log: { ...log, entries: log.entries.toReversed() } });
    for (const variant of [...parts, reversed])
      expect(await judgeText(variant)).toMatchObject({ found: [], client: [] });
    const { exchanges, found, client, notes, verified } = await judgeText(text, 2);
    expect({ found, client }).toEqual({ found: [], client: [] });
    const counted = [/(\d+) of \d+ entries did not come from/, /in (\d+) of \d+ exchanges, a body/].map(
      (of) => Number(of.exec(notes.join())?.[1] ?? 0),
    );
    expect([exchanges, ...counted]).toEqual(seen);
    expect(notes.join()).toContain(' were also in an earlier file.');
    expect(verified.includes('BAT-10')).toBe(name !== 'chrome-har');
  });

const item = { style_key: 'a', status: 'published' };
const write: ExampleCall = {
  method: 'PATCH',
  path: '/api/v1/products/status',
  body: { items: [item] },
  answer: { batchRequestId: id },
};
const path = `/api/v1/results/status?batch_request_id=${id}`;
const result = (status: string, ...items: readonly object[]): ExampleCall => ({
  path,
  answer: {
    ...{ batchRequestId: id, status },
    items: items.map((requestItem) => ({ requestItem, success: true, errors: [] })),
  },
});
const [pending, ended] = [result('pending'), result('completed', item)];
const another = result('completed', { ...item, style_key: 'b' });
const withEach = (calls: readonly ExampleCall[], more: ExampleCall) =>
  calls.map((each) => ({ ...each, ...more }));
const dated = (call: ExampleCall, seconds: number) => ({
  ...call,
  headers: { date: `Thu, 26 Nov 2026 14:02:0${seconds} GMT` },
});

test('a batch is followed from its acknowledgement to its final result by its id', async () => {
  const changed = 'BAT-10 body items[0].requestItem.style_key';
  const rows: readonly (readonly [found: string, ...calls: readonly ExampleCall[]])[] = [
    ['', write, pending, ended, ended],
    ['BAT-07 body status, BAT-06 body status', write, ended, pending],
    ['BAT-09 body items', write, result('completed', item, item)],
    [changed, write, another],
    // The id shows what belongs together, even if the file doesn't say when it happened.
    [changed, ...withEach([write, another], { took: 0 })],
    ['', write, ended, { ...pending, took: 0 }],
    ['BAT-14 status', write, { ...ended, path: path.replace('status', 'stock') }],
    // A different merchant, or a read that began before the last one ended, may see something else.
    ['', write, { ...ended, at: 2000, took: 900 }, { ...pending, at: 2001 }],
    ['', write, { ...another, key: 'sk-other-9876543' }],
    ['', write, { path, key: 'sk-other-9876543', status: 404, answer: no }],
    // Somebody replaced the keys, truncated a body, or set the clock back.
    ['', ...withEach([write, another], { key: 'REDACTED' })],
    [changed, ...withEach([write, another], { key: 'acme_api_key_8sd7f6g5h4' })],
    [changed, ...withEach([write, another], { key: '+9sKd83jfLsPq02mXz/QweRty5uiOp4=' })],
    ['', { ...write, sent: { 'content-length': '900' } }, another],
    ['', write, dated(ended, 9), dated(pending, 8)],
  ];
  for (const [expected, ...calls] of rows) {
    const ofBatch = (await judge(...calls)).found.filter((each) => each.startsWith('BAT'));
    expect(ofBatch.join(', '), JSON.stringify(calls)).toBe(expected);
  }
});

test('a client that sends more than a limit allows, or too early, is blamed instead of the service', async () => {
  const brands = (at: number, headers: ExampleCall['headers'] = {}, more: ExampleCall = {}): ExampleCall => ({
    ...{ path: '/api/v1/brands/', at, status: 429, answer: no },
    ...more,
    headers: { 'x-ratelimit-remaining': '0', ...headers },
  });
  const passed = { status: 200, answer: [{ id: 1, name: 'a' }] };
  const { client } = await judge(
    brands(20_000, { 'retry-after': '30', 'x-ratelimit-reset': '30' }),
    brands(22_000, { 'x-ratelimit-reset': '9' }),
    // A different key may be used immediately, and the same key when the time is over.
    brands(22_100, {}, { ...passed, key: 'sk-other-9876543' }),
    brands(33_000, {}, passed),
    // Neither a request to another service's page nor a browser's preflight request is a mistake.
    { url: 'https://other.example.com/api/v1/track', at: 40_000, key: null },
    { method: 'OPTIONS', at: 41_000, status: 204 },
  );
  expect(client.map(({ at, actual, place }) => `${place.entry} ${at}: ${actual}`)).toEqual([
    '0 pace: another request, which got 429',
    '1 time: a request within 3 s',
  ]);
});
