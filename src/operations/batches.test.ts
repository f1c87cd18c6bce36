import { exampleClient, exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import type { Exchange } from '../http/exchange.js';
import { Batches } from './batches.js';

const id = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
const entry = { requestItem: { sku: 'a' }, success: true, errors: [] };
const result = (status: string, items: readonly unknown[] = []) => ({ batchRequestId: id, status, items });
const write = exampleExchange({
  operationId: 'updateProductStock',
  method: 'PATCH',
  url: 'https://shop.example.com/api/v1/products/stock',
  body: { batchRequestId: id },
});

test('a result that is not found at first is requested again, a result that has disappeared is not', async () => {
  const { batches, asked } = following([undefined, undefined, result('pending'), result('completed')]);
  expect(await batches.watch(write)).toMatchObject({
    statuses: ['pending', 'completed'],
    isReadable: true,
    finished: true,
  });
  expect(asked).toHaveLength(4);
  const gone = following([result('pending'), undefined, result('completed')]);
  await expect(gone.batches.finished(write)).rejects.toThrow(`the result of batch ${id} could not be read`);
  expect(gone.asked).toHaveLength(2);
});

/** The outcome of a batch, and the gaps that its block names. */
const blocks: readonly (readonly [
  what: string,
  write: Exchange,
  bodies: readonly unknown[],
  gaps: string,
])[] = [
  ['a refused write', answered('upsertProducts', 422), [], 'G-02 G-03'],
  ['a refused write of what is shown', answered('updateProductStatus', 422), [], ''],
  ['a write that is answered with 500', answered('upsertProducts', 500), [], ''],
  ['an acknowledgement without an id', answered('upsertProducts', 202), [], 'G-09'],
  ['a result of a different shape', write, [{ data: [] }], 'G-11'],
];

for (const [what, exchange, bodies, gaps] of blocks)
  test(`${what} blocks the test, and the reason names ${gaps || 'no gap'}`, async () => {
    const outcome = following(bodies).batches.finished(exchange);
    const named = gaps.split(' ').flatMap((gap) => (gap === '' ? [] : expect.objectContaining({ gap })));
    await expect(outcome).rejects.toMatchObject({ name: 'Blocked', gaps: named });
  });

test('a batch whose status the description does not name may have finished (gap G-07)', async () => {
  const { batches } = following([result('partially_completed'), result('partially_completed')], 1);
  await expect(batches.finished(write)).rejects.toMatchObject({
    message: expect.stringContaining(`it is unclear whether batch ${id} finished within 1 s`),
    gaps: [{ gap: 'G-07', operationId: 'getStockResults' }],
  });
});

test('Each write has its own outcome, in order, and accepted batches are followed in parallel', async () => {
  const { batches, waits } = following([
    result('pending'),
    result('processing'),
    result('completed', [entry]),
    result('failed'),
  ]);
  const other = answered('updateProductStock', 202, { batchRequestId: id.replace(/^./, 'f') });
  const writes = [write, answered('updateProductStock', 400), other];
  const [first, refused, last] = await batches.submittedEach(writes.map((each) => Promise.resolve(each)));
  expect(first?.batch).toMatchObject({ status: 'completed', items: [entry] });
  expect(refused?.exchange).toBe(refused?.write);
  expect(refused?.batch).toBeUndefined();
  expect(last?.batch).toMatchObject({ status: 'failed' });
  expect(waits).toEqual([1, 2]);
});

test('An equal submission with the id of an earlier batch is blocked by gap G-21, and a different one is not', async () => {
  const { batches } = following([]);
  const submitted = (sku: string) =>
    exampleExchange({
      operationId: write.operationId,
      body: write.json,
      requestBody: JSON.stringify({ items: [{ sku }] }),
    });
  await batches.acknowledged(submitted('a'));
  await expect(batches.acknowledged(submitted('a'))).rejects.toMatchObject({ gaps: [{ gap: 'G-21' }] });
  await expect(batches.acknowledged(submitted('b'))).resolves.toMatchObject({ batchRequestId: id });
});

function answered(operationId: string, status: number, body: unknown = { message: 'no' }): Exchange {
  return exampleExchange({ operationId, method: 'POST', status, body });
}

/** Batches of a target that answers each read with the next body, and 404 if it is undefined or there are no more. */
function following(bodies: readonly unknown[], deadline = 5) {
  const asked: string[] = [];
  const waits: number[] = [];
  const api = exampleClient(({ url }) => {
    const body = bodies[asked.length];
    asked.push(url.pathname + url.search);
    return body;
  });
  const clock = { wait: async (seconds: number) => void waits.push(seconds) };
  const batches = new Batches(api, clock, deadline);
  return { batches, asked, waits };
}
