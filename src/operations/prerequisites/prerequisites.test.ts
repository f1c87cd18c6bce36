import { expect, test } from '#unit-test';
import { operation, operations } from '../../contract/operations.js';
import { validateRequestBody } from '../../contract/request-schemas.js';
import { gapsOfRequest } from '../../contract/unshown.js';
import type { AnyRequest } from '../../http/client.js';
import { exampleClient, exampleExchange } from '../../http/example-exchange.js';
import { WriteDenied } from '../../http/transport.js';
import { Blocked, Inapplicable } from '../../verdicts/finding.js';
import { Batches } from '../batches/batches.js';
import type { NamedOrders, OrderWish } from './dealt-orders.js';
import type { PrerequisitesOptions } from './merchant-data.js';
import { leastNeededFirst, needsNothing, Prerequisites, visitEveryOperation } from './prerequisites.js';

const pagination = { page: 1, per_page: 20, pages: 1, total: 1, next: null, prev: null, next_cursor: null };
const category = (id: number, material_composition_type: string) => ({
  id,
  name: 'Category',
  path: 'Category',
  parent_id: null,
  material_composition_type,
});
const group = (id: number, name: string, ...ids: readonly number[]) => ({
  id,
  name,
  frontend_name: name,
  attributes: ids.map((attribute) => ({ id: attribute, name: 'a', frontend_name: 'A' })),
});

/** The target's answers, by path. */
const answers: Readonly<Record<string, unknown>> = {
  '/api/v1/countries/': {
    countries: [
      { code: 'DE', name: 'Germany' },
      { code: 'PL', name: 'Poland' },
    ],
    locales: [{ code: 'de', name: 'German' }],
    currencies: [{ country_code: 'DE', code: 'EUR', name: 'Euro' }],
  },
  '/api/v1/brands/': [{ id: 9, name: 'Brand' }],
  '/api/v1/categories/': {
    items: [category(1, 'non-textile'), category(2, 'textile'), category(3, 'textile')],
    pagination,
  },
  '/api/v1/categories/1/attribute-groups': [
    group(1, 'color', 11),
    group(2, 'material', 12),
    group(3, 'material_group_name', 13),
  ],
  // No product can be built from this category: it has no materials.
  '/api/v1/categories/2/attribute-groups': [group(1, 'color', 21), group(3, 'material_group_name', 23)],
  '/api/v1/categories/3/attribute-groups': [
    group(1, 'color', 31),
    group(2, 'material', 32, 33, 34),
    group(3, 'material_group_name', 35),
    group(4, 'size', 36, 37),
    group(5, 'brand', 38),
    group(6, 'fit', 39, 40),
  ],
};

/** The reads, in this order: textile categories first, until one will do, and brands last. */
const order = [
  '/api/v1/countries/',
  '/api/v1/categories/',
  '/api/v1/categories/2/attribute-groups',
  '/api/v1/categories/3/attribute-groups',
  '/api/v1/categories/1/attribute-groups',
  '/api/v1/brands/',
];

test('items are valid by the contract, each one new, and the same for the same seed', async () => {
  const { given } = prerequisites(answers);
  const items = await Promise.all(Array.from({ length: 60 }, () => given.productItem()));
  expect(validateRequestBody('upsertProducts', { items })).toEqual([]);
  expect(new Set(items.map(({ sku }) => sku)).size).toBe(60);
  expect(items.every(({ sku, style_key }) => sku.startsWith('ct-') && style_key.startsWith('ct-'))).toBe(
    true,
  );
  expect(await prerequisites(answers).given.productItem()).toEqual(items[0]);
});

test('reference data is read once, and gives a category of each type from which a product can be built', async () => {
  const { given, asked } = prerequisites(answers);
  await given.productItem();
  const reference = await given.referenceData();
  expect(reference).toMatchObject({ countries: ['DE', 'PL'], locales: ['de'], brands: [9] });
  expect(reference.categories).toEqual([
    {
      id: 3,
      composition: 'textile',
      colors: [31],
      sizes: [36, 37],
      secondSizes: [],
      brands: [38],
      clusters: [35],
      materials: [32, 33, 34],
      attributeGroups: [{ multiselect: false, attributes: [39, 40] }],
    },
    {
      id: 1,
      composition: 'non-textile',
      colors: [11],
      sizes: [],
      secondSizes: [],
      brands: [],
      clusters: [13],
      materials: [12],
      attributeGroups: [],
    },
  ]);
  expect(asked).toEqual(order);
});

