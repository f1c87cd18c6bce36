import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type ExampleCall, exampleHar, exampleKey } from '#testing/example-har';
import { expect, test } from '#testing/unit-test';
import { Secrets } from '../http/shown/secrets.js';
import { judgeTraffic } from './judge-traffic.js';

/** Judges a recording: its violations by requirement and place, what it verifies, and the mistakes of its client. */
async function judge(...calls: readonly ExampleCall[]) {
  const file = test.info().outputPath('traffic.har');
  ids += 1;
  // The checks of a process remember what each service has answered.
  const text = JSON.stringify(exampleHar(calls))
    .replaceAll(id, id.replace('0b0f', `${1000 + ids}`))
    .replaceAll('recorded.example.com', `recorded-${ids}.example.com`);
  writeFileSync(file, text);
  const secrets = new Secrets();
  const { files, traffic } = await judgeTraffic([file], {
    secrets,
    isConfirmed: () => true,
    replay: (each) => `judge ${each}`,
  });
  const evidence = files[0]?.evidence;
  const client = traffic.client.map(
    ({ request, at, actual, times }) => `${request}, ${at}: ${actual} (${times})`,
  );
  return {
    found: (evidence?.findings ?? []).map(({ requirement, at }) => `${requirement} ${at}`),
    verified: Object.keys(evidence?.verified ?? {}),
    all: { files, traffic },
    ...traffic,
    client,
  };
}

