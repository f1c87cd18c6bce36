import { expect, test } from '#unit-test';
import { exampleClient, exampleExchange } from '../../http/example-exchange.js';
import type { Exchange } from '../../http/exchange.js';
import { isBatchResult } from '../../verdicts/batches/followed-batch.js';
import { Blocked } from '../../verdicts/finding.js';
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

test('the result is read at once, and then every second until the batch finished', async () => {
  const { batches, asked, waits } = following([
    result('pending'),
    result('processing'),
    result('completed', [entry]),
  ]);
  const batch = await batches.follow(write);
  expect(asked).toEqual(Array.from({ length: 3 }, () => `/api/v1/results/stock?batch_request_id=${id}`));
  expect(waits).toEqual([1, 1]);
  expect(batch).toMatchObject({
    batchRequestId: id,
    statuses: ['pending', 'processing', 'completed'],
    status: 'completed',
    items: [entry],
    isReadable: true,
    finished: true,
    trail: [
      `0 s: PATCH /api/v1/products/stock -> 200, ${id}`,
      '0 s: pending, 0 items',
      '1 s: processing, 0 items',
      '2 s: completed, 1 items',
    ],
  });
  expect(batch.polls).toHaveLength(3);
  expect(batch.exchange).toBe(batch.polls[2]);
});

test('a batch that was acknowledged before can be followed as it is', async () => {
  const { batches } = following([result('completed')]);
  const acknowledged = await batches.acknowledged(write);
  expect(acknowledged).toEqual({ batchRequestId: id, exchange: write });
  const other = {
    batchRequestId: id,
    exchange: exampleExchange({ operationId: 'updateProductStock', status: 202, body: '' }),
  };
  expect(await batches.follow(other)).toMatchObject({ batchRequestId: id, finished: true });
});

test('failed is an end as well', async () => {
  const { batches } = following([result('failed')]);
  expect(await batches.finished(write)).toMatchObject({ status: 'failed', finished: true });
});

test('where only the end matters, it is asked for less and less often, and once more at the deadline', async () => {
  const running = Array.from({ length: 5 }, () => result('processing'));
  const { batches, waits } = following([...running, result('completed', [entry])], 25);
  const batch = await batches.finished(write);
  expect(waits).toEqual([1, 2, 4, 8, 8, 2]);
  expect(batch).toMatchObject({ status: 'completed', finished: true });
  expect(batch.trail.at(-1)).toBe('25 s: completed, 1 items');
});

test('at the deadline the last read decides: in time is in time, one second later is not', async () => {
  const running = [result('pending'), result('processing'), result('retry')];
  const late = following([...running, result('completed')], 2);
  expect(await late.batches.follow(write)).toMatchObject({ status: 'retry', finished: false });
  expect(late.waits).toEqual([1, 1]);
  const inTime = following([...running, result('completed')], 3);
  expect(await inTime.batches.follow(write)).toMatchObject({ status: 'completed', finished: true });
});

test('a watched batch that can no longer be read ends there, and nothing is thrown', async () => {
  const { batches, asked } = following([result('pending')]);
  const batch = await batches.watch(write);
  expect(asked).toHaveLength(2);
  expect(batch).toMatchObject({ statuses: ['pending'], status: 'pending', items: [], finished: false });
  expect(batch.exchange.status).toBe(404);
  expect(batch.trail.at(-1)).toBe(`1 s: GET /api/v1/results/stock?batch_request_id=${id} -> 404`);
});

test('a result that is not found at first is asked for again, one that is gone is not', async () => {
  const { batches, asked } = following([undefined, undefined, result('pending'), result('completed')]);
  expect(await batches.follow(write)).toMatchObject({
    statuses: ['pending', 'completed'],
    isReadable: true,
    finished: true,
  });
  expect(asked).toHaveLength(4);
  const gone = following([result('pending'), undefined, result('completed')]);
  await expect(gone.batches.follow(write)).rejects.toThrow(`the result of batch ${id} could not be read`);
  expect(gone.asked).toHaveLength(2);
});

test('a watched batch that is never found has no status at all, and is asked for until the deadline', async () => {
  const { batches, asked } = following([], 3);
  expect(await batches.watch(write)).toMatchObject({
    statuses: [],
    status: '',
    items: [],
    isReadable: false,
    finished: false,
  });
  expect(asked).toHaveLength(4);
});