const second = {
  ...answers,
  '/api/v1/categories/': {
    items: [
      category(1, 'non-textile'),
      { ...category(3, 'textile'), parent_id: 90 },
      { ...category(4, 'textile'), parent_id: 91 },
      { ...category(5, 'textile'), parent_id: 91 },
      { ...category(6, 'textile'), parent_id: 92 },
      { ...category(7, 'textile'), parent_id: 93 },
    ],
    pagination,
  },
  '/api/v1/categories/4/attribute-groups': answers['/api/v1/categories/3/attribute-groups'],
  '/api/v1/categories/6/attribute-groups': [
    group(1, 'color', 61),
    group(2, 'material', 62),
    group(3, 'material_group_name', 63),
    group(4, 'second_size', 64, 65),
  ],
};

test('a category with second sizes is looked for, in one category below each parent', async () => {
  const { given, asked } = prerequisites(second);
  const { categories } = await given.referenceDataWithSecondSizes();
  expect(categories.map(({ id, secondSizes }) => [id, secondSizes])).toEqual([
    [3, []],
    [1, []],
    [6, [64, 65]],
  ]);
  expect(asked.slice(-3)).toEqual([
    '/api/v1/categories/',
    '/api/v1/categories/4/attribute-groups',
    '/api/v1/categories/6/attribute-groups',
  ]);
});

test('where no category has second sizes, the reference data is as it was', async () => {
  const { given } = prerequisites(answers);
  expect(await given.referenceDataWithSecondSizes()).toEqual(await given.referenceData());
});

for (const [name, without] of [
  ['brands', { '/api/v1/brands/': [] }],
  ['categories', { '/api/v1/categories/': { items: [], pagination } }],
] as const) {
  test(`without ${name} no product can be built`, async () => {
    const { given } = prerequisites({ ...answers, ...without });
    await expect(given.productItem()).rejects.toMatchObject({ name: 'Blocked' });
  });
}

/** The same, except that each category has its own brands. */
const withBrandGroups = {
  ...answers,
  '/api/v1/categories/1/attribute-groups': [
    group(1, 'color', 11),
    group(2, 'material', 12),
    group(3, 'material_group_name', 13),
    group(4, 'brand', 14),
  ],
};

/** Answers to a read of the brands, and the brands that are then known. */
const brandLists: readonly (readonly [title: string, answer: unknown, known: readonly number[]])[] = [
  ['a list', [{ id: 9, name: 'Brand' }], [9]],
  ['no brands', [], []],
  ['another shape', { data: [{ id: 9, name: 'Brand' }] }, []],
  ['no list at all', undefined, []],
];

for (const [title, answer, known] of brandLists) {
  test(`where each category has brands of its own, a product can be built with ${title} at the brands`, async () => {
    const { given, asked } = prerequisites({ ...withBrandGroups, '/api/v1/brands/': answer });
    expect(await given.referenceData()).toMatchObject({ brands: known });
    const { brand } = await given.productItem();
    expect([14, 38]).toContain(brand);
    expect(asked).toEqual(order);
  });
}

test('an answer of another shape blocks where it is needed, and names the place', async () => {
  const { given } = prerequisites({ ...answers, '/api/v1/brands/': [{ id: '9', name: 'Brand' }] });
  await expect(given.referenceData()).rejects.toThrow(
    "a prerequisite was not met: GET /api/v1/brands/ -> 200 doesn't have the shape that the next step needs ([0].id: expected an integer)",
  );
});

const batchRequestId = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
const resultOf = (status: string, ...items: readonly object[]) => ({
  ...answers,
  [operation('upsertProducts').path]: { batchRequestId },
  [operation('getProductResults').path]: { batchRequestId, status, items },
});

