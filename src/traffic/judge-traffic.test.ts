import { readFileSync, writeFileSync } from 'node:fs';
import { type ExampleCall, exampleHar, exampleKey } from '#testing/example-har';
import { expect, test } from '#testing/unit-test';
import { Secrets } from '../http/shown/secrets.js';
import { judgeTraffic } from './judge-traffic.js';

/** The id of a batch; the checks remember it, so that each recording needs another. */
const id = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
let recordings = 1000;

/** Judges a recording: its violations by requirement and place, what it verifies, and the mistakes of its client. */
function judge(...calls: readonly ExampleCall[]) {
  return judgeText(JSON.stringify(exampleHar(calls)));
}

async function judgeText(text: string, times = 1) {
  const file = test.info().outputPath('traffic.har');
  recordings += 1;
  // The checks of a process remember what each service has answered.
  const own = text
    .replaceAll(id, id.replace('0b0f', String(recordings)))
    .replaceAll('recorded.example.com', `recorded-${recordings}.example.com`);
  writeFileSync(file, own);
  const secrets = new Secrets();
  const options = { secrets, isConfirmed: () => true, replay: (each: string) => each };
  const { files, traffic } = await judgeTraffic(Array(times).fill(file), options);
  const { findings = [], verified = {} } = files[0]?.evidence ?? {};
  return {
    ...traffic,
    findings,
    found: findings.map(({ requirement, at }) => `${requirement} ${at}`),
    verified: Object.keys(verified),
    files,
    redact: (text: string) => secrets.redact(text),
  };
}

const no = { message: 'no' };

test('each exchange is judged by the rules that hold for every one, and a finding names its entry', async () => {
  const { found, verified, findings, exchanges, notes } = await judge(
    {},
    { url: 'https://cdn.example.com/logo.png' },
    // It may be the list of webhooks, or the webhook with the id ".".
    { path: '/api/v1/webhooks/%2E?page=/', status: 404, answer: no },
    { answer: { countries: 'DE' } },
    { status: 404, answer: { error: 'none' } },
  );
  expect(verified).toEqual(expect.arrayContaining(['ERR-08', 'ERR-11', 'LIM-01', 'AUTH-11']));
  expect(found).toEqual(expect.arrayContaining(['SHP-02 body countries', 'ERR-01 body']));
  expect(exchanges).toBe(3);
  expect(notes).toEqual([expect.stringMatching(/traffic.har: 2 of 5 entries did not call the API\.$/)]);
  expect(findings[0]?.trail).toEqual(['entry 3 of traffic.har, 2026-11-26T14:02:03.000Z']);
});

test('of a recording, only what the contract names is shown, whoever repeats the rest', async () => {
  const secret = 'whsec-0-0123456789abcdef';
  const repeated = { status: 404, answer: { message: `no ${secret}` } };
  for (const call of [
    { sent: { [secret]: '1' } },
    { path: '/api/v1/brands/', answer: [[secret], { id: 'no', name: 'a', token: secret }] },
    { entry: { _initiator: { url: `https://a.example.com/?t=${secret}` } } },
  ]) {
    const { redact, ...shown } = await judge(repeated, call, repeated, { answer: 'no JSON' });
    // What is printed is redacted once more, with everything that was hidden later.
    const all = redact(JSON.stringify(shown));
    expect(all).not.toContain(secret);
    for (const kept of [
      'GET',
      '/api/v1/countries/',
      'x-ratelimit-limit',
      '{\\"message\\":\\"no [redacted]\\"}',
    ])
      expect(all).toContain(kept);
  }
  const { found } = await judge({}, { status: 404, answer: { message: exampleKey } });
  expect(found).toContain('AUTH-11 body');
});

/** The exchanges of a recording, how many entries came from a cache or a worker, and how many bodies were left out. */
const sessions = {
  chromium: [14, 3, 1],
  playwright: [13, 3, 1],
  // It adds up the sizes of a body's parts and of the body.
  'chrome-har': [13, 2, 12],
  mitmproxy: [14, 0, 0],
};