test('a result that carries no id is followed to its end', async () => {
  const { batches } = following([{ status: 'completed', items: [] }]);
  expect(await batches.follow(write)).toMatchObject({ isReadable: true, finished: true });
});

/** The outcome of a batch, and the gaps that its block names. */
const blocks: readonly (readonly [
  title: string,
  write: Exchange,
  bodies: readonly unknown[],
  gaps: readonly string[],
])[] = [
  [
    'a refused write',
    answered('upsertProducts', 422),
    [],
    ['G-02 at upsertProducts', 'G-03 at upsertProducts'],
  ],
  ['a refused write of what is shown', answered('updateProductStatus', 422), [], []],
  ['a write that is answered 500', answered('upsertProducts', 500), [], []],
  ['an acknowledgement without an id', answered('upsertProducts', 202), [], ['G-09 at upsertProducts']],
  ['a result of another shape', write, [{ data: [] }], ['G-11 at getStockResults']],
  [
    'a result of another shape that the description shows',
    answered('updateProductStatus', 200, { batchRequestId: id }),
    [{ data: [] }],
    [],
  ],
];

for (const [title, exchange, bodies, gaps] of blocks) {
  test(`${title} blocks, and names ${gaps.join(', ') || 'no gap'}`, async () => {
    const blocked = await following(bodies)
      .batches.follow(exchange)
      .catch((error: unknown) => error);
    if (!(blocked instanceof Blocked)) throw new Error('It does not block.');
    expect(blocked.gaps.map(({ gap, operationId }) => `${gap} at ${operationId}`).toSorted()).toEqual(gaps);
  });
}

test('batches that are watched together are read together, each until it has ended', async () => {
  const bodies = [
    result('pending'),
    result('pending'),
    result('completed', [entry]),
    result('processing'),
    result('failed'),
  ];
  const { batches, asked, waits } = following(bodies);
  const first = await batches.acknowledged(write);
  const watched = await batches.watchAll([first, { ...first, batchRequestId: id.toUpperCase() }]);
  expect(watched.map(({ statuses }) => statuses)).toEqual([
    ['pending', 'completed'],
    ['pending', 'processing', 'failed'],
  ]);
  expect(asked.map((url) => url.endsWith(id))).toEqual([true, false, true, false, false]);
  expect(waits).toEqual([1, 1]);
});

test('a batch whose status the description does not name may have finished, which is gap G-07', async () => {
  const { batches } = following([result('partially_completed'), result('partially_completed')], 1);
  await expect(batches.finished(write)).rejects.toMatchObject({
    message: expect.stringContaining(`it is unclear whether batch ${id} finished within 1 s`),
    gaps: [{ gap: 'G-07', operationId: 'getStockResults' }],
  });
});

test('a batch that must have finished and did not stops the test', async () => {
  const { batches } = following([result('pending'), result('pending')], 1);
  await expect(batches.finished(write)).rejects.toThrow(
    `batch ${id} did not finish within 1 s of the target's clock`,
  );
});

for (const body of [
  {},
  result('completed', [{ success: true }]),
  { ...result('pending'), status: 7 },
  null,
]) {
  test(`${JSON.stringify(body)} is no batch result to follow`, async () => {
    expect(isBatchResult(body)).toBe(false);
    await expect(following([body]).batches.follow(write)).rejects.toThrow(Blocked);
  });
}

test('a write that was refused, or carries no id, gives nothing to follow', async () => {
  const { batches, asked } = following([]);
  const refused = exampleExchange({
    operationId: 'updateProductStock',
    status: 400,
    body: { batchRequestId: id },
  });
  const empty = exampleExchange({ operationId: 'updateProductStock', body: {} });
  await expect(batches.follow(refused)).rejects.toThrow(
    'the batch was not accepted (GET /api/v1/countries/ -> 400)',
  );
  await expect(batches.follow(Promise.resolve(empty))).rejects.toThrow(
    'the acknowledgement carries no batchRequestId',
  );
  expect(asked).toEqual([]);
});

test('what is no batch write has no result to read', async () => {
  const { batches } = following([]);
  const exchange = exampleExchange({ body: { batchRequestId: id } });
  await expect(batches.follow(exchange)).rejects.toThrow('listCountries is not a batch write.');
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
  return { batches: new Batches(api, clock, deadline), asked, waits };
}
