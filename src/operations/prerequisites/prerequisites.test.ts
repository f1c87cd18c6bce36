import { exampleClient, exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { operations } from '../../contract/operations.js';
import { orderMoves } from '../../data/valid/update-items.js';
import { Blocked, Inapplicable } from '../../verdicts/finding.js';
import { Batches } from '../batches.js';
import { operationRecords } from '../records/index.js';
import type { NamedOrders, OrderWish } from './dealt-orders.js';
import { leastNeededFirst, needsNothing, visitEveryOperation } from './every-operation.js';
import type { PrerequisitesOptions } from './merchant-data.js';
import { Prerequisites } from './prerequisites.js';
import { readProductRows, readRecords } from './state.js';

const pagination = { page: 1, per_page: 20, pages: 1, total: 1, next: null, prev: null, next_cursor: null };
const category = (id: number, material_composition_type: string) => ({
  id,
  parent_id: null,
  material_composition_type,
});
const group = (id: number, name: string, ...ids: readonly number[]) => ({
  id,
  name,
  attributes: ids.map((attribute) => ({ id: attribute })),
});

/** The target's responses, by path. */
const responses: Readonly<Record<string, unknown>> = {
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

const second = {
  ...responses,
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
  '/api/v1/categories/4/attribute-groups': responses['/api/v1/categories/3/attribute-groups'],
  '/api/v1/categories/6/attribute-groups': [
    group(1, 'color', 61),
    group(2, 'material', 62),
    group(3, 'material_group_name', 63),
    group(4, 'second_size', 64, 65),
  ],
};

test('the search for second sizes reads one category below each parent', async () => {
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
  const none = prerequisites(responses).given;
  expect(await none.referenceDataWithSecondSizes()).toEqual(await none.referenceData());
});

test('tests that share what they read ask only for the countries, which each merchant has for itself', async () => {
  const knownChoices = {};
  const first = prerequisites(second, { knownChoices });
  await first.given.referenceDataWithSecondSizes();
  const next = prerequisites(second, { knownChoices });
  expect(await next.given.referenceDataWithSecondSizes()).toEqual(
    await first.given.referenceDataWithSecondSizes(),
  );
  expect(next.asked).toEqual(['/api/v1/countries/']);
});

test('without brands or categories, no product can be built', async () => {
  for (const without of [{ '/api/v1/brands/': [] }, { '/api/v1/categories/': { items: [], pagination } }]) {
    const { given } = prerequisites({ ...responses, ...without });
    await expect(given.productItem()).rejects.toMatchObject({ name: 'Blocked' });
  }
});

/** The same, except that each category has its own brands. */
const withBrandGroups = {
  ...responses,
  '/api/v1/categories/1/attribute-groups': [
    group(1, 'color', 11),
    group(2, 'material', 12),
    group(3, 'material_group_name', 13),
    group(4, 'brand', 14),
  ],
};

test('if each category has its own brands, a product can be built whatever the list of brands is', async () => {
  for (const [response, known] of [
    [[{ id: 9, name: 'Brand' }], [9]],
    [[], []],
    [{ data: [{ id: 9, name: 'Brand' }] }, []],
    [undefined, []],
  ] as const) {
    const { given, asked } = prerequisites({ ...withBrandGroups, '/api/v1/brands/': response });
    expect(await given.referenceData()).toMatchObject({ brands: known });
    const { brand } = await given.productItem();
    expect([14, 38]).toContain(brand);
    expect(asked).toEqual(order);
  }
});

test('if writes are denied, nothing is written', async () => {
  const { given, asked } = prerequisites(responses, { writes: 'deny' });
  await expect(given.draftProduct()).rejects.toMatchObject({ name: 'Inapplicable' });
  expect(asked).toEqual([]);
  expect(given.canMakeOrders).toBe(false);
});

test('a test gets the requested items of a configured order, and reads nothing else of it', async () => {
  const { given, wishes } = withNamedOrders({ A: ['open', 'open', 'shipped'] });
  const order = await given.orderToMove(orderMoves.ship);
  expect(order.order_items.map(({ id }) => id)).toEqual([1]);
  const { records } = await given.records({ skus: [], orders: ['A'] });
  expect([...records.keys()]).toEqual(['order item 1']);
  expect((await given.state()).orders).toEqual([{ order_number: 'A', order_items: order.order_items }]);
  expect(wishes).toEqual([{ items: 1, status: 'open', operationId: 'shipOrderItems' }]);
});

test('a test that needs a shipped item takes one that is already shipped', async () => {
  const { given, asked } = withNamedOrders({ A: ['open', 'shipped'] });
  expect((await given.orderToMove(orderMoves.return)).order_items.map(({ id }) => id)).toEqual([2]);
  expect(asked).not.toContain('/api/v1/orders/ship');
});

test('if the configured orders have too few open items, the test is blocked', async () => {
  const { given } = withNamedOrders({ A: ['cancelled'] });
  const blocked = 'the orders that TARGET_ORDERS names have too few open items';
  await expect(given.orderToMove(orderMoves.ship)).rejects.toThrow(blocked);
  await expect(given.orderOf(undefined, { items: 3 })).rejects.toThrow(blocked);
  // A request that must be refused needs no open item.
  expect((await given.orderToRefuse(orderMoves.ship)).order_items).toHaveLength(1);
});

test('a test that only tries a move takes a used item if there is one, and otherwise a suitable one', async () => {
  const { given, wishes } = withNamedOrders({ A: ['open'] });
  await expect(given.orderToTry(orderMoves.cancel)).resolves.toMatchObject({ order_items: [{ id: 1 }] });
  expect(wishes.map(({ status }) => status)).toEqual(['used', 'open']);
});

test('a test that only reads the results of a batch takes a batch that another test has left', async () => {
  const { given, left } = withNamedOrders({});
  left.set('shipOrderItems', 'b-1');
  const { request, firstRequest } = operationRecords.getShipResults;
  for (const prepared of [request, firstRequest])
    expect(await prepared?.(given)).toEqual({ query: { batch_request_id: 'b-1' } });
});

test('data that others may disturb is read until it is as expected, at most three times, and other data once', async () => {
  const clock = { wait: async () => {} };
  for (const [shared, good, readings] of [
    [true, 1, 1],
    [true, 2, 2],
    [true, 9, 3],
    [false, 9, 1],
  ] as const) {
    const merchant = { apiKey: 'sk-good-1', clock, shared, release: async () => {} };
    const { given } = prerequisites(responses, { merchant });
    let count = 0;
    const read = async () => ++count;
    expect(await given.undisturbed(read, (reading) => reading === good)).toBe(readings);
  }
});

test('responses are compared if only the requests explain their difference, and not what others created in between', async () => {
  const clock = { wait: async () => {} };
  const merchant = { apiKey: 'sk-good-1', clock, shared: true, release: async () => {} };
  const { given } = prerequisites(responses, { merchant });
  const response = (...ids: string[]) => exampleExchange({ operationId: 'listWebhooks', body: ids });
  const areComparable = (first: string[], second: string[], firstAgain: string[], secondAgain: string[]) =>
    given.areComparable(
      response(...first),
      response(...second),
      async () => response(...firstAgain),
      async () => response(...secondAgain),
    );
  expect(await areComparable(['a'], ['a'], ['b'], ['b'])).toBe(true);
  expect(await areComparable(['a'], [], ['a'], [])).toBe(true);
  expect(await areComparable(['a'], ['a', 'b'], ['a', 'b'], ['a', 'b'])).toBe(false);
  expect(await areComparable(['a'], ['a', 'b'], ['a'], ['a'])).toBe(false);
});

/** Prerequisites with configured orders: for each, the statuses of its items, whose ids are 1, 2 and so on. */
function withNamedOrders(orders: Readonly<Record<string, readonly string[]>>) {
  const listed = Object.entries(orders).map(([order_number, statuses]) => ({
    order_number,
    order_items: statuses.map((status, index) => ({ id: index + 1, status })),
  }));
  const wishes: OrderWish[] = [];
  const left = new Map<string, string>();
  const namedOrders: NamedOrders = {
    numbers: Object.keys(orders),
    take: async (wish) => {
      wishes.push(wish);
      for (const { order_number: number, order_items } of listed) {
        const { status, items } = wish;
        const fitting = order_items.filter((item) => item.status === (status ?? item.status));
        if (fitting.length < items) continue;
        return { number, ids: fitting.slice(0, items).map(({ id }) => String(id)) };
      }
      return undefined;
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

for (const writes of ['allow', 'deny'] as const)
  test(`Without orders, a test is ${writes === 'deny' ? 'left out if the run only reads' : 'blocked if the run may write'}; without rejected products or images that provoke a rejection, it is left out`, async () => {
    const none = { items: [], pagination };
    const bodies = { '/api/v1/orders/': none, '/api/v1/products/rejected': none };
    const { given } = prerequisites(bodies, { writes });
    const kind = writes === 'deny' ? Inapplicable : Blocked;
    for (const [action, what, ...lacks] of [
      [() => given.someOrder(), 'order', 'no order'],
      [() => given.listedItemIds(), 'order with items', 'no order'],
      [() => given.ordersWithDocument(), 'order with a document', 'no order'],
    ] as const) {
      const obstacles = [...(writes === 'deny' ? ['writes denied'] : []), ...lacks];
      const reason =
        writes === 'deny'
          ? `the run only reads, and the target lists no ${what}`
          : `the target lists no ${what}, and none can be made`;
      await expect(action()).rejects.toThrow(new kind(reason));
      await expect(action()).rejects.toMatchObject({ obstacles });
    }
    const obstacles = writes === 'deny' ? ['writes denied'] : ['no setting'];
    await expect(given.rejectedStyles(2)).rejects.toMatchObject({ name: 'Inapplicable', obstacles });
    expect(() => given.provocations()).toThrow(Inapplicable);
  });

test('A test that needs an order says which obstacle kept it from one', async () => {
  const rows = [
    [{}, ['no order']],
    [{ 'SO-1': [] }, ['too few order items']],
  ] as const;
  for (const [orders, obstacles] of rows) {
    const { given } = withNamedOrders(orders);
    await expect(given.orderToMove(orderMoves.ship)).rejects.toMatchObject({ obstacles });
    await expect(given.orderToRefuse(orderMoves.return)).rejects.toMatchObject({ obstacles });
  }
});

test('The operations that need nothing only read, and require no parameter', () => {
  const free = operations.filter(
    ({ safe, parameters }) => safe && parameters.every(({ required }) => !required),
  );
  expect(operations.filter(needsNothing)).toEqual(free);
});

test('If writes are denied, the other operations are visited, and the left-out ones are named', async () => {
  const ids = leastNeededFirst.map(({ operationId }) => operationId);
  const readable = [...ids.slice(0, 11), 'getDeliveryDocument'];
  const visited: string[] = [];
  const told: string[] = [];
  const visiting = visitEveryOperation(
    {
      async requestFor(id) {
        if (!readable.includes(id)) throw new Inapplicable('TARGET_WRITES is deny');
        return {};
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
  const counted = `${others.length} of ${ids.length} operations`;
  expect(told).toEqual([`not looked at: ${counted}, ${others.join(', ')} (TARGET_WRITES is deny)`]);
});

const twoOfAStyle = [
  { sku: 'a', style_key: 's' },
  { sku: 'b', style_key: 's' },
];

for (const shared of [false, true])
  test(`On a merchant that ${shared ? 'others use too' : 'only the test uses'}, a test reads ${shared ? 'its own' : 'all'} rows, and keeps repeated ones`, async () => {
    const { api, queries } = listing();
    const { rows } = await readProductRows(api, shared, twoOfAStyle);
    expect(rows.map(({ sku }) => sku)).toEqual([...(shared ? 'aabc' : 'aabcd')]);
    expect(queries).toEqual(shared ? ['sku=a', 'sku=b', 'style_key=s'] : ['']);
  });

test('Records are read for the requested products and orders, each once', async () => {
  const { api, queries } = listing();
  const wanted = { shared: true, skus: ['a', 'a', 'b'], orders: ['N-1', 'N-1'], without: new Set(['b']) };
  const { records } = await readRecords(api, wanted);
  expect(queries).toEqual(['sku=a', 'sku=b', 'order_number=N-1']);
  expect([...records]).toEqual([
    ['product a', { sku: 'a', style_key: 's', 'price DE': { country_code: 'DE' } }],
    ['order N-1', { order_number: 'N-1', status: 'open' }],
    ['order item 5', { id: 5, sku: 'a' }],
  ]);
});

test('A request to read nothing is an error in the suite', async () => {
  const { api } = listing();
  await expect(readProductRows(api, true, [])).rejects.toThrow('There is nothing to read.');
  await expect(readRecords(api, { shared: true, skus: [] })).rejects.toThrow('There is nothing to read.');
});

/** A list of one style with three products, one of which is listed twice, one other product, and an order. */
function listing() {
  const prices = [{ country_code: 'DE' }];
  const all = [...'aabc'].map((sku) => ({ sku, style_key: 's', prices }));
  const rows = [...all, { sku: 'd', style_key: 't', prices }];
  const orders = [{ order_number: 'N-1', status: 'open', order_items: [{ id: 5, sku: 'a' }] }];
  const queries: string[] = [];
  const api = exampleClient(({ url: { pathname, searchParams } }) => {
    for (const name of ['page', 'per_page']) searchParams.delete(name);
    queries.push(`${searchParams}`);
    const [[name, value] = ['', '']] = [...searchParams];
    const entries = pathname.endsWith('/orders/') ? orders : rows;
    const items = entries.filter((row) => name === '' || Reflect.get(row, name) === value);
    return { items, pagination };
  });
  return { api, queries };
}
