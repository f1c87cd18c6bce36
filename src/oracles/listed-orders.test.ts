import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { listsOrders, listTheWholeOrder, showTheStatusOfTheirItems } from './listed-orders.js';

const made = {
  order_number: 'N-1',
  order_items: [
    { id: 1, sku: 'a' },
    { id: 2, sku: 'a' },
  ],
};

const order = orderOf('N-1', 'mixed', 'open', 'shipped');
const other = orderOf('N-2', 'open', 'open');

test('orders tell their numbers, each its own; a list without orders shows none', () => {
  for (const orders of [[order], [order, other]]) expect(listsOrders(page(...orders))).toBeUndefined();
  expect(listsOrders(page())).toEqual({ unseen: 'the list has no orders' });
  for (const [orders, at, actual] of [
    [[{ ...other, order_number: 1 }], 0, 'the number 1'],
    [[{ ...other, order_number: '' }], 0, 'the string ""'],
    [[order, { sku: 'a' }], 1, 'nothing'],
    [[order, other, order], 2, 'the string "N-1"'],
  ] as const)
    expect(listsOrders(page(...orders))).toMatchObject({ actual, at: `body items[${at}].order_number` });
  expect(listsOrders(exampleExchange({ status: 404 }))).toMatchObject({ at: 'status' });
});

test('an order is listed once, on any page, with its items in any order', () => {
  expect(listTheWholeOrder([page(other), page(order)], made)).toBeUndefined();
  const order_items = order.order_items.toReversed();
  expect(listTheWholeOrder([page({ ...order, order_items })], made)).toBeUndefined();
  const empty = { ...made, order_items: [] };
  expect(listTheWholeOrder([page({ ...order, order_items: [] })], empty)).toHaveProperty('unseen');
});

const wrong: readonly (readonly [what: string, pages: object[][], at: string, actual: string])[] = [
  ['that is not listed', [[other]], 'body items', '0 times among 1 orders'],
  ['in an empty list', [[]], 'body items', '0 times among 0 orders'],
  ['that is listed twice', [[order], [order]], 'body items', '2 times among 2 orders'],
  [
    'without an item of a product that it has twice',
    [[other, { ...order, order_items: order.order_items.slice(1) }]],
    'body items[1].order_items',
    'the array ["2 of a"]',
  ],
  [
    'with an item more',
    [[{ ...order, order_items: [...order.order_items, { id: 3, sku: 'a' }] }]],
    'body items[0].order_items',
    'the array ["1 of a","2 of a","3 of a"]',
  ],
  [
    'with an item of another product',
    [
      [
        {
          ...order,
          order_items: [
            { id: 1, sku: 'a' },
            { id: 2, sku: 'b' },
          ],
        },
      ],
    ],
    'body items[0].order_items',
    'the array ["1 of a","2 of b"]',
  ],
  [
    'without its items',
    [[{ ...order, order_items: undefined }]],
    'body items[0].order_items',
    'the array []',
  ],
];

for (const [what, pages, at, actual] of wrong) {
  test(`an order ${what} is not listed as it is`, () => {
    expect(
      listTheWholeOrder(
        pages.map((orders) => page(...orders)),
        made,
      ),
    ).toMatchObject({ at, actual });
  });
}

test('an answer without a list lists no order', () => {
  expect(listTheWholeOrder([exampleExchange({ body: {} })], made)).toMatchObject({ at: 'body items' });
});

test('an order has the status of its items, or is mixed', () => {
  const orders = [order, other, orderOf('N-3', 'shipped', 'shipped', 'shipped'), orderOf('N-4', 'open')];
  expect(showTheStatusOfTheirItems([page(), page(...orders)])).toBeUndefined();
});

test('without orders, items or their status, nothing can be said of the status of orders', () => {
  const bare = { order_number: 'N-6', order_items: [{ id: 1 }, { id: 2 }] };
  for (const orders of [[], [orderOf('N-7', 'open')], [bare], [{ order_number: 'N-8' }]])
    expect(showTheStatusOfTheirItems([page(...orders)])).toEqual({
      unseen: 'no listed order has items that show a status',
    });
});

for (const [status, ...items] of [
  ['open', 'open', 'shipped'],
  ['shipped', 'open', 'shipped'],
  ['mixed', 'open', 'open'],
  ['open', 'shipped', 'shipped'],
] as const) {
  test(`an order of items that are ${items.join(' and ')} is not ${status}`, () => {
    const unmet = showTheStatusOfTheirItems([page(other), page(other, orderOf('N-5', status, ...items))]);
    expect(unmet).toMatchObject({ at: 'body items[1].status', gaps: ['G-01'] });
  });
}

function page(...items: object[]) {
  return exampleExchange({ operationId: 'listOrders', body: { items } });
}

function orderOf(order_number: string, status: string, ...statuses: string[]) {
  const order_items = statuses.map((each, index) => ({ id: index + 1, sku: 'a', status: each }));
  return { order_number, status, order_items };
}
