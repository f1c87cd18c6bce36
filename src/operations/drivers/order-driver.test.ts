import { expect, test } from '#unit-test';
import { exampleExchange } from '../../http/example-exchange.js';
import type { Submission } from '../../verdicts/batches/followed-batch.js';
import { Blocked, Falsified } from '../../verdicts/finding.js';
import type { Witness } from '../../verdicts/recorder.js';
import { batchRefused, type Statement } from '../models/judge.js';
import { batchAnswerOf, OrderDriver } from './order-driver.js';

const listed = exampleExchange({ operationId: 'listOrders', body: { items: [{ order_number: 'N-1' }] } });
const second = exampleExchange({ operationId: 'listOrders', body: { items: [{ id: 7 }] } });

const order = {
  order_number: 'N-1',
  status: 'mixed',
  order_items: [
    { id: 6, status: 'open' },
    { id: 7, status: 'shipped' },
  ],
};

test('each move is sent as a batch of the shape that is assumed, each with tracking keys of its own', async () => {
  const { driver, sent } = driving({ success: true });
  expect(await driver.ship([[1, 2], [3]])).toEqual(['success', 'success']);
  expect(await driver.cancel([4])).toEqual(['success']);
  expect(await driver.return([[1]])).toEqual(['success']);
  const carrier_key = 'carrier';
  const keys = (shipment: string, back: string) => ({
    shipment_tracking_key: shipment,
    return_tracking_key: back,
  });
  expect(sent).toEqual([
    [
      'shipOrderItems',
      [
        { order_items: [1, 2], carrier_key, ...keys('ct-1', 'ct-2') },
        { order_items: [3], carrier_key, ...keys('ct-3', 'ct-4') },
      ],
    ],
    ['cancelOrderItems', [{ id: 4 }]],
    ['returnOrderItems', [{ order_items: [1], return_tracking_key: 'ct-5' }]],
  ]);
});

test('a batch that is refused whole, a failed item and an answer of another kind are told apart', async () => {
  expect(await driving({ success: false }).driver.cancel([4, 5])).toEqual(['failed', 'failed']);
  expect(await driving({ status: 400 }).driver.cancel([4])).toBe(batchRefused);
  await expect(driving({ status: 500 }).driver.cancel([4])).rejects.toThrow(Blocked);
});

test('orders are read with their items', async () => {
  const orders = await driving({ success: true }).driver.orders();
  expect(orders.get('N-1')?.status).toBe('mixed');
  expect([...(orders.get('N-1')?.items ?? [])]).toEqual([
    [6, 'open'],
    [7, 'shipped'],
  ]);
});

test('a statement is verified with what it was found in and what led to it', async () => {
  const { driver, verified } = driving({ success: true });
  const statement = { expected: ['open'], actual: 'open' };
  await expect(driver.judge('ORD-03', { at: 'status of order 1 (N-1)', ...statement })).rejects.toThrow(
    'before anything was sent',
  );
  await driver.cancel([4]);
  await driver.orders();
  driver.note({ did: 'cancel order 1 item 1', model: 'order 1 open' });
  await driver.judge('ORD-04', { at: 'outcome of cancel (N-1)', ...statement });
  await driver.judge('ORD-03', { at: 'status of order 1 (N-1)', ...statement });
  await driver.judge('ORD-03', { at: 'status of order 1 item 2 (7)', ...statement });
  expect(verified.map(([id, { exchange }]) => [id, exchange.operationId])).toEqual([
    ['ORD-04', 'getCancelResults'],
    ['ORD-03', 'listOrders'],
    ['ORD-03', 'listOrders'],
  ]);
  expect(verified[2]?.[1].exchange).toBe(second);
  expect(verified[2]?.[1].write?.operationId).toBe('cancelOrderItems');
  expect(verified[2]?.[1].trail).toEqual([{ did: 'cancel order 1 item 1', model: 'order 1 open' }]);
});

test('a statement that does not hold ends the commands', async () => {
  const { driver } = driving({ success: true });
  await driver.orders();
  const wrong = { at: 'status of order 1 (N-1)', expected: ['open'], actual: 'mixed' };
  await expect(driver.judge('ORD-03', wrong)).rejects.toThrow(Falsified);
});

/** A driver whose batches all end the same way. */
function driving({ success, status = 200 }: { success?: boolean; status?: number }) {
  const sent: unknown[] = [];
  const verified: [id: string, witness: Witness, statement: Statement][] = [];
  const driver = new OrderDriver({
    prefix: 'ct-',
    verify: async (...assertion) => {
      verified.push(assertion);
      const [, , { expected, actual }] = assertion;
      return expected.includes(actual);
    },
    submit: async (operationId, items): Promise<Submission> => {
      sent.push([operationId, items]);
      const write = exampleExchange({ operationId, status });
      if (success === undefined) return { write, exchange: write, trail: [] };
      const exchange = exampleExchange({ operationId: 'getCancelResults' });
      const batch = {
        batchRequestId: 'b-1',
        polls: [exchange],
        trail: [],
        exchange,
        statuses: ['completed'],
        status: 'completed',
        items: items.map((requestItem) => ({ requestItem, success, errors: success ? [] : ['no'] })),
        isReadable: true,
        finished: true,
      };
      return { write, batch, exchange, trail: [] };
    },
    readOrders: async () => ({ entries: [order], exchanges: [listed, second] }),
  });
  return { driver, sent, verified };
}

function answered(status: number, operationId = 'updateProductStock'): Submission {
  const write = exampleExchange({ operationId, status, body: { message: 'no' } });
  return { write, exchange: write, trail: [] };
}

for (const status of [400, 409, 413, 415, 422]) {
  test(`${status} refuses a batch`, () => {
    expect(batchAnswerOf(answered(status), [{}])).toBe(batchRefused);
    expect(batchAnswerOf(answered(status, 'updateProductStatus'), [{}])).toBe(batchRefused);
  });
}

for (const status of [302, 401, 405, 429, 500]) {
  test(`${status} neither accepts nor refuses a batch`, () => {
    expect(() => batchAnswerOf(answered(status), [{}])).toThrow(
      `the batch was not accepted (GET /api/v1/countries/ -> ${status})`,
    );
  });
}