/** Recordings of the same session by programs that people use; a page's service worker answers in place of the service. */
for (const [name, seen] of Object.entries(sessions))
  test(`a recording by ${name} accuses neither service nor client, whether it is whole, cut or out of order`, async () => {
    const text = readFileSync(new URL(`recordings/${name}.har`, import.meta.url), 'utf8');
    const { log } = JSON.parse(text);
    const twice = await judgeText(text, 2);
    expect(twice.exchanges).toBe(seen[0]);
    expect(twice.found).toEqual([]);
    expect(twice.notes.join()).toContain(' were in an earlier file, too.');
    const shuffled = log.entries.map(
      (_: unknown, index: number, { length }: unknown[]) => log.entries[(index * 5) % length],
    );
    const whole = await judgeText(text);
    const variants = [
      ...[0.3, 0.6, 0.9].map((part) => text.slice(0, text.length * part)),
      ...[log.entries.toReversed(), shuffled].map((entries) => JSON.stringify({ log: { ...log, entries } })),
    ];
    for (const variant of variants) {
      const { found, client } = await judgeText(variant);
      expect({ found, client }).toEqual({ found: [], client: [] });
    }
    expect({ found: whole.found, client: whole.client }).toEqual({ found: [], client: [] });
    const counted = [/(\d+) of \d+ entries did not come from/, /in (\d+) of \d+ exchanges, a body/].map(
      (of) => Number(of.exec(whole.notes.join())?.[1] ?? 0),
    );
    expect([whole.exchanges, ...counted]).toEqual(seen);
    expect(whole.verified.includes('BAT-10')).toBe(name !== 'chrome-har');
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
  const { verified } = await judge(write, pending, ended, ended);
  const shown = ['BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-06', 'BAT-07', 'BAT-08', 'BAT-09', 'BAT-10'];
  expect(verified).toEqual(expect.arrayContaining(shown));
  const changed = 'BAT-10 body items[0].requestItem.style_key';
  const rows: readonly (readonly [found: string, ...calls: readonly ExampleCall[]])[] = [
    ['', write, pending, ended, ended],
    ['BAT-07 body status, BAT-06 body status', write, ended, pending],
    ['BAT-09 body items', write, result('completed', item, item)],
    [changed, write, another],
    // The id says what belongs together, even if the file doesn't say when it was.
    [changed, ...withEach([write, another], { took: 0 })],
    ['', write, ended, { ...pending, took: 0 }],
    ['BAT-14 status', write, { ...ended, path: path.replace('status', 'stock') }],
    // Another merchant, or a read that began before the last one ended, may see something else.
    ['', write, { ...ended, at: 2000, took: 900 }, { ...pending, at: 2001 }],
    ['', write, { ...another, key: 'sk-other-9876543' }],
    ['', write, { path, key: 'sk-other-9876543', status: 404, answer: no }],
    // Somebody replaced the keys, cut a body, or set the clock back.
    ['', ...withEach([write, another], { key: 'REDACTED' })],
    ['', { ...write, sent: { 'content-length': '900' } }, another],
    ['', write, dated(ended, 9), dated(pending, 8)],
  ];
  for (const [expected, ...calls] of rows) {
    const ofBatch = (await judge(...calls)).found.filter((each) => each.startsWith('BAT'));
    expect(ofBatch.join(', '), JSON.stringify(calls)).toBe(expected);
  }
});

test('what a client does wrong is told apart from the service, with its place', async () => {
  const bad = { status: 400, answer: no };
  const brands = (at: number, headers: ExampleCall['headers'] = {}, more: ExampleCall = {}): ExampleCall => ({
    ...{ path: '/api/v1/brands/', at, status: 429, answer: no },
    ...more,
    headers: { 'x-ratelimit-remaining': '0', ...headers },
  });
  const passed = { status: 200, answer: [{ id: 1, name: 'a' }] };
  const { client, findings } = await judge(
    {},
    { path: '/api/v1/product/', status: 404, answer: no },
    { method: 'PUT', path: '/api/v1/products/stock', status: 405, answer: no },
    { path: '/api/v1/results/status', ...bad },
    { path: '/api/v1/products/rejected?per_page=101', ...bad },
    { path: '/api/v1/products/rejected?per_page=101', ...bad },
    { method: 'PATCH', path: '/api/v1/products/status', body: '{"items":', ...bad },
    { ...write, body: { items: [{ ...item, style_key: 'x'.repeat(121) }] }, ...bad },
    { key: null, status: 401, answer: no },
    brands(20_000, { 'retry-after': '30', 'x-ratelimit-reset': '30' }, { took: 9.9 }),
    // 0.1 ms after the response.
    brands(20_010, { 'x-ratelimit-reset': '9' }),
    // Another key may ask at once, and the same one when the time is over.
    brands(22_100, {}, { ...passed, key: 'sk-other-9876543' }),
    brands(33_000, {}, passed),
    // A page of another service, and what the contract only assumes and the service accepts, are no mistakes.
    { url: 'https://other.example.com/api/v1/track', at: 40_000 },
    { method: 'OPTIONS', at: 41_000, status: 204 },
  );
  expect(client.map(({ request, at, actual, times }) => `${request}, ${at}: ${actual} (${times})`)).toEqual([
    'GET /api/v1/product/, path: /api/v1/product/ (1)',
    'PUT /api/v1/products/stock, method: PUT (1)',
    'GET /api/v1/results/status, query batch_request_id: no such parameter (1)',
    'GET /api/v1/products/rejected, query per_page: the integer 101 (2)',
    'PATCH /api/v1/products/status, body: a body that is not JSON (1)',
    expect.stringMatching(/^PATCH \/api\/v1\/products\/status, body items\[0\].style_key: /),
    'GET /api/v1/countries/, header x-api-key: no such header (1)',
    'GET /api/v1/brands/, pace: another request, which got 429 (1)',
    'GET /api/v1/brands/, time: a request within 1 s (1)',
  ]);
  expect(client[3]?.places.map(({ entry }) => entry)).toEqual([4, 5]);
  expect(
    findings.filter(({ judgement, requirement }) => judgement === 'failed' && requirement !== 'SHP-03'),
  ).toEqual([]);
});
