import { expect, test } from '#unit-test';
import { identity, sameWords, type Translation } from '../../contract/closings/translation.js';
import { createClient, validKey } from '../../http/client.js';
import { Secrets } from '../../http/secrets.js';
import { translated } from '../../http/translated-transport.js';
import { readSettings } from '../../target/settings.js';
import { isOwnText, OwnThings, runPrefix } from './own-things.js';
import { SharedMerchant, TestThings } from './shared-merchant.js';
import { operationOf, writeOf } from './write.js';

const base = 'https://staging.example.com';
const prefix = 'ct-a1b2c3-';
const own = 'f6e2a7de-65a1-4f0e-9a0f-0f6c1f9a1d10';
const others = '0b790b61-f984-45be-857a-a61dedd65dcd';

const key = 'TARGET_API_KEY 1';

function things(): OwnThings {
  const known = new OwnThings(prefix, ['SO-1']);
  known.addSubscription(own);
  read(known, key, '/webhooks/', [{ id: own }, { id: others }]);
  read(known, key, '/products/?style_key=%E6%BC%A2&per_page=1', { items: [] });
  const orders = { 'SO-1': [11, 12], 'SO-2': [21, 22] };
  const items = Object.entries(orders).map(([order_number, ids]) => ({
    order_number,
    order_items: ids.map((id) => ({ id })),
  }));
  read(known, key, '/orders/', { items });
  return known;
}

/** Lets somebody learn from a list that a key reads. */
function read(known: OwnThings, by: string, path: string, list: unknown, status = 200): void {
  const request = { method: 'GET', url: `${base}/api/v1${path}`, headers: {} };
  const answer = { status, headers: {}, body: Buffer.from(JSON.stringify(list)) };
  known.learn(operationOf(request, base), request.url, answer, by);
}

function refusalOf(
  method: string,
  path: string,
  body?: unknown,
  known = things(),
  by = key,
): string | undefined {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const wire = {
    method,
    url: base + path,
    headers: {},
    ...(body === undefined ? {} : { body: Buffer.from(text) }),
  };
  return known.refusalOf(writeOf(wire, base), by);
}

const items = (...each: readonly unknown[]) => ({ items: each });
const status = '/api/v1/products/status';

/** Requests that may be sent. */
const sent: readonly (readonly [what: string, method: string, path: string, body?: unknown])[] = [
  [
    'an own sku and style',
    'POST',
    '/api/v1/products/',
    items({ sku: `${prefix}1`, style_key: `${prefix}s` }),
  ],
  ['the same without the trailing slash', 'POST', '/api/v1/products', items({ sku: `${prefix}1` })],
  ['an own style in capitals', 'PATCH', status, items({ style_key: prefix.toUpperCase() })],
  ['what is no key', 'PATCH', status, items({ style_key: null }, { style_key: [] }, { style_key: '' }, 7)],
  ['a sku below its bound', 'POST', '/api/v1/products/', items({ sku: '漢字' })],
  ['a key that nobody had', 'POST', '/api/v1/products/', items({ sku: `${prefix}1`, style_key: '漢' })],
  ['a number that is nobody’s key', 'PATCH', '/api/v1/products/stock', items({ sku: 4006381333931777 })],
  ['a body that is none', 'POST', '/api/v1/products/', '{"items":['],
  ['the path without its prefix', 'PATCH', '/products/status', items({ style_key: `${prefix}s` })],
  ['a new subscription', 'POST', '/api/v1/webhooks/', { url: `https://receiver.invalid/${prefix}1` }],
  [
    'one by its description',
    'POST',
    '/api/v1/webhooks/',
    { url: 'http://127.0.0.1:1/', description: `${prefix}x` },
  ],
  ['a subscription without anything', 'POST', '/api/v1/webhooks/', {}],
  ['an own subscription', 'DELETE', `/api/v1/webhooks/${own}`],
  ['an own one and a semicolon', 'PATCH', `/api/v1/webhooks/${own};x=1`, { enabled: false }],
  ['a subscription that nobody has', 'DELETE', '/api/v1/webhooks/9d3f4a52-0f7d-4c7f-8a55-1f1f1b2c3d4e'],
  ['items of a named order', 'POST', '/api/v1/orders/ship', items({ order_items: [11, '12'] })],
  ['an order item that nobody has', 'POST', '/api/v1/orders/cancel', items({ id: 21 + 2 ** 31 }, { id: 0 })],
];

