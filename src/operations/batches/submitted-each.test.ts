import { expect, test } from '#unit-test';
import { exampleClient, exampleExchange } from '../../http/example-exchange.js';
import { Batches, submittedEach } from './batches.js';

const write = (status: number, batchRequestId: string) =>
  Promise.resolve(
    exampleExchange({ operationId: 'updateProductStock', method: 'PATCH', status, body: { batchRequestId } }),
  );

test('each write has its own end, in order, and all batches are followed side by side', async () => {
  const { batches, waits } = batchesEnding('completed');
  const [first, refused, last] = await submittedEach(batches, [
    write(200, 'a'),
    write(400, ''),
    write(200, 'b'),
  ]);
  expect(first?.batch).toMatchObject({ batchRequestId: 'a', status: 'completed' });
  expect(first?.exchange).toBe(first?.batch?.exchange);
  expect(refused?.batch).toBeUndefined();
  expect(refused?.exchange).toBe(refused?.write);
  expect(refused?.write.status).toBe(400);
  expect(last?.batch?.batchRequestId).toBe('b');
  expect(waits).toEqual([1]);
});

test('where none was accepted, nothing is read', async () => {
  const { batches, waits } = batchesEnding('completed');
  expect(await submittedEach(batches, [write(400, '')])).toHaveLength(1);
  expect(waits).toEqual([]);
});

test('a batch that does not end blocks', async () => {
  const { batches } = batchesEnding('processing');
  await expect(submittedEach(batches, [write(200, 'a')])).rejects.toMatchObject({
    name: 'Blocked',
    message: expect.stringContaining('batch a did not finish within '),
  });
});

/** Batches that are pending at their first read, and then in the given status. */
function batchesEnding(status: string): { batches: Batches; waits: readonly number[] } {
  const waits: number[] = [];
  const read = new Set<string>();
  const client = exampleClient(({ url }) => {
    const batchRequestId = url.searchParams.get('batch_request_id') ?? '';
    const now = read.has(batchRequestId) ? status : 'pending';
    read.add(batchRequestId);
    return { batchRequestId, status: now, items: [] };
  });
  const clock = { wait: async (seconds: number) => void waits.push(seconds) };
  return { batches: new Batches(client, clock, 3), waits };
}
