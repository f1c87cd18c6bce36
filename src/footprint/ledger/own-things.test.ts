import { expect, test } from '#unit-test';
import { identity, sameWords, type Translation } from '../../contract/closings/translation.js';
import { createClient, validKey } from '../../http/client.js';
import { Secrets } from '../../http/secrets.js';
import { translated } from '../../http/translated-transport.js';
import { guarded } from './guarded-transport.js';
import { Ledger } from './ledger.js';
import { nextStep, OwnThings } from './own-things.js';
import { MovesUnderWay } from './shared-merchant.js';
import { writeOf } from './write.js';

const base = 'https://staging.example.com';
const prefix = 'ct-a1b2c3-';
const own = 'f6e2a7de-65a1-4f0e-9a0f-0f6c1f9a1d10';
const others = '0b790b61-f984-45be-857a-a61dedd65dcd';

const key = 'TARGET_API_KEY 1';

function things(): OwnThings {
  const known = new OwnThings({ prefix, orders: ['SO-1'] });
  known.addSubscription(own);
  known.listSubscriptions([own, others], key);
  known.addUnusedKey('漢', key);
  known.listOrder('SO-1', ['11', '12'], key);
  known.listOrder('SO-2', ['21', '22'], key);
  return known;
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

test('what no list was read of is not told apart from what nobody has', () => {
  const nothing = new OwnThings({ prefix, orders: [] });
  const unknown = '/api/v1/webhooks/9d3f4a52-0f7d-4c7f-8a55-1f1f1b2c3d4e';
  expect(refusalOf('DELETE', unknown, undefined, nothing)).toContain('names the subscription');
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
  const ledger = new Ledger({
    folder: test.info().outputPath('ledger'),
    prefix,
    processes: [1],
    baseUrl: base,
    keys: {},
  });
  const moves = new MovesUnderWay();
  const named = {
    skus: new Set<string>(),
    styleKeys: new Set<string>(),
    subscriptionIds: new Set<string>(),
    subscriptionTexts: new Set<string>(),
    moves,
  };
  const own = new OwnThings({ prefix, orders: ['SO-1'] });
  const api = createClient({
    baseUrl: base,
    transport: guarded(
      translated(wire, () => words),
      { baseUrl: base, own, ledger, nameOf: () => key, named },
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
  expect(moves.has('11')).toBe(true);
});

/** A target's names for the fields that hold order items and their ids. */
const otherNames: Translation = {
  ...identity,
  toTheirs: (ours) => JSON.parse(JSON.stringify(ours).replaceAll('"id"', '"ref"')),
  toOurs: (theirs) =>
    JSON.parse(JSON.stringify(theirs).replaceAll('"ref"', '"id"').replaceAll('"lines"', '"order_items"')),
  isIdentity: false,
};

/** The statuses of a style's products, the refused statuses, and the next step. */
const steps: readonly (readonly [
  statuses: readonly string[],
  refused: readonly string[],
  step: ReturnType<typeof nextStep>,
])[] = [
  [['draft', 'inactive', 'rejected', 'problem'], [], undefined],
  [[], [], undefined],
  [['pending_approval'], [], 'draft'],
  [['pending_approval', 'draft'], [], 'draft'],
  [['pending_approval'], ['draft'], 'wait'],
  [['pending_approval', 'active'], [], 'wait'],
  [['pending_active'], [], 'wait'],
  [['active'], [], 'inactive'],
  [['active', 'inactive'], [], 'inactive'],
  [['active', 'draft'], [], 'inactive'],
  [['active', 'draft'], ['inactive'], 'published'],
  [['active', 'draft'], ['inactive', 'published'], undefined],
];

for (const [statuses, refused, step] of steps) {
  const but = refused.length > 0 ? ` that can't be ${refused.join(' or ')}` : '';
  test(`a style of ${statuses.join(', ') || 'no products'}${but}: ${step ?? 'nothing more'}`, () => {
    expect(nextStep(statuses, new Set(refused))).toBe(step);
  });
}
