import { expect, test } from '#unit-test';
import { operations } from '../../contract/operations.js';
import type { AnyRequest } from '../../http/client.js';
import { exampleExchange } from '../../http/example-exchange.js';
import { WriteDenied } from '../../http/read-only-transport.js';
import { Blocked, Inapplicable } from '../../verdicts/interruptions.js';
import { leastNeededFirst, needsNothing, visitEveryOperation } from './every-operation.js';

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