const limited = (remaining: number, at: number, more: ExampleCall = {}): ExampleCall => ({
  at,
  ...more,
  headers: { 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': '60', ...more.headers },
});
const refused: ExampleCall = {
  status: 429,
  answer: { message: 'Too many requests.' },
  headers: { 'retry-after': '30', 'x-ratelimit-reset': '30' },
};
const inLimits = ({ found }: Awaited<ReturnType<typeof judge>>) =>
  found.filter((each) => each.startsWith('LIM'));

test('each exchange is judged by the rules that hold for every one, and a finding names its entry', async () => {
  const { found, verified, all, exchanges, notes } = await judge(
    {},
    { url: 'https://cdn.example.com/logo.png' },
    // It may be the list of webhooks, or the webhook with the id ".".
    { path: '/api/v1/webhooks/%2E?page=/', status: 404, answer: { message: 'none' } },
    { answer: { countries: 'DE' } },
    { status: 404, answer: { error: 'none' } },
  );
  expect(verified).toEqual(expect.arrayContaining(['ERR-08', 'ERR-11', 'LIM-01', 'AUTH-11']));
  expect(found).toEqual(expect.arrayContaining(['SHP-02 body countries', 'ERR-01 body']));
  expect(exchanges).toBe(3);
  expect(notes).toEqual([expect.stringMatching(/traffic.har: 2 of 5 entries did not call the API\.$/)]);
  const [finding] = all.files[0]?.evidence.findings ?? [];
  expect(finding?.trail).toEqual(['entry 3 of traffic.har, 2026-11-26T14:02:03.000Z']);
});

test('keys, cookies and secrets of subscriptions never leave the recording', async () => {
  const secret = 'whsec-0123456789abcdef';
  const { all, found } = await judge(
    {
      answer: { message: exampleKey },
      headers: { 'Set-Cookie': 'session=c00kie-value', 'X-Echo': exampleKey },
    },
    { path: `/api/v1/brands/?key=${exampleKey}`, answer: 'no JSON' },
    { method: 'POST', path: '/api/v1/webhooks/', body: {}, answer: { client_secret: secret, url: 7 } },
    { method: 'PUT', path: `/api/v1/products/stock?key=${exampleKey}` },
    { path: `/api/v1/nothing/${exampleKey}` },
  );
  expect(found).toContain('AUTH-11 header x-echo');
  // What the client did is redacted with the whole report.
  expect(JSON.stringify(all.files)).not.toMatch(/sk-live-0123456789|c00kie-value|whsec-0123456789abcdef/);
});

test('a limit that does not count, or lets too many pass, is a violation of the service', async () => {
  expect(inLimits(await judge(limited(9, 0), limited(8, 1000), limited(8, 2000)))).toEqual([
    'LIM-03 header x-ratelimit-remaining',
  ]);
  const steady = { headers: { 'x-ratelimit-limit': '2', 'x-ratelimit-reset': '60' } };
  const two = [limited(1, 0, steady), limited(0, 10, steady), limited(0, 20, steady)];
  expect(inLimits(await judge(...two))).toContain('LIM-05 status past the limit');
  const twice = [98, 96, 94, 92, 90, 88].map((left, index) => limited(left, index * 10));
  expect(inLimits(await judge(...twice))).toEqual(['LIM-03 header x-ratelimit-remaining']);
  const still = [0, 1, 2].map((index) => ({ at: index * 2000, headers: { 'x-ratelimit-remaining': '99' } }));
  expect(inLimits(await judge(...still))).toEqual(['LIM-03 header x-ratelimit-remaining']);
  expect(inLimits(await judge(limited(5, 0, refused)))).toEqual(['LIM-12 header x-ratelimit-remaining']);
});

test('a limit is verified by requests that count down one after another', async () => {
  const { verified, found } = await judge(limited(99, 0), limited(98, 20), limited(97, 40));
  expect(found).toEqual([]);
  expect(verified).toEqual(expect.arrayContaining(['LIM-02', 'LIM-03', 'LIM-04']));
});

test('requests that overlap, others who use the key, and a new window are no violations', async () => {
  const overlapping = [99, 98, 97].map((left, index) => limited(left, index * 10, { took: 500 }));
  expect(inLimits(await judge(...overlapping.toReversed(), limited(96, 5, { took: 500 })))).toEqual([]);
  expect(inLimits(await judge(limited(99, 0), limited(90, 20), limited(89, 40), limited(70, 60)))).toEqual(
    [],
  );
  expect(inLimits(await judge(limited(3, 0), limited(99, 62_000)))).toEqual([]);
  // The first requests of a new window overlap: only one window has begun.
  const last = { 'x-ratelimit-reset': '1' };
  const together = [98, 99, 97].map((left, index) => limited(left, 3000 + index, { took: 300 }));
  expect(inLimits(await judge(limited(0, 0, { headers: last }), ...together, limited(96, 4000)))).toEqual([]);
  expect(inLimits(await judge(limited(99, 0), limited(99, 20, { key: 'sk-other-9876543' })))).toEqual([]);
});

test('what a service counts wrongly is a warning if others could have sent the requests', async () => {
  const warnings = async (...calls: readonly ExampleCall[]) =>
    ((await judge(...calls)).all.files[0]?.evidence.findings ?? [])
      .filter(({ requirement }) => requirement.startsWith('LIM'))
      .map(({ requirement, judgement }) => `${requirement} ${judgement}`);
  const brands = { path: '/api/v1/brands/', answer: [{ id: 1, name: 'a' }] };
  const others: readonly (readonly [string, ExampleCall])[] = [
    ['LIM-06', { ...brands, headers: { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '9' } }],
    ['LIM-09', limited(9, 0, { key: 'sk-other-9876543' })],
    ['LIM-14', { key: 'sk-wrong-9876543', status: 401, answer: { message: 'no' } }],
  ];
  // Between any two requests there are one or two others, which one limit counts too, and the other doesn't.
  const mixed = (other: ExampleCall, counts: boolean) => {
    let left = 99;
    return Array.from({ length: 8 }, (_, index) => {
      const between = Array.from({ length: 1 + (index % 2) }, (_none, nth) => ({
        ...other,
        at: index * 100 + 20 * (nth + 1),
      }));
      const own = limited(left, index * 100);
      left -= 1 + (counts ? between.length : 0);
      return [own, ...between];
    }).flat();
  };
  for (const [id, other] of others) {
    expect(await warnings(...mixed(other, true))).toContain(`${id} warned`);
    const apart = await judge(...mixed(other, false));
    expect(inLimits(apart).filter((each) => each.startsWith(id))).toEqual([]);
    expect(apart.verified).toContain(id);
  }
  const few = { headers: { 'x-ratelimit-limit': '4', 'x-ratelimit-reset': '60' } };
  const early = [3, 2, 1].map((left, index) => limited(left, index * 10, few));
  const late = [30, 40].map((at) => limited(0, at, { ...refused, ...few }));
  expect(await warnings(...early, ...late)).toContain('LIM-05 warned');
});

test('durations are judged only as far as the Date of the responses agrees with the recording', async () => {
  const dated = (left: number, at: number, reset: string, date: string) =>
    limited(left, at, { headers: { 'x-ratelimit-reset': reset, date: `Thu, 26 Nov 2026 14:${date} GMT` } });
  // The clock of a sandbox was frozen, advanced within a window, and advanced past its end.
  const moved = [
    dated(99, 0, '60', '02:00'),
    dated(98, 9_000, '60', '02:00'),
    dated(97, 9_100, '30', '02:30'),
    dated(99, 9_200, '60', '03:31'),
  ];
  expect(inLimits(await judge(...moved))).toEqual([]);
  const still = [dated(99, 0, '60', '02:00'), dated(98, 30_000, '60', '02:30')];
  expect(inLimits(await judge(...still))).toEqual(['LIM-04 header x-ratelimit-reset']);
});

test('requests without a key, with a blank one, or with it elsewhere are refused; a valid key is not', async () => {
  const ofKeys = async (...calls: readonly ExampleCall[]) =>
    (await judge(...calls)).found.filter((each) => each.startsWith('AUTH'));
  const no = { status: 401, answer: { message: 'no' } };
  expect(
    await ofKeys({}, { key: null }, { key: ' ' }, { key: null, path: `/api/v1/brands/?k=${exampleKey}` }),
  ).toEqual(['AUTH-02 status', 'AUTH-05 status', 'AUTH-06 status']);
  // If no request has a key, the writer of the file left them out.
  expect(await ofKeys({ key: null }, { key: null })).toEqual([]);
  expect(await ofKeys({}, no, {})).toEqual(['AUTH-01 status']);
  expect(await ofKeys(no, {}, no, no)).toEqual([]);
});

test('pages, filters, and what must be refused are judged by single exchanges', async () => {
  const pagination = (numbers: object) => ({
    page: 1,
    per_page: 20,
    pages: 1,
    total: 1,
    next: null,
    prev: null,
    next_cursor: null,
    ...numbers,
  });
  const row = { sku: 's', style_key: 'a', status: 'draft' };
  const list = (query: string, items: readonly object[], numbers: object = {}): ExampleCall => ({
    path: `/api/v1/products/${query}`,
    answer: { items, pagination: pagination(numbers) },
  });
  const orders = (query: string, created_at: string): ExampleCall => ({
    path: `/api/v1/orders/${query}`,
    answer: { items: [{ order_number: 'N-1', created_at }], pagination: pagination({}) },
  });
  const bad = { status: 400, answer: { message: 'no' } };
  const results = (id: string): ExampleCall => ({ path: `/api/v1/results/status?batch_request_id=${id}` });
  const rows: readonly (readonly [ExampleCall, string | undefined])[] = [
    [list('', [row]), undefined],
    [list('', [row], { total: 2 }), 'REJ-10 body items'],
    [
      list('?page=2&per_page=1', [row], { page: 2, per_page: 1, pages: 3, total: 3 }),
      'REJ-10 body pagination.next',
    ],
    [list('?sku=t', [row]), 'PRD-19 body items'],
    [list('?sku=s', [row, row], { total: 2 }), 'PRD-02 body items'],
    [{ path: '/api/v1/products/rejected?per_page=100', ...bad }, 'REJ-03 status'],
    [{ path: '/api/v1/products/rejected?page=0', ...bad }, undefined],
    [{ path: '/api/v1/products/rejected?style_key=', ...bad }, 'REJ-05 status'],
    [list('', [row], { next_cursor: 'c' }), 'REJ-09 body pagination.next_cursor'],
    [orders('?orders_from=2026-11-26T12:00:00Z', '2026-11-26T11:59:59Z'), 'ORD-06 body items[0].created_at'],
    [orders('?orders_from=2026-11-26T12:00:00%2B02:00', '2026-11-26T11:59:59Z'), undefined],
    [{ ...results('none'), ...bad }, undefined],
    [{ ...results('none'), status: 404, answer: bad.answer }, 'ERR-05 status'],
    [{ ...results(id), ...bad }, 'ERR-02 status'],
    [{ ...write, body: [] }, 'ERR-07 status'],
    [{ path: '/api/v1/brands/', status: 404, answer: bad.answer }, 'VER-01 status'],
  ];
  for (const [call, expected] of rows) {
    const { found } = await judge(call);
    const own = found.filter((each) => !/^(?:SHP|LIM|ERR-11|ERR-01)/.test(each));
    if (expected === undefined) expect(own, JSON.stringify(call)).toEqual([]);
    else expect(own, JSON.stringify(call)).toContain(expected);
  }
});

test('pages that follow one another, links and searches are compared', async () => {
  const numbers = { per_page: 1, pages: 2, total: 2, next: null, prev: null, next_cursor: null };
  const page = (query: string, items: readonly object[], own: object): ExampleCall => ({
    path: `/api/v1/categories/${query}`,
    answer: { items, pagination: { ...numbers, ...own } },
  });
  const shirts = { id: 1, name: 'Shirts' };
  const next = '/api/v1/categories/?per_page=1&page=2';
  const first = page('?per_page=1', [shirts], { page: 1, next });
  const ofPages = async (...calls: readonly ExampleCall[]) =>
    (await judge(...calls)).found.filter((each) => /^(?:REJ|REF)/.test(each));
  const second = page('?per_page=1&page=2', [{ id: 2, name: 'Shoes' }], { page: 2, prev: next });
  expect(await ofPages(first, second)).toEqual([]);
  expect(
    await ofPages(first, {
      ...second,
      answer: { items: [shirts], pagination: { ...numbers, page: 2, prev: next } },
    }),
  ).toEqual(expect.arrayContaining(['REJ-10 body items[].id', 'REF-06 body items[0].id']));
  const forgetful = page('?per_page=1&page=2', [shirts], { page: 2, per_page: 20, prev: next });
  expect(await ofPages(first, forgetful)).toContain('REJ-10 body pagination.per_page');
  const past = page('?per_page=1&page=3', [], { page: 3, total: 0, pages: 0 });
  expect(await ofPages(first, second, past)).toContain('REJ-10 body pagination.total');
  const none = page('?query=Shirts', [], { page: 1, total: 0, pages: 0 });
  expect(await ofPages(first, none)).toContain('REF-02 body items');
});

test('subscriptions are followed from their creation to their removal, with what is delivered to them', async () => {
  const [url, secret] = ['https://shop.example.com/hook', 'whsec-0123456789abcdef'];
  const event = 'stock.updated';
  const sent = { url, events: [event], description: 'all' };
  const shown = { id: 7, ...sent, enabled: true };
  const path = '/api/v1/webhooks/7';
  const create = { method: 'POST', path: '/api/v1/webhooks/', body: sent, status: 201 };
  const created = { ...create, answer: { ...shown, client_secret: secret } };
  const deleted = { method: 'DELETE', path, status: 204, answer: '' };
  const body = JSON.stringify({
    id: 'e',
    event,
    timestamp: '2026-11-26T14:02:03Z',
    subscription_id: 7,
    message: {},
  });
  const delivery = (key: string): ExampleCall => ({
    method: 'POST',
    url,
    body,
    key: null,
    sent: { 'x-signature': createHmac('sha256', key).update(body).digest('hex') },
    status: 200,
    answer: '',
  });
  const ofWebhooks = async (...calls: readonly ExampleCall[]) => {
    const { found, notes } = await judge(...calls);
    return [
      ...found.filter((each) => each.startsWith('WHK')),
      ...notes.filter((each) => /elsewhere|did not/.test(each)),
    ];
  };
  const read = { path, answer: shown };
  expect(
    await ofWebhooks(created, read, delivery(secret), deleted, {
      ...read,
      status: 404,
      answer: { message: 'no' },
    }),
  ).toEqual([]);
  expect(await ofWebhooks(created, delivery('another'))).toEqual(['WHK-04 delivery header x-signature']);
  expect(await ofWebhooks(created, { ...read, answer: { ...shown, client_secret: secret } })).toEqual([
    'WHK-05 body client_secret',
  ]);
  expect(
    await ofWebhooks({ ...created, answer: { ...shown, url: `${url}s`, client_secret: secret } }),
  ).toEqual(['WHK-02 body url']);
  expect(await ofWebhooks(created, deleted, read)).toEqual(['WHK-02 status']);
  expect(await ofWebhooks(created, created)).toEqual(['WHK-02 body id']);
  const updated = { method: 'PATCH', path, body: { enabled: false } };
  const cleared = { ...shown, enabled: false, description: null };
  expect(await ofWebhooks(created, { ...updated, answer: cleared })).toEqual(['WHK-02 body description']);
});

/** The id of a batch; the checks remember it, so that each recording needs another. */
const id = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
let ids = 0;
const item = { style_key: 'a', status: 'published' };
const write: ExampleCall = {
  method: 'PATCH',
  path: '/api/v1/products/status',
  body: { items: [item] },
  answer: { batchRequestId: id },
};
const result = (status: string, items: readonly unknown[] = [], more: ExampleCall = {}): ExampleCall => ({
  path: `/api/v1/results/status?batch_request_id=${id}`,
  answer: { batchRequestId: id, status, items },
  ...more,
});
const done = (success = true, requestItem: object = item) => [
  { requestItem, success, errors: success ? [] : ['no'] },
];
const inBatches = ({ found }: Awaited<ReturnType<typeof judge>>) =>
  found.filter((each) => /^(BAT|STS|PRD)/.test(each));

test('a batch is followed from its acknowledgement to its final result', async () => {
  const good = await judge(
    write,
    result('pending'),
    result('completed', done()),
    result('completed', done()),
  );
  expect(inBatches(good)).toEqual([]);
  const shown = ['BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-06', 'BAT-07', 'BAT-08', 'BAT-09', 'BAT-10'];
  expect(good.verified).toEqual(expect.arrayContaining(shown));
  expect(inBatches(await judge(write, result('completed', done()), result('pending')))).toEqual([
    'BAT-07 body status',
    'BAT-06 body status',
  ]);
  expect(inBatches(await judge(write, result('completed', [...done(), ...done()])))).toEqual([
    'BAT-09 body items',
  ]);
  const changed = done(true, { ...item, style_key: 'b' });
  expect(inBatches(await judge(write, result('completed', changed)))).toEqual([
    'BAT-10 body items[0].requestItem.style_key',
  ]);
  // Another merchant, or a read that began before the last one ended, may see something else.
  const elsewhere = { key: 'sk-other-9876543', status: 404, answer: { message: 'unknown' } };
  const overlapping = { at: 2001, took: 900 };
  expect(
    inBatches(
      await judge(
        write,
        result('completed', done(), { at: 2000, took: 900 }),
        result('pending', [], overlapping),
        result('', [], { ...elsewhere, at: 4000 }),
      ),
    ),
  ).toEqual([]);
});

test('an item that must be refused does not succeed', async () => {
  const long = { ...item, style_key: 'x'.repeat(121) };
  const sent = { ...write, body: { items: [long, item] } };
  const ended = (success: boolean) => result('completed', [...done(success, long), ...done()]);
  expect(inBatches(await judge(sent, ended(true)))).toEqual(['PRD-13 body items[0].success']);
  const refusedItem = await judge(sent, ended(false));
  expect(inBatches(refusedItem)).toEqual([]);
  expect(refusedItem.verified).toContain('PRD-13');
  const whole = await judge({ ...sent, status: 400, answer: { message: 'no' } });
  expect(whole.verified).toContain('PRD-13');
});

test('a product is listed under its sku, with what was written just before', async () => {
  const wanted = { sku: 's', style_key: 'a', quantity: 4 };
  const upsert = { ...write, method: 'POST', path: '/api/v1/products/', body: { items: [wanted] } };
  const ended = {
    ...result('completed', done(true, wanted)),
    path: `/api/v1/results/products?batch_request_id=${id}`,
  };
  const list = (...items: readonly object[]): ExampleCall => ({
    path: '/api/v1/products/?sku=s',
    answer: { items, pagination: {} },
  });
  const ofProducts = async (...calls: readonly ExampleCall[]) =>
    (await judge(upsert, ended, ...calls)).found.filter((each) => each.startsWith('PRD'));
  expect(await ofProducts(list({ ...wanted, status: 'draft' }))).toEqual([]);
  expect(await ofProducts(list())).toEqual(['PRD-01 body items']);
  expect(await ofProducts(list({ ...wanted, quantity: 5 }))).toEqual(['PRD-15 body items[].quantity']);
  // Somebody else may have written it, or another write of the recording has.
  expect(await ofProducts({ ...list({ ...wanted, quantity: 5 }), at: 60_000 })).toEqual([]);
  const again = { ...upsert, answer: { batchRequestId: id.replace('0b0f', '0b1f') } };
  expect(await ofProducts(again, list({ ...wanted, quantity: 5 }))).toEqual([]);
});

test('the statuses of products follow the table of transitions', async () => {
  const products = (status: string, more: ExampleCall = {}): ExampleCall => ({
    path: '/api/v1/products/',
    answer: { items: [{ sku: 's', style_key: 'a', status }], pagination: {} },
    ...more,
  });
  const ofProducts = async (...calls: readonly ExampleCall[]) =>
    (await judge(...calls)).found.filter((each) => /^(STS|PRD)/.test(each));
  expect(await ofProducts(products('active'), products('draft'))).toEqual(['STS-12 body items[0].status']);
  const back = { ...write, body: { items: [{ ...item, status: 'draft' }] } };
  const accepted = result('completed', done(true, { ...item, status: 'draft' }));
  expect(await ofProducts(products('active'), back, accepted)).toEqual(['STS-05 body items[0].success']);
  // Somebody else may have published it.
  expect(await ofProducts(products('draft'), products('active'))).toEqual([]);
  const published = await judge(
    products('draft'),
    write,
    result('completed', done()),
    products('pending_approval'),
  );
  expect(published.verified).toEqual(expect.arrayContaining(['STS-01', 'STS-12']));
  const filtered = products('draft', { path: '/api/v1/products/?status=active' });
  expect(await ofProducts(filtered)).toEqual(['PRD-04 body items']);
});

test('what a client does wrong is told apart from the service, with its place', async () => {
  const bad = { status: 400, answer: { message: 'no' } };
  const { client, found, all } = await judge(
    {},
    { path: '/api/v1/product/', status: 404, answer: { message: 'no' } },
    { method: 'PUT', path: '/api/v1/products/stock', status: 405, answer: { message: 'no' } },
    { path: '/api/v1/results/status', ...bad },
    { path: '/api/v1/products/rejected?per_page=101', ...bad },
    { path: '/api/v1/products/rejected?per_page=101', ...bad },
    { method: 'PATCH', path: '/api/v1/products/status', body: '{"items":', ...bad },
    { ...write, body: { items: [{ ...item, style_key: 'x'.repeat(121) }] }, ...bad },
    { key: null, status: 401, answer: { message: 'no' } },
    limited(0, 20_000, { ...refused, path: '/api/v1/brands/' }),
    limited(0, 22_000, { ...refused, path: '/api/v1/brands/' }),
    // A page of another service, and what the contract only assumes and the service accepts, are no mistakes.
    { url: 'https://other.example.com/api/v1/track', at: 30_000 },
    { method: 'OPTIONS', at: 31_000, status: 204 },
  );
  expect(client).toEqual([
    'GET /api/v1/product/, path: /api/v1/product/ (1)',
    'PUT /api/v1/products/stock, method: PUT (1)',
    'GET /api/v1/results/status, query batch_request_id: no such parameter (1)',
    'GET /api/v1/products/rejected, query per_page: the integer 101 (2)',
    'PATCH /api/v1/products/status, body: a body that is not JSON (1)',
    expect.stringMatching(/^PATCH \/api\/v1\/products\/status, body items\[0\].style_key: /),
    'GET /api/v1/countries/, header x-api-key: no such header (1)',
    'GET /api/v1/brands/, pace: another request, which got 429 (1)',
    'GET /api/v1/brands/, time: a request within 3 s (1)',
  ]);
  expect(found.filter((each) => !/^LIM-(02|04)/.test(each))).toEqual([]);
  expect(all.traffic.client[3]?.places).toEqual([
    { file: 'traffic.har', entry: 4, time: '2026-11-26T14:02:04.000Z' },
    { file: 'traffic.har', entry: 5, time: '2026-11-26T14:02:05.000Z' },
  ]);
});

test('what a conformant service may do, and what a recorder may change, is no violation', async () => {
  const rejected = '/api/v1/products/rejected';
  const no = { message: 'no' };
  const list = (sku: string, status: string) => ({
    path: '/api/v1/products/',
    answer: {
      items: [{ sku, style_key: 's', status }],
      pagination: { page: 1, per_page: 20, pages: 1, total: 1 },
    },
  });
  const twoKeys: ExampleCall = { key: 'REDACTED', headers: { 'x-ratelimit-remaining': '99' } };
  const adjusted = (limit: number, at: number): ExampleCall => ({
    at,
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(limit - 1 - at / 1000),
      'x-ratelimit-reset': '50',
    },
  });
  // Here the clock of the recording was set back by three seconds after the second request.
  const setBack = [0, 2000, 1000, 3000].map((at, index) => {
    const date = `Thu, 26 Nov 2026 14:02:0${2 * index} GMT`;
    return limited(90 - index, at, { headers: { date, 'x-ratelimit-reset': String(60 - 2 * index) } });
  });
  const results = `/api/v1/results/status?batch_request_id=${id}`;
  const cases: readonly (readonly ExampleCall[])[] = [
    ...['?per_page=10&page=', '?page=1_0', '?page=2&per_page=', '?page=1&style_key=%E4'].map((query) => [
      { path: rejected + query, status: 400, answer: no },
    ]),
    [{}, { key: null, status: 401, answer: '', headers: { 'content-length': '30' } }],
    [
      { ...list('a', 'active'), key: null },
      { ...list('a', 'draft'), key: null },
    ],
    [twoKeys, twoKeys],
    [adjusted(100, 0), adjusted(100, 1000), adjusted(200, 2000), adjusted(200, 3000)],
    [{ path: `${results}&debug=1`, status: 400, answer: no }],
    [limited(50, 0), limited(50, 1000, { headers: { age: '3' } })],
    setBack,
  ];
  for (const calls of cases) {
    const { all } = await judge(...calls);
    const failed = all.files.flatMap(({ evidence }) =>
      // The products of the example lack most fields.
      evidence.findings.filter((each) => each.judgement === 'failed' && each.requirement !== 'SHP-03'),
    );
    const told = failed.map(({ requirement, at, actual }) => `${requirement} ${at}: ${actual}`);
    expect(told, JSON.stringify(calls[0])).toEqual([]);
  }
});

test('a key that lacks a permission is not refused as a key', async () => {
  const { found } = await judge({}, { path: '/api/v1/brands/', status: 403, answer: { message: 'no' } }, {});
  expect(found.filter((each) => each.startsWith('AUTH'))).toEqual([]);
});

test('no key in a place where it does not belong is shown', async () => {
  const secret = 'sk-lost-0123456789';
  const { all, client } = await judge(
    { path: `/api/v1/brands/?api_key=${secret}`, key: null, status: 401, answer: { message: 'no' } },
    { path: `/api/v1/${exampleKey}/`, status: 404, answer: { message: 'no' } },
  );
  expect(client.length).toBeGreaterThan(0);
  for (const key of [secret, exampleKey]) expect(JSON.stringify([all, client])).not.toContain(key);
});