/** Results of a batch in which each item must succeed, and the reason why the test can't go on. */
const refusedBatches: readonly (readonly [
  title: string,
  bodies: Readonly<Record<string, unknown>>,
  why: string,
])[] = [
  [
    'a refused item',
    resultOf('completed', { requestItem: {}, success: false, errors: ['An EAN is missing.', 'No name.'] }),
    'a prerequisite was not met: the batch ended completed, An EAN is missing. No name.',
  ],
  ['no items', resultOf('failed'), 'a prerequisite was not met: the batch ended failed, without items'],
];

for (const [title, bodies, why] of refusedBatches) {
  test(`a batch with ${title} blocks, and names the gaps that leave open which items are valid`, async () => {
    const { given } = prerequisites(bodies);
    const blocked: unknown = await given.draftProduct().catch((error: unknown) => error);
    expect(blocked).toMatchObject({ name: 'Blocked', message: why });
    const gaps = gapsOfRequest(operation('upsertProducts'));
    expect(gaps).toContain('G-02');
    expect(blocked).toMatchObject({ gaps: gaps.map((gap) => ({ gap, operationId: 'upsertProducts' })) });
  });
}

test('where writes are denied, nothing is written', async () => {
  const { given, asked } = prerequisites(answers, { writes: 'deny' });
  await expect(given.draftProduct()).rejects.toMatchObject({ name: 'Inapplicable' });
  expect(asked).toEqual([]);
  expect(given.canMakeOrders).toBe(false);
});

test('without customers there is no order to work with', async () => {
  await expect(prerequisites(answers).given.openOrder()).rejects.toThrow('there is no order to work with');
});

test('of a named order a test gets the items that it asks for, and nothing of it is read beside them', async () => {
  const { given, wishes } = withNamedOrders({ A: ['open', 'open', 'shipped'] });
  const order = await given.openOrder();
  expect(order.order_items.map(({ id }) => id)).toEqual([1]);
  expect(given.hasWhole(order)).toBe(false);
  const { records } = await given.records({ skus: [], orders: ['A'] });
  expect([...records.keys()]).toEqual(['order item 1']);
  expect((await given.state()).orders).toEqual([{ order_number: 'A', order_items: order.order_items }]);
  expect(wishes).toEqual([{ groups: [1], status: 'open' }]);
});

test('a test that judges an order has it as a whole', async () => {
  const { given } = withNamedOrders({ A: ['open', 'open'] });
  const order = await given.orderOf(undefined, { items: 2, whole: true });
  expect(given.hasWhole(order)).toBe(true);
  const { records } = await given.records({ skus: [], orders: ['A'] });
  expect([...records.keys()]).toEqual(['order A', 'order item 1', 'order item 2']);
});

test('what is to be shipped is what another test has left so', async () => {
  const { given, asked } = withNamedOrders({ A: ['open', 'shipped'] });
  expect((await given.shippedOrder()).order_items.map(({ id }) => id)).toEqual([2]);
  expect(asked).not.toContain('/api/v1/orders/ship');
});

test('where the named orders have not enough, the reason says what is missing', async () => {
  const { given } = withNamedOrders({ A: ['shipped'] });
  await expect(given.openOrder()).rejects.toThrow(
    "the orders that TARGET_ORDERS names don't have enough items: the test needs 1 open item, and no suitable item is left",
  );
  await expect(given.orderOf(undefined, { items: 3, whole: true })).rejects.toThrow(
    'an order that nobody has touched, with at least 3 open items, and',
  );
});

test('what only reads the results of a batch takes one that another test has left', async () => {
  const { given, left } = withNamedOrders({});
  left.set('shipOrderItems', 'b-1');
  const request = await given.requestFor('getShipResults');
  expect(request).toEqual({ query: { batch_request_id: 'b-1' } });
  expect(await given.firstRequestFor('getShipResults')).toEqual(request);
});

test('what others may disturb is read again until it is as expected, three times at most', async () => {
  const { given } = prerequisites(answers);
  const readings = (good: number) => {
    let count = 0;
    return given.undisturbed(
      async () => ++count,
      (reading) => reading === good,
    );
  };
  expect(await readings(1)).toBe(1);
  expect(await readings(2)).toBe(2);
  expect(await readings(9)).toBe(3);
});

test('on a merchant of its own it is read once', async () => {
  const clock = { wait: async () => {} };
  const merchant = { apiKey: 'sk-good-1', clock, shared: false, release: async () => {} };
  const { given } = prerequisites(answers, { merchant });
  let count = 0;
  await given.undisturbed(
    async () => ++count,
    () => count === 9,
  );
  expect(count).toBe(1);
});