for (const [what, method, path, body] of sent) {
  test(`may be sent: ${what}`, () => {
    expect(refusalOf(method, path, body)).toBeUndefined();
  });
}

/** Requests that must not be sent, and the reasons. */
const withheld: readonly (readonly [
  what: string,
  method: string,
  path: string,
  body: unknown,
  says: string,
])[] = [
  [
    "another's sku",
    'PATCH',
    '/api/v1/products/stock',
    items({ sku: 'SKU-1', quantity: 0 }),
    'names the key "SKU-1"',
  ],
  [
    'one of two equal keys',
    'POST',
    '/api/v1/products/',
    `{"items":[{"sku":"SKU-1","sku":"${prefix}1"}]}`,
    'names the key "SKU-1"',
  ],
  [
    "another run's style",
    'PATCH',
    status,
    items({ style_key: 'ct-ffffff-s' }),
    'names the key "ct-ffffff-s"',
  ],
  ['a style key of two characters', 'PATCH', status, items({ style_key: '漢字' }), 'names the key "漢字"'],
  [
    'a number that may be a key',
    'PATCH',
    '/api/v1/products/stock',
    items({ sku: 4006381333931 }),
    'names the key "4006381333931"',
  ],
  [
    "another's subscription",
    'DELETE',
    `/api/v1/webhooks/${others}`,
    undefined,
    `names the subscription "${others}"`,
  ],
  [
    'two subscriptions at once',
    'DELETE',
    `/api/v1/webhooks/${own},${others}`,
    undefined,
    `names the subscription "${own},${others.slice(0, 3)}..."`,
  ],
  ['all subscriptions', 'DELETE', '/api/v1/webhooks/*', undefined, 'names the subscription "*"'],
  [
    'a step up',
    'DELETE',
    '/api/v1/webhooks/..%2f..%2fbrands%2f',
    undefined,
    'names the subscription "../../brands/"',
  ],
  ['the collection', 'DELETE', '/api/v1/webhooks/', undefined, "doesn't call an operation of the contract"],
  ['another method', 'PUT', '/api/v1/products/', items(), "doesn't call an operation of the contract"],
  [
    'a subscription with nothing own',
    'POST',
    '/api/v1/webhooks/',
    { url: 'https://example.com/' },
    "creates a subscription in which nothing is the run's own",
  ],
  ["another order's item", 'POST', '/api/v1/orders/cancel', items({ id: 21 }), 'names the order item "21"'],
  [
    'an item that may be given next',
    'POST',
    '/api/v1/orders/return',
    items({ order_items: [[23]] }),
    'names the order item "23"',
  ],
];

for (const [what, method, path, body, says] of withheld) {
  test(`is not sent: ${what}`, () => {
    expect(refusalOf(method, path, body)).toBe(says);
  });
}

test('an id that no list was read of may be in use, and a failed or filtered list shows nothing', () => {
  const nothing = new OwnThings(prefix, []);
  read(nothing, key, '/webhooks/', [], 500);
  read(nothing, key, '/webhooks/', { items: [] });
  read(nothing, key, '/products/?style_key=%E6%BC%A2&page=2', { items: [] });
  read(nothing, key, '/products/?style_key=%E6%BC%A2&status=active', { items: [] });
  const unknown = '/api/v1/webhooks/9d3f4a52-0f7d-4c7f-8a55-1f1f1b2c3d4e';
  expect(refusalOf('DELETE', unknown, undefined, nothing)).toContain('names the subscription');
  expect(refusalOf('PATCH', status, items({ style_key: '漢' }), nothing)).toBe('names the key "漢"');
  expect(refusalOf('POST', '/api/v1/orders/ship', items({ order_items: [2 ** 31] }), nothing)).toContain(
    'order item',
  );
});

