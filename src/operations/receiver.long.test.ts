import { request } from 'node:http';
import { expect, test } from '#testing/unit-test';
import { Blocked, Inapplicable } from '../verdicts/finding.js';
import { Receiver } from './receiver.js';

test('an incomplete delivery does not count, and affects no other delivery', async () => {
  const receiver = await receiving();
  const broken = request(receiver.urlFor('stock'), { method: 'POST', headers: { 'content-length': 10 } });
  const closed = new Promise((resolve) => broken.on('close', resolve));
  broken.on('error', () => {});
  await new Promise((resolve) => broken.write('12345', resolve));
  broken.destroy();
  await closed;
  expect(await post(receiver.urlFor('stock'), '2')).toBe(204);
  expect(receiver.deliveriesTo('stock').map(({ body }) => body.toString())).toEqual(['2']);
  await receiver.close();
});

for (const [name, body, longer, reason] of [
  ['depth', '['.repeat(150) + ']'.repeat(150), '['.repeat(151), 'the JSON of a delivery is nested deeper'],
  ['bytes', ' '.repeat(64 * 1024 * 1024), '1', 'deliveries are larger than 67108864 bytes together'],
] as const)
  test(`a delivery at the limit of ${name} counts, and one past it blocks the test`, async () => {
    const receiver = await receiving();
    await post(receiver.urlFor('stock'), body);
    expect(receiver.deliveriesTo('stock')).toHaveLength(1);
    await post(receiver.urlFor('stock'), longer).catch(() => {});
    expect(() => receiver.deliveriesTo('stock')).toThrow(reason);
    await expect(receiver.awaitDeliveriesTo(['orders'])).rejects.toThrow(Blocked);
    await receiver.close();
  });

test('A target on a different machine cannot reach a receiver', async () => {
  const reason = "the target at shop.example.com can't reach a receiver on this machine";
  await expect(receiving('https://shop.example.com')).rejects.toThrow(new Inapplicable(reason));
});

function receiving(target = 'http://127.0.0.1:1'): Promise<Receiver> {
  return Receiver.start({ target, clock: { wait: async () => {} }, deadline: 60 });
}

async function post(url: string, body: string): Promise<number> {
  return (await fetch(url, { method: 'POST', body })).status;
}
