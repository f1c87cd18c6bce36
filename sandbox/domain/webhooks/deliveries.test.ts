import { expect, test } from '#unit-test';
import { createIdentifiers } from '../identifiers.js';
import { createClock } from '../time/clock.js';
import { createTimeline } from '../time/timeline.js';
import { RETRY_PAUSES_IN_SECONDS, signDelivery } from '../webhook-delivery.js';
import {
  createDeliveries,
  DELIVERIES_AT_ONCE,
  DELIVERIES_AT_ONCE_TO_ONE,
  MOST_DELIVERIES,
  MOST_DELIVERIES_TO_ONE,
  MOST_RETRIES_TO_ONE,
} from './deliveries.js';
import { createSubscriptions } from './subscriptions.js';

interface Sent {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** Deliveries that are sent nowhere; `answer` tells how the next attempts end. */
function openDeliveries(answer: (sent: Sent) => Promise<boolean> | boolean) {
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    (error) => expect(error).toBeUndefined(),
  );
  const identifiers = createIdentifiers('x');
  const subscriptions = createSubscriptions(timeline, identifiers);
  const sent: Sent[] = [];
  const deliveries = createDeliveries({
    timeline,
    identifiers,
    subscriptions,
    rules: {
      signDelivery,
      async deliver(url, body, headers = {}) {
        const attempt = { url, body: String(body), headers };
        sent.push(attempt);
        return (await answer(attempt)) ? { delivered: true, status: 200 } : { delivered: false, status: 500 };
      },
    },
  });
  /** Lets seconds pass and the attempts that are due come to their end. */
  async function pass(seconds: number): Promise<void> {
    timeline.change({ advance: seconds });
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
  const subscribe = (url = 'http://receiver.example/a') =>
    subscriptions.create({ url, events: ['stock.updated'] });
  return { ...deliveries, subscriptions, subscribe, sent, pass };
}

test('an event goes to its subscribers, signed with the secret of each', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries(() => true);
  const subscriptions = [subscribe(), subscribe('http://receiver.example/b')];
  emit('stock.updated', { sku: 'Größe 😀', quantity: 1 });
  emit('order.created', {});
  await pass(10_000);
  expect(sent.map(({ url }) => url)).toEqual(subscriptions.map(({ url }) => url));
  for (const [index, { id, client_secret }] of subscriptions.entries()) {
    const { body = '', headers = {} } = sent[index] ?? {};
    expect(JSON.parse(body)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event: 'stock.updated',
      timestamp: '1970-01-01T00:00:00.000Z',
      subscription_id: id,
      message: { sku: 'Größe 😀', quantity: 1 },
    });
    expect(headers['x-signature']).toBe(signDelivery(body, client_secret));
  }
});

test('a delivery that is not answered 2xx is tried again after growing pauses, then given up', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries(() => false);
  subscribe();
  emit('stock.updated', {});
  await pass(0);
  for (const [index, pause] of RETRY_PAUSES_IN_SECONDS.entries()) {
    await pass(pause - 0.001);
    expect(sent).toHaveLength(index + 1);
    await pass(0.001);
    expect(sent).toHaveLength(index + 2);
  }
  await pass(1_000_000);
  expect(sent).toHaveLength(RETRY_PAUSES_IN_SECONDS.length + 1);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
});

test('a delivery that succeeds at last is not tried again', async () => {
  const answers = [false, true];
  const { emit, subscribe, sent, pass } = openDeliveries(() => answers.shift() ?? false);
  subscribe();
  emit('stock.updated', {});
  for (const pause of [0, ...RETRY_PAUSES_IN_SECONDS]) await pass(pause);
  expect(sent).toHaveLength(2);
});

for (const [name, change] of [
  ['deleted', undefined],
  ['disabled', { enabled: false }],
] as const)
  test(`a subscription that is ${name} gets nothing more`, async () => {
    const { emit, subscriptions, subscribe, sent, pass } = openDeliveries(() => false);
    const { id } = subscribe();
    emit('stock.updated', {});
    await pass(0);
    if (change === undefined) subscriptions.remove(id);
    else subscriptions.update(id, change);
    emit('stock.updated', {});
    await pass(5);
    expect(sent).toHaveLength(1);
  });

test('few deliveries are under way at once, and there is an end to what waits', async () => {
  const ends: (() => void)[] = [];
  const { emit, subscribe, sent, pass } = openDeliveries(
    () => new Promise((resolve) => ends.push(() => resolve(true))),
  );
  for (let count = 0; count < 10; count++) subscribe(`http://receiver.example/${count}`);
  for (let count = 0; count < MOST_DELIVERIES; count++) emit('stock.updated', {});
  await pass(0);
  expect(sent).toHaveLength(DELIVERIES_AT_ONCE);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await pass(0);
  }
  expect(sent).toHaveLength(MOST_DELIVERIES + DELIVERIES_AT_ONCE);
});

test('what is not answered keeps no other waiting, however much of it there is', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries(({ url }) =>
    url.endsWith('/slow') ? new Promise(() => undefined) : true,
  );
  subscribe('http://receiver.example/slow');
  subscribe('http://receiver.example/b');
  const events = 2 * MOST_DELIVERIES_TO_ONE;
  for (let count = 0; count < events; count++) {
    emit('stock.updated', {});
    await pass(0);
  }
  const urls = sent.map(({ url }) => url);
  expect(urls.filter((url) => url.endsWith('/slow'))).toHaveLength(DELIVERIES_AT_ONCE_TO_ONE);
  expect(urls.filter((url) => url.endsWith('/b'))).toHaveLength(events);
});

test('of what is refused by one, only so much is tried again, and it takes no room from others', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries(({ url }) => url.endsWith('/b'));
  subscribe('http://receiver.example/away');
  for (let count = 0; count < MOST_DELIVERIES_TO_ONE; count++) emit('stock.updated', {});
  for (let turn = 0; turn < MOST_DELIVERIES_TO_ONE; turn++) await pass(0);
  expect(sent).toHaveLength(MOST_DELIVERIES_TO_ONE);
  subscribe('http://receiver.example/b');
  sent.length = 0;
  emit('stock.updated', {});
  await pass(0);
  expect(sent.map(({ url }) => url).filter((url) => url.endsWith('/b'))).toHaveLength(1);
  sent.length = 0;
  await pass(5);
  for (let turn = 0; turn < MOST_DELIVERIES_TO_ONE; turn++) await pass(0);
  expect(sent).toHaveLength(MOST_RETRIES_TO_ONE);
});

test('what has not been sent yet to a subscription that is gone is not sent any more, and holds nobody up', async () => {
  const ends: (() => void)[] = [];
  const { emit, subscribe, subscriptions, sent, pass } = openDeliveries(
    () => new Promise((resolve) => ends.push(() => resolve(true))),
  );
  const { id } = subscribe();
  for (let count = 0; count < 2 * DELIVERIES_AT_ONCE_TO_ONE; count++) emit('stock.updated', {});
  subscriptions.remove(id);
  subscribe('http://receiver.example/b');
  emit('stock.updated', {});
  for (const end of ends.splice(0)) end();
  await pass(0);
  expect(sent.slice(DELIVERIES_AT_ONCE_TO_ONE).map(({ url }) => url)).toEqual(['http://receiver.example/b']);
});

test('all that waits is sent once there is room', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries(() => true);
  subscribe();
  for (let count = 0; count < 100; count++) emit('stock.updated', { count });
  for (let turn = 0; turn < 20; turn++) await pass(0);
  expect(sent.map(({ body }) => JSON.parse(body).message.count)).toEqual(
    Array.from({ length: 100 }, (_, index) => index),
  );
});