test("what one merchant's lists don't show may be somebody's at another merchant", () => {
  const [unknown, body] = [
    '/api/v1/webhooks/9d3f4a52-0f7d-4c7f-8a55-1f1f1b2c3d4e',
    items({ style_key: '漢' }),
  ];
  const refusals = (by: string) => [
    refusalOf('DELETE', unknown, undefined, things(), by),
    refusalOf('PATCH', status, body, things(), by),
  ];
  expect(refusals('TARGET_OTHER_API_KEY')).toEqual([
    expect.stringContaining('names the subscription'),
    'names the key "漢"',
  ]);
  expect(refusals('a wrong key')).toEqual([undefined, undefined]);
});

test('order items are told apart in our words, whatever the target calls their fields', async () => {
  const sent: unknown[] = [];
  const listed = { items: [{ order_number: 'SO-1', lines: [{ ref: 11 }] }] };
  const wire = {
    send: async ({ body }: { readonly body?: Buffer }) => {
      if (body !== undefined) sent.push(JSON.parse(body.toString()));
      const answer = body === undefined ? listed : { batchRequestId: 'b-1' };
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
    },
    close: async () => {},
  };
  const words = { ...sameWords, request: otherNames, response: otherNames };
  const settings = readSettings({ TARGET_URL: base, TARGET_API_KEY: 'key', TARGET_ORDERS: 'SO-1' });
  const environment = { CONFORMANCE_REPORTS: test.info().outputPath('reports') };
  const named = new TestThings();
  const merchant = new SharedMerchant(settings, prefix, environment);
  const api = createClient({
    baseUrl: base,
    transport: merchant.over(
      translated(wire, () => words),
      named,
    ),
    credentials: validKey('key'),
    secrets: new Secrets(),
    observe: () => {},
  });
  await api.listOrders();
  await api.cancelOrderItems({ body: { items: [{ id: 11 }] } });
  await expect(api.cancelOrderItems({ body: { items: [{ id: 12 }] } })).rejects.toThrow(
    'names the order item "12"',
  );
  expect(sent).toEqual([{ items: [{ ref: 11 }] }]);
  expect(named.moves.has('11')).toBe(true);
  merchant.close();
});

/** A target's names for the fields that hold order items and their ids. */
const otherNames: Translation = {
  ...identity,
  toTheirs: (ours) => JSON.parse(JSON.stringify(ours).replaceAll('"id"', '"ref"')),
  toOurs: (theirs) =>
    JSON.parse(JSON.stringify(theirs).replaceAll('"ref"', '"id"').replaceAll('"lines"', '"order_items"')),
  isIdentity: false,
};

for (const given of [prefix, 'ct-a1b2c3-s2-', 'ct-shards-'])
  test(`${given} may begin what a run creates`, () => {
    expect(runPrefix({ CONFORMANCE_RUN_PREFIX: given })).toBe(given);
  });

for (const given of [
  'e',
  'ct-',
  'ct-7-',
  'ct-a1b2c3',
  'CT-A1B2C3-',
  'ct-a1b2c3-s2-s3-',
  'ct-../x-',
  ' ct-a1b2c3-',
])
  test(`"${given}" could begin what others created`, () => {
    expect(() => runPrefix({ CONFORMANCE_RUN_PREFIX: given })).toThrow(
      /^CONFORMANCE_RUN_PREFIX must be .*: leave it out/,
    );
  });

test('an empty prefix is none', () => {
  expect(runPrefix({ CONFORMANCE_RUN_PREFIX: '' })).toBe(runPrefix({}));
});

for (const text of [
  `https://receiver.invalid/${prefix}1`,
  `http://127.0.0.1:80/hooks/${prefix}1?shop=1`,
  `\u00a0 ${prefix}1 subscription`,
])
  test(`own: ${text}`, () => {
    expect(isOwnText(text, prefix)).toBe(true);
  });

for (const text of [
  `https://product-${prefix}hooks.example.com/`,
  `https://${prefix}hooks.example.com/`,
  `https://example.com/product-${prefix}`,
  `https://example.com/?next=/${prefix}`,
  `of ${prefix}`,
  '',
])
  test(`another's: ${text}`, () => {
    expect(isOwnText(text, prefix)).toBe(false);
  });
