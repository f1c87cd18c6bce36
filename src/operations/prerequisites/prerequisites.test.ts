import { exampleClient, exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { operations } from '../../contract/operations.js';
import { orderMoves } from '../../data/valid/update-items.js';
import { Batches } from '../batches.js';
import type { NamedOrders, OrderWish, OwnNames } from './dealt-orders.js';
import { Given, needsNothing } from './every-operation.js';
import type { PrerequisitesOptions } from './merchant-data.js';
import { readProductRows, readRecords } from './state.js';

const pagination = { page: 1, per_page: 20, pages: 1, total: 1, next: null, prev: null, next_cursor: null };
const category = (id: number, material_composition_type: string, parent_id: number | null = null) => {
  return { id, parent_id, material_composition_type };
};
const groupsOf = (groups: Readonly<Record<string, readonly number[]>>) =>
  Object.entries(groups).map(([name, ids]) => ({ id: 1, name, attributes: ids.map((id) => ({ id })) }));
const groupsAt = (id: number) => `/api/v1/categories/${id}/attribute-groups`;

/** The target's responses, by path. */
const responses: Readonly<Record<string, unknown>> = {
  '/api/v1/countries/': {
    countries: [{ code: 'DE', name: 'Germany' }],
    locales: [{ code: 'de', name: 'German' }],
    currencies: [{ country_code: 'DE', code: 'EUR', name: 'Euro' }],
  },
  '/api/v1/brands/': [{ id: 9, name: 'Brand' }],
  '/api/v1/categories/': {
    items: [
      category(1, 'non-textile'),
      category(2, 'textile'),
      category(3, 'textile', 90),
      category(4, 'textile', 91),
      category(5, 'textile', 91),
      category(6, 'textile', 92),
    ],
    pagination,
  },
  [groupsAt(1)]: groupsOf({ color: [11], material: [12], material_group_name: [13] }),
  // No product can be built from this category: it has no materials.
  [groupsAt(2)]: groupsOf({ color: [21], material_group_name: [23] }),
  [groupsAt(3)]: groupsOf({
    ...{ color: [31], material: [32, 33, 34], material_group_name: [35], size: [36, 37] },
    ...{ brand: [38], fit: [39, 40] },
  }),
  [groupsAt(4)]: groupsOf({ color: [41] }),
  [groupsAt(6)]: groupsOf({ color: [61], material: [62], material_group_name: [63], second_size: [64, 65] }),
};

/** The reads, in this order: textile categories first, until one will do, and brands last. */
const order = ['/api/v1/countries/', '/api/v1/categories/', ...[2, 3, 1].map(groupsAt), '/api/v1/brands/'];

test('the search for second sizes reads one category below each parent', async () => {
  const { given, asked } = givenBy(responses);
  const { categories } = await given.referenceDataWithSecondSizes();
  expect(categories.map(({ id, secondSizes }) => [id, secondSizes])).toEqual([
    [3, []],
    [1, []],
    [6, [64, 65]],
  ]);
  expect(asked).toEqual([...order.slice(0, -1), ...[2, 4, 6].map(groupsAt), '/api/v1/brands/']);
});

test('tests that share what they read ask only for the countries, which each merchant has for itself', async () => {
  const knownChoices = {};
  const first = givenBy(responses, { knownChoices });
  const reference = await first.given.referenceDataWithSecondSizes();
  const next = givenBy(responses, { knownChoices });
  expect(await next.given.referenceDataWithSecondSizes()).toEqual(reference);
  expect(next.asked).toEqual(['/api/v1/countries/']);
});

test('without brands or categories, no product can be built', async () => {
  for (const without of [{ '/api/v1/brands/': [] }, { '/api/v1/categories/': { items: [], pagination } }]) {
    const { given } = givenBy({ ...responses, ...without });
    await expect(given.productItem()).rejects.toMatchObject({ name: 'Blocked' });
  }
});

test('if each category has its own brands, a product can be built whatever the list of brands is', async () => {
  const own = { color: [11], material: [12], material_group_name: [13], brand: [14] };
  for (const [response, known] of [
    [[{ id: 9, name: 'Brand' }], [9]],
    [{ data: [{ id: 9, name: 'Brand' }] }, []],
    [undefined, []],
  ] as const) {
    const changed = { [groupsAt(1)]: groupsOf(own), '/api/v1/brands/': response };
    const { given, asked } = givenBy({ ...responses, ...changed });
    expect(await given.referenceData()).toMatchObject({ brands: known });
    expect([14, 38]).toContain((await given.productItem()).brand);
    expect(asked).toEqual(order);
  }
});

test('a test gets the requested items of a configured order, and reads nothing else of it', async () => {
  const { given, wishes } = withNamedOrders({ A: 'open open shipped' });
  const order = await given.orderToMove(orderMoves.ship);
  expect(order.order_items.map(({ id }) => id)).toEqual([1]);
  const { records } = await given.records({ skus: [], orders: ['A'] });
  expect([...records.keys()]).toEqual(['order item 1']);
  expect((await given.state()).orders).toEqual([{ order_number: 'A', order_items: order.order_items }]);
  expect(wishes).toEqual([{ items: 1, status: 'open', operationId: 'shipOrderItems' }]);
});

test('A test that needs an order says which obstacle kept it from one', async () => {
  for (const [orders, obstacles, reason] of [
    [{}, ['no order'], 'there is no order to work with'],
    [{ A: 'gone' }, ['too few order items'], 'the orders that TARGET_ORDERS names have too few open items'],
  ] as const) {
    const { given } = withNamedOrders(orders);
    await expect(given.orderToMove(orderMoves.ship)).rejects.toMatchObject({ obstacles });
    await expect(given.orderOf(undefined, { items: 3 })).rejects.toThrow(reason);
  }
  // A request whose item may fail needs no open item.
  const { given } = withNamedOrders({ A: 'cancelled' });
  expect((await given.orderToTry(orderMoves.ship)).order_items).toHaveLength(1);
});

test('data that others may disturb is read until it is as expected, at most three times, and other data once', async () => {
  for (const [shared, good, readings] of [
    [true, 2, 2],
    [true, 9, 3],
    [false, 9, 1],
  ] as const) {
    const { given } = givenBy(responses, {}, shared);
    let count = 0;
    const read = async () => ++count;
    expect(await given.undisturbed(read, (reading) => reading === good)).toBe(readings);
  }
});

test('responses are compared if only the requests explain their difference, and not what others created in between', async () => {
  const { given } = givenBy(responses);
  const response = async (ids: string) => exampleExchange({ operationId: 'listWebhooks', body: [...ids] });
  const areComparable = async (first: string, second: string, firstAgain: string, secondAgain: string) =>
    given.areComparable(
      await response(first),
      await response(second),
      () => response(firstAgain),
      () => response(secondAgain),
    );
  expect(await areComparable('a', 'a', 'b', 'b')).toBe(true);
  expect(await areComparable('', '', 'b', 'b')).toBe(true);
  expect(await areComparable('a', '', 'a', '')).toBe(true);
  expect(await areComparable('a', 'ab', 'a', 'a')).toBe(false);
});

test('Without orders or rejected products, a test is blocked if the run may write, and left out if it only reads', async () => {
  const none = { items: [], pagination };
  const bodies = { '/api/v1/orders/': none, '/api/v1/products/rejected': none };
  for (const [writes, message, lacks, obstacles] of [
    ['allow', 'the target lists no order, and none can be made', [], ['no setting']],
    ['deny', 'the run only reads, and the target lists no order', ['writes denied'], ['writes denied']],
  ] as const) {
    const { given } = givenBy(bodies, { writes });
    await expect(given.someOrder()).rejects.toMatchObject({ message, obstacles: [...lacks, 'no order'] });
    await expect(given.rejectedStyles(2)).rejects.toMatchObject({ name: 'Inapplicable', obstacles });
  }
});

test('If writes are denied, the other operations are visited, and the left-out ones are told', async () => {
  const { given, missed } = givenBy(
    { '/api/v1/categories/': responses['/api/v1/categories/'] },
    { writes: 'deny' },
  );
  const visited: string[] = [];
  const visiting = given.everyOperation(async ({ operationId }) => {
    visited.push(operationId);
    return exampleExchange({});
  });
  await expect(visiting).rejects.toMatchObject({ name: 'Blocked' });
  expect(visited).toEqual(
    expect.arrayContaining(['getAttributeGroups', ...namesOf(operations.filter(needsNothing))]),
  );
  expect([...visited, ...missed].toSorted()).toEqual(namesOf(operations).toSorted());
});

function namesOf(all: typeof operations): string[] {
  return all.map(({ operationId }) => operationId);
}

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
  const wanted = { skus: ['a', 'a', 'b'], orders: ['N-1', 'N-1'], without: new Set(['b']) };
  const { records } = await readRecords(
    api,
    { ...noNames(), orders: new Map([['N-1', new Set(['5'])]]) },
    wanted,
  );
  expect(queries).toEqual(['sku=a', 'sku=b', 'order_number=N-1']);
  expect([...records]).toEqual([
    ['product a', { sku: 'a', style_key: 's', 'price DE': { country_code: 'DE' } }],
    ['order item 5', { id: 5, sku: 'a' }],
  ]);
});

