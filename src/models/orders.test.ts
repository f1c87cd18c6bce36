import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Falsified } from '../verdicts/finding.js';
import type { FollowedBatch } from '../verdicts/oracles/batches/followed-batch.js';
import { agreeWithTheModel } from '../verdicts/oracles/violation.js';
import { ModelDriver } from './model-driver.js';
import { everyMove, OrderModel } from './orders.js';

test('each move of an order item is a legal transition', async () => {
  const moved = await played([
    ['shipped', 'open', 'open', 'open', 'open'],
    ['shipped', 'shipped', 'shipped', 'open', 'open'],
    ['returned', 'shipped', 'shipped', 'open', 'open'],
    ['returned', 'returned', 'returned', 'open', 'open'],
    ['returned', 'returned', 'returned', 'open', 'cancelled'],
  ]);
  expect(moved).toEqual([
    'open to shipped by shipOrderItems',
    'open to shipped by shipOrderItems',
    'open to shipped by shipOrderItems',
    'shipped to returned by returnOrderItems',
    'shipped to returned by returnOrderItems',
    'shipped to returned by returnOrderItems',
    'open to cancelled by cancelOrderItems',
  ]);
});

test('an item that the move does not name, or that ends elsewhere, shows an illegal transition', async () => {
  expect(await played([['shipped', 'shipped']])).toEqual([
    'open to shipped by shipOrderItems',
    'open to shipped by shipOrderItems, illegal',
  ]);
  expect(await played([['cancelled', 'open']])).toEqual(['open to cancelled by shipOrderItems, illegal']);
});

/** The transitions of orders of three and two items: after each move, the list shows them in the next statuses. */
async function played(shown: readonly (readonly string[])[]): Promise<string[]> {
  const moved: string[] = [];
  const left = [shown[0]?.map(() => 'open') ?? [], ...shown];
  const keys = new Map<unknown, object>();
  const write = exampleExchange({ operationId: 'shipOrderItems' });
  const driver = new ModelDriver({
    submitEach: async (_, [items = []]) => {
      for (const { order_items = [], ...others } of items as { order_items?: readonly unknown[] }[])
        for (const id of order_items) keys.set(id, { ...keys.get(id), ...others });
      const results = items.map((requestItem) => ({ requestItem, success: true, errors: [] }));
      const batch = { batchRequestId: 'b', items: results } as unknown as FollowedBatch;
      return [{ write, batch, exchange: write, trail: [] }];
    },
    verify: async (_id, _witness, statement) => agreeWithTheModel(statement) === undefined,
    isConfirmed: () => true,
    moved: ({ from, to, by, legal }) => moved.push(`${from} to ${to} by ${by}${legal ? '' : ', illegal'}`),
  });
  const read = async () => {
    const order_items = (left.shift() ?? []).map((status, index) => ({
      ...keys.get(index + 1),
      ...{ id: index + 1, status },
    }));
    const orders = { A: order_items.slice(0, 3), B: order_items.slice(3) };
    const entries = Object.entries(orders).map(([order_number, of]) => ({ order_number, order_items: of }));
    return { entries, exchanges: [write], last: write };
  };
  const model = new OrderModel(
    [
      { number: 'A', itemIds: [1, 2, 3], isWhole: false },
      { number: 'B', itemIds: [4, 5], isWhole: false },
    ],
    { 'an unknown item': 99, 'an unknown item of equal bits': undefined },
    await read(),
    read,
  );
  try {
    const ofKnownItems = everyMove().filter((move) => !`${move}`.includes('unknown'));
    for (const move of ofKnownItems.slice(0, shown.length)) await move.run(model, driver);
  } catch (error) {
    if (!(error instanceof Falsified)) throw error;
  }
  return moved;
}
