import { expect, test } from '#testing/unit-test';
import { orderDemands, orderSupply, ordersLacked } from './order-demand.js';
import type { TestCost } from './test-cost.js';

const nothing = { open: 0, shipped: 0, wholes: 0, together: 1 };

function cost(test: string, items: Partial<typeof nothing>, ...shows: readonly string[]): TestCost {
  return { test, asleep: 0, awake: 1, requests: {}, orders: { ...nothing, ...items, shows } };
}

test('the tests that verify the most for each item get their items first, above all what only orders can show', () => {
  const demands = orderDemands([
    cost('again', { open: 1 }, 'BAT-01 shipOrderItems'),
    cost('dear', { open: 8 }, 'BAT-01 shipOrderItems', 'BAT-02 getShipResults'),
    cost('cheap', { open: 1 }, 'BAT-01 shipOrderItems', 'BAT-02 getShipResults'),
    cost('of all operations', { open: 1 }, 'AUTH-01 shipOrderItems'),
    cost('of orders alone', { open: 2 }, 'ORD-03 shipOrderItems'),
    { test: 'without orders', asleep: 0, awake: 1, requests: {} },
  ]);
  expect(demands.map(({ test }) => test)).toEqual([
    'cheap',
    'of orders alone',
    'of all operations',
    'again',
    'dear',
  ]);
  expect(demands[0]).toEqual({ test: 'cheap', ...nothing, open: 1, ships: 1 });
});

const costs = [
  cost('ships', { open: 6 }, 'BAT-01 shipOrderItems'),
  cost('returns', { shipped: 8, together: 4 }, 'BAT-01 returnOrderItems'),
  cost('whole', { wholes: 1, together: 3 }, 'ORD-03 cancelOrderItems'),
];

test('the orders that a run needs and lacks are counted from those that the configuration names', () => {
  const order = (open: number) => ({ open, all: 8 });
  const lack = 'name 2 more orders of 8 open items';
  for (const [open, inWords, missing = 'none'] of [
    [[], `names 0: ${lack}`, '2 more orders of 8 open items'],
    [[order(5), order(1)], 'names 2, with 6 open items in all: name 2 more orders', '2 more orders of 8'],
    [[order(8), order(8)], 'names 2, with 16 open items in all'],
    // Only orders that were used before.
    [
      [4, 4, 4, 4].map(order),
      'names 4, with 16 open items in all: name 1 more order of 8',
      '1 more order of 8',
    ],
    // Orders that could not be read.
    [[undefined, undefined], 'names 2'],
  ] as const) {
    const supply = orderSupply(costs, open);
    expect(supply?.inWords).toContain(`TARGET_ORDERS ${inWords}`);
    expect(supply?.missing ?? 'none').toContain(missing);
  }
});

test('the tests that lacked items say how many orders would have been enough', () => {
  expect(ordersLacked(costs, 8)).toBe('2 more orders of 8 open items');
  expect(ordersLacked(costs.slice(0, 1), 2)).toBe('3 more orders of 2 open items');
  expect(ordersLacked([undefined])).toBe('1 more order of 8 open items');
});

test('tests that take no orders need none', () => {
  expect(orderSupply([], [{ open: 8, all: 8 }])).toBeUndefined();
});
