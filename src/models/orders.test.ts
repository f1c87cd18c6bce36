import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Falsified } from '../verdicts/finding.js';
import type { FollowedBatch } from '../verdicts/oracles/batches/followed-batch.js';
import { agreeWithTheModel } from '../verdicts/oracles/violation.js';
import { everyMove, OrderDriver, OrderModel } from './orders.js';

test('each move of an order item is a legal transition', async () => {
  const moved = await played([
    ['shipped', 'open'],
    ['shipped', 'cancelled'],
    ['returned', 'cancelled'],
  ]);
  expect(moved).toEqual([
    'open to shipped by shipOrderItems',
    'open to cancelled by cancelOrderItems',
    'shipped to returned by returnOrderItems',
  ]);
});

test('an item that the move does not name, or that ends elsewhere, shows an illegal transition', async () => {
  expect(await played([['shipped', 'shipped']])).toEqual([
    'open to shipped by shipOrderItems',
    'open to shipped by shipOrderItems, illegal',
  ]);
  expect(await played([['cancelled', 'open']])).toEqual(['open to cancelled by shipOrderItems, illegal']);
});

/** The transitions of an order of two items: after each move, the list shows them in the next statuses. */
async function played(shown: readonly (readonly [string, string])[]): Promise<string[]> {
  const moved: string[] = [];
  const left = [...shown];
  const write = exampleExchange({ operationId: 'shipOrderItems' });
  const driver = new OrderDriver({
    submit: async (_, items) => {
      const results = items.map((requestItem) => ({ requestItem, success: true, errors: [] }));
      const batch = { batchRequestId: 'b', items: results } as unknown as FollowedBatch;
      return { write, batch, exchange: write, trail: [] };
    },
    readOrders: async () => {
      const order_items = (left.shift() ?? []).map((status, index) => ({ id: index + 1, status }));
      return { entries: [{ order_number: 'A', status: 'mixed', order_items }], exchanges: [write] };
    },
    prefix: 'ct-',
    verify: async (_id, _witness, statement) => agreeWithTheModel(statement) === undefined,
    moved: ({ from, to, by, legal }) => moved.push(`${from} to ${to} by ${by}${legal ? '' : ', illegal'}`),
  });
  const model = new OrderModel([{ number: 'A', itemIds: [1, 2], isWhole: false }], 99);
  try {
    for (const move of everyMove().slice(0, shown.length)) await move.run(model, driver);
  } catch (error) {
    if (!(error instanceof Falsified)) throw error;
  }
  return moved;
}
