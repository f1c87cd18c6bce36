import { expect, test } from '#unit-test';
import { orderDemands, ordersNeeded } from './order-demand.js';
import type { TestCost } from './test-cost.js';

const [ship, cancel] = ['POST /api/v1/orders/ship', 'POST /api/v1/orders/cancel'];

test('what shows the most that no other test shows comes first, by item', () => {
  const costs = [
    cost('again', 1, [ship], ['BAT-01']),
    cost('dear', 8, [ship, cancel], ['BAT-01', 'BAT-02']),
    cost('cheap', 1, [ship], ['BAT-01', 'BAT-02']),
    cost('cancel', 2, [cancel], ['BAT-01', 'BAT-02']),
  ];
  expect(orderDemands(costs).map(({ test }) => test)).toEqual(['cheap', 'cancel', 'again', 'dear']);
});

test('what takes no items is no demand', () => {
  expect(orderDemands([{ test: 'none', asleep: 0, awake: 1, requests: {} }])).toEqual([]);
  expect(ordersNeeded([])).toBeUndefined();
});

test('orders are as large as the test needs that takes the most of one', () => {
  const costs = [cost('a', 12, [ship], ['ORD-03'], 6), cost('b', 1, [ship], ['ORD-05'])];
  expect(ordersNeeded(costs)).toEqual({ items: 13, orders: 3, size: 6 });
});

function cost(
  test: string,
  open: number,
  operations: readonly string[],
  covers: readonly string[],
  together = 1,
): TestCost {
  const requests = Object.fromEntries(operations.map((operation) => [operation, 2]));
  return { test, asleep: 0, awake: 1, requests, orders: { open, together, covers } };
}