const person = (what: string) => ({
  [`${what}_street`]: 'Lindenstrasse 5',
  [`${what}_zip_code`]: '10969',
  [`${what}_city`]: 'Berlin',
  [`${what}_country_code`]: 'DE',
  [`${what}_recipient_first_name`]: 'Mia',
  [`${what}_recipient_last_name`]: 'Keller',
});
const anyOrder = {
  status: 'open',
  carrier_key: null,
  cost_with_tax: 4995,
  cost_without_tax: 4197,
  currency_code: 'EUR',
  customer_key: 'c-1',
  created_at: '2026-03-01T17:05:00Z',
  updated_at: '2026-03-01T17:05:00Z',
  delivery_document_url: null,
  fulfillment_type: 'merchant',
  payment_method: 'invoice',
  ...person('billing'),
  ...person('shipping'),
};
const anyItem = {
  sku: 's',
  price_with_tax: 4995,
  price_without_tax: 4197,
  vat: 19,
  shipment_tracking_key: null,
  return_tracking_key: null,
};

/** Prerequisites with configured orders: for each, the statuses of its items, whose ids are 1, 2 and so on. */
function withNamedOrders(orders: Readonly<Record<string, readonly string[]>>) {
  const listed = Object.entries(orders).map(([order_number, statuses]) => ({
    ...anyOrder,
    order_number,
    order_items: statuses.map((status, index) => ({ ...anyItem, id: index + 1, status })),
  }));
  const wishes: OrderWish[] = [];
  const left = new Map<string, string>();
  const namedOrders: NamedOrders = {
    numbers: Object.keys(orders),
    take: async (wish) => {
      wishes.push(wish);
      const [least = 1] = wish.groups;
      for (const { order_number: number, order_items } of listed) {
        const fitting = order_items.filter(({ status }) => status === (wish.status ?? status));
        if (fitting.length < least || (wish.whole && fitting.length < order_items.length)) continue;
        return { groups: [{ number, ids: fitting.slice(0, least).map(({ id }) => String(id)) }] };
      }
      return { none: 'no suitable item is left' };
    },
    saw: async () => {},
    giveBack: async () => {},
    leaveBatch: async (write, id) => {
      left.set(write, id);
    },
    leftBatch: async (write) => left.get(write),
  };
  const ownNames = {
    skus: new Set<string>(),
    styleKeys: new Set<string>(),
    subscriptionIds: new Set<string>(),
    subscriptionTexts: new Set<string>(),
    orders: new Map(),
  };
  const bodies = { '/api/v1/orders/': { items: listed, pagination }, '/api/v1/webhooks/': [] };
  return { ...prerequisites(bodies, { namedOrders, ownNames }), wishes, left };
}

function prerequisites(
  bodies: Readonly<Record<string, unknown>>,
  change: Partial<PrerequisitesOptions> = {},
): { given: Prerequisites; asked: readonly string[] } {
  const asked: string[] = [];
  const api = exampleClient(({ url: { pathname } }) => {
    asked.push(pathname);
    return bodies[pathname];
  });
  const clock = { wait: async () => {} };
  const given = new Prerequisites({
    api,
    batches: new Batches(api, clock, 5),
    merchant: { apiKey: 'sk-good-1', clock, shared: true, release: async () => {} },
    writes: 'allow',
    prefix: 'ct-',
    seed: 1,
    deadline: 5,
    ...change,
  });
  return { given, asked };
}

const ids = leastNeededFirst.map(({ operationId }) => operationId);

