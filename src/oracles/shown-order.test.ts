import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { showsTheOrder } from './shown-order.js';

const first = { order_number: 'N-1', status: 'open', order_items: [{ id: 1, status: 'open' }] };
const second = {
  order_number: 'N-2',
  status: 'mixed',
  updated_at: 'today',
  order_items: [
    { id: 2, status: 'open', key: null },
    { id: 3, status: 'shipped', key: 'S' },
  ],
};
const listed = exampleExchange({ body: { items: [first, second] } });

test('fields that are wanted are as they must be, others are free', () => {
  expect(showsTheOrder(listed, second)).toBeUndefined();
  expect(showsTheOrder(listed, { order_number: 'N-2', status: 'mixed' })).toBeUndefined();
  const items = [{ id: 2 }, { id: 3, status: 'shipped' }];
  expect(showsTheOrder(listed, { order_number: 'N-2', order_items: items })).toBeUndefined();
});

for (const [change, at, expected, actual] of [
  [{ status: 'open' }, 'status', 'the string "open"', 'the string "mixed"'],
  [{ carrier: 'x' }, 'carrier', 'the string "x"', 'nothing'],
  [{ order_items: [{ id: 2 }] }, 'order_items', '1 entries', '2 entries'],
  [{ order_items: {} }, 'order_items', 'the object {}', 'the array [{"id":2'],
  [{ order_items: [{ id: 2, key: 'S' }, {}] }, 'order_items[0].key', 'the string "S"', 'null'],
  [{ order_items: [{}, { id: 3, key: null }] }, 'order_items[1].key', 'null', 'the string "S"'],
] as const)
  test(`${JSON.stringify(change)} is not what is shown`, () => {
    const unmet = showsTheOrder(listed, { order_number: 'N-2', ...change });
    expect(unmet).toMatchObject({ expected: [expected], at: `body items[1].${at}` });
    expect(unmet?.actual).toContain(actual);
  });

test('an order is listed once, by a success', () => {
  const twice = exampleExchange({ body: { items: [first, first] } });
  for (const [list, number, times] of [
    [listed, 'N-3', '0 times among 2 orders'],
    [twice, 'N-1', '2 times among 2 orders'],
  ] as const)
    expect(showsTheOrder(list, { order_number: number })).toEqual({
      expected: [`the order ${number}, once`],
      actual: times,
      at: 'body items',
    });
  const refused = exampleExchange({ status: 400, body: { items: [first] } });
  expect(showsTheOrder(refused, first)).toMatchObject({ at: 'status' });
});