/** A list of one style with three products, one of which is listed twice, one other product, and an order. */
function listing() {
  const prices = [{ country_code: 'DE' }];
  const all = [...'aabc'].map((sku) => ({ sku, style_key: 's', prices }));
  const rows = [...all, { sku: 'd', style_key: 't', prices }];
  const orders = [{ order_number: 'N-1', status: 'open', order_items: [{ id: 5, sku: 'a' }, { id: 6 }] }];
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

/** A test with configured orders: for each, the statuses of its items, whose ids are 1, 2 and so on. */
function withNamedOrders(orders: Readonly<Record<string, string>>) {
  const listed = Object.entries(orders).map(([order_number, statuses]) => ({
    order_number,
    order_items: statuses.split(' ').map((status, index) => ({ id: index + 1, status })),
  }));
  const wishes: OrderWish[] = [];
  const namedOrders: NamedOrders = {
    numbers: Object.keys(orders),
    take: async (wish) => {
      wishes.push(wish);
      for (const { order_number: number, order_items } of listed) {
        const { status, items } = wish;
        const fitting = order_items.filter((item) => item.status === (status ?? item.status));
        if (fitting.length >= items)
          return { number, ids: fitting.slice(0, items).map(({ id }) => String(id)) };
      }
      return undefined;
    },
    giveBack: async () => {},
  };
  const bodies = { '/api/v1/orders/': { items: listed, pagination }, '/api/v1/webhooks/': [] };
  return { ...givenBy(bodies, { namedOrders, ownNames: noNames() }), wishes };
}

/** The names of a test that has made nothing yet. */
function noNames(): OwnNames {
  const names = () => new Set<string>();
  return {
    ...{ skus: names(), styleKeys: names(), subscriptionIds: names(), subscriptionTexts: names() },
    orders: new Map(),
  };
}

/** Everything that a test is given by a target that answers with these bodies. */
function givenBy(
  bodies: Readonly<Record<string, unknown>>,
  change: Partial<PrerequisitesOptions> = {},
  shared = true,
) {
  const asked: string[] = [];
  const missed = new Set<string>();
  const api = exampleClient(({ url: { pathname } }) => {
    asked.push(pathname);
    return bodies[pathname];
  });
  const clock = { wait: async () => {} };
  const merchant = { apiKey: 'sk-good-1', clock, shared, release: async () => {} };
  const own = { writes: 'allow', prefix: 'ct-', seed: 1, deadline: 5, clockSpeed: 1 } as const;
  const given = new Given(
    { api, batches: new Batches(api, clock, 5), merchant, ...own, ...change },
    { held: (action) => action(), guard: (kit) => kit, miss: (operationId) => missed.add(operationId) },
  );
  return { given, asked, missed };
}