test('every operation is there once', () => {
  expect(ids.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
});

test('what needs nothing comes first, what needs an order last', () => {
  expect(ids.slice(0, 9).toSorted()).toEqual([
    'listBrands',
    'listCategories',
    'listCountries',
    'listOrders',
    'listProducts',
    'listRejectedProducts',
    'listReports',
    'listWebhookEventTypes',
    'listWebhooks',
  ]);
  expect(ids.slice(9, 11)).toEqual(['downloadReport', 'getAttributeGroups']);
  expect(ids.slice(-7).toSorted()).toEqual([
    'cancelOrderItems',
    'getCancelResults',
    'getDeliveryDocument',
    'getReturnResults',
    'getShipResults',
    'returnOrderItems',
    'shipOrderItems',
  ]);
});

test('an operation that asks for a parameter, or writes, needs something', () => {
  const called = new Set(operations.filter(needsNothing).map(({ operationId }) => operationId));
  expect(called.size).toBe(9);
  for (const id of ['getStatusResults', 'getWebhook', 'createWebhook'] as const)
    expect(called.has(id)).toBe(false);
});

test('each operation is visited once; what a write made is read by its results operation', async () => {
  const { asked, given } = asking();
  const visited = new Map<string, AnyRequest>();
  await visitEveryOperation(given, async (operation, request) => {
    visited.set(operation.operationId, request);
    return exampleExchange({ body: { batchRequestId: `batch of ${operation.operationId}` } });
  });
  expect([...visited.keys()]).toEqual(ids);
  expect(visited.get('getShipResults')).toEqual({ query: { batch_request_id: 'batch of shipOrderItems' } });
  expect(asked).toEqual(ids.filter((id) => !/^get\w+Results$/.test(id)));
});

test('without a batch, the results operation has one made for it', async () => {
  const { asked, given } = asking();
  await visitEveryOperation(given, async () => exampleExchange({ status: 429, body: 'later' }));
  expect(asked).toEqual(ids);
});

test('what is blocked keeps no other from being visited, and is thrown last', async () => {
  const { asked, given } = asking();
  const visited: string[] = [];
  const blockedAt = ['listOrders', 'upsertProducts'];
  const visiting = visitEveryOperation(
    {
      async requestFor(id) {
        if (blockedAt.includes(id)) throw new Blocked(`no ${id}`);
        return given.requestFor(id);
      },
    },
    async ({ operationId }) => {
      visited.push(operationId);
      return exampleExchange({});
    },
  );
  await expect(visiting).rejects.toThrow(new Blocked('no listOrders'));
  expect(visited).toEqual(ids.filter((id) => !blockedAt.includes(id)));
  expect(asked).toEqual(visited);
});

test('where writes are denied, each operation that needs none is visited, and the others are named', async () => {
  const { given } = asking();
  const readable = ['getDeliveryDocument', ...ids.slice(0, 11)];
  const visited: string[] = [];
  const told: string[] = [];
  const visiting = visitEveryOperation(
    {
      async requestFor(id) {
        if (!readable.includes(id)) throw new Inapplicable('TARGET_WRITES is deny');
        return given.requestFor(id);
      },
    },
    async ({ operationId }) => {
      visited.push(operationId);
      return exampleExchange({});
    },
    (sentence) => told.push(sentence),
  );
  await expect(visiting).rejects.toThrow(new Inapplicable('TARGET_WRITES is deny'));
  expect(visited.toSorted()).toEqual(readable.toSorted());
  const others = ids.filter((id) => !readable.includes(id));
  expect(told).toEqual([`not looked at: 18 of 30 operations, ${others.join(', ')} (TARGET_WRITES is deny)`]);
});

test('a write that is denied only when it is sent is left out too, and what is blocked is thrown first', async () => {
  const told: string[] = [];
  const visiting = visitEveryOperation(
    asking().given,
    async ({ operationId, safe }) => {
      if (!safe) throw new WriteDenied('no writes');
      if (operationId === 'getDeliveryDocument') throw new Blocked('no order');
      return exampleExchange({});
    },
    (sentence) => told.push(sentence),
  );
  await expect(visiting).rejects.toThrow(new Blocked('no order'));
  expect(told).toEqual([
    expect.stringMatching(/^not looked at: 10 of 30 operations, .* \(no writes\)$/),
    'not looked at: 1 of 30 operations, getDeliveryDocument (no order)',
  ]);
});

test('any other error ends it', async () => {
  const visiting = visitEveryOperation(asking().given, () => Promise.reject(new RangeError('a mistake')));
  await expect(visiting).rejects.toThrow(RangeError);
});

/** Prerequisites that need nothing, and remember the requests that were asked for. */
function asking() {
  const asked: string[] = [];
  const requestFor = async (id: string) => {
    asked.push(id);
    return {};
  };
  return { asked, given: { requestFor } };
}
