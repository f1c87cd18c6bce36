import { request } from 'node:http';
import { expect, test } from '#testing/unit-test';
import { Blocked, Inapplicable } from '../verdicts/finding.js';
import { Receiver } from './receiver.js';

test("the receiver waits for later deliveries on the target's clock", async () => {
  const sent: Promise<number>[] = [];
  const clock = countingClock((seconds) => {
    if (seconds === 30) sent.push(post(receiver.urlFor('stock'), '2'));
  });
  const receiver = await receiving(clock);
  await post(receiver.urlFor('stock'), '1');
  await receiver.awaitDeliveriesTo(['stock'], 2);
  expect(receiver.deliveriesTo('stock')).toHaveLength(2);
  expect(clock.waited).toBe(30);
  await Promise.all(sent);
  await receiver.close();
});

test('the receiver waits no longer than the deadline', async () => {
  const clock = countingClock();
  const receiver = await receiving(clock, 12);
  await post(receiver.urlFor('stock'), '1');
  await receiver.awaitDeliveriesTo(['stock', 'orders']);
  expect(clock.waited).toBe(10);
  expect(receiver.deliveriesTo('orders')).toEqual([]);
  await receiver.close();
});

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

for (const [name, body, reason] of [
  ['bytes', ' '.repeat(16 * 1024 * 1024), 'a delivery is larger than 16777216 bytes'],
  ['depth', '['.repeat(150) + ']'.repeat(150), 'the JSON of a delivery is nested deeper than 150 levels'],
] as const)
  test(`a delivery at the limit of ${name} counts, and one past it blocks the test`, async () => {
    const receiver = await receiving();
    await post(receiver.urlFor('stock'), body);
    expect(receiver.deliveriesTo('stock')).toHaveLength(1);
    const longer = name === 'depth' ? `[${body}]` : `${body} `;
    await post(receiver.urlFor('stock'), longer).catch(() => {});
    const sentence = `${reason}, the most that the suite reads`;
    expect(() => receiver.deliveriesTo('stock')).toThrow(new Blocked(sentence));
    await expect(receiver.awaitDeliveriesTo(['orders'])).rejects.toThrow(sentence);
    await receiver.close();
  });

test('deliveries past the limit of their bytes together block the test', async () => {
  const receiver = await receiving();
  for (let sent = 0; sent < 4; sent += 1) await post(receiver.urlFor('stock'), ' '.repeat(16 * 1024 * 1024));
  expect(receiver.deliveriesTo('stock')).toHaveLength(4);
  await post(receiver.urlFor('stock'), '1').catch(() => {});
  expect(() => receiver.deliveriesTo('stock')).toThrow(/^deliveries are larger than 67108864 bytes together/);
  await receiver.close();
});

test('A target on a different machine cannot reach a receiver', async () => {
  const start = Receiver.start({ target: 'https://shop.example.com', clock: countingClock(), deadline: 60 });
  await expect(start).rejects.toThrow(Inapplicable);
  await expect(start).rejects.toThrow("the target at shop.example.com can't reach a receiver");
});

function receiving(clock = countingClock(), deadline = 60): Promise<Receiver> {
  return Receiver.start({ target: 'http://127.0.0.1:1', clock, deadline });
}

/** A clock on which time only passes during a wait. */
function countingClock(onWait: (waited: number) => unknown = () => {}) {
  const clock = {
    waited: 0,
    wait: async (seconds: number) => {
      clock.waited += seconds;
      onWait(clock.waited);
    },
  };
  return clock;
}

async function post(url: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const { status } = await fetch(url, { method: 'POST', body, headers });
  return status;
}
