import { expect, test } from '#testing/unit-test';
import { operation } from '../contract/operations.js';
import type { Transport } from '../http/transports/transport.js';
import { apart } from './equal-submissions.js';

test('a submission that gets the id of an equal one is sent again, later and later, until it gets a new id', async () => {
  const ids = ['A', 'B', 'a', 'A', 'C', 'B'];
  const waits: number[] = [];
  const transport: Transport = {
    send: async () => ({
      status: 200,
      headers: {},
      body: Buffer.from(JSON.stringify({ batchRequestId: ids.shift() })),
    }),
  };
  const clock = { wait: async (seconds: number) => void waits.push(seconds) };
  const sending = apart(transport, clock, 60, new Map());
  const submit = async (sku: string) => {
    const body = Buffer.from(JSON.stringify({ items: [{ sku }] }));
    const request = { method: 'PATCH', url: 'https://shop.example.com', headers: {}, body };
    const response = await sending.send({ ...request, operation: operation('updateProductStock') });
    return JSON.parse(response.body.toString('utf8')).batchRequestId;
  };
  expect(await submit('first')).toBe('A');
  expect(await submit('second')).toBe('B');
  expect(await submit('first')).toBe('C');
  expect(waits).toEqual([1, 2]);
  // A different submission with a known id is wrong: waiting would hide it.
  expect(await submit('third')).toBe('B');
});
