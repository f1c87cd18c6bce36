import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signDelivery, WEBHOOK_EVENT_TYPES } from '../domain/webhook-delivery.js';
import { expect, test } from '../testing/test.js';

const url = 'https://receiver.example/hook';
const request = { events: ['order.created', 'stock.updated'], url, description: 'Größe 😀' };

test('the event types are listed', async ({ sandbox }) => {
  expect((await sandbox.send('GET', '/webhooks/types')).body).toEqual(WEBHOOK_EVENT_TYPES);
});

test('a subscription is created, read, changed and deleted; its secret is told once', async ({ sandbox }) => {
  const { send } = sandbox;
  const created = await send('POST', '/webhooks/', request);
  expect(created.status).toBe(200);
  const { client_secret, ...subscription } = Object(created.body);
  expect(client_secret).toMatch(/^[0-9a-f]{64}$/);
  expect(subscription).toEqual({
    ...request,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    enabled: true,
    created_at: expect.stringMatching(/Z$/),
  });
  const path = `/webhooks/${subscription.id}`;
  expect((await send('GET', path)).body).toEqual(subscription);
  expect((await send('GET', '/webhooks/')).body).toEqual([subscription]);

  const changed = { ...subscription, enabled: false, description: null };
  expect((await send('PATCH', path, { enabled: false, description: null })).body).toEqual(changed);
  expect((await send('PATCH', path, {})).body).toEqual(changed);
  expect((await send('PATCH', path, { id: 'x', unknown: 1, url: 'http://a.example' })).body).toEqual({
    ...changed,
    url: 'http://a.example',
  });
  expect((await send('GET', path)).body).toMatchObject({ enabled: false, url: 'http://a.example' });

  const deleted = await send('DELETE', path);
  expect([deleted.status, deleted.raw.length]).toEqual([204, 0]);
  expect(deleted.headers).toHaveProperty('x-ratelimit-remaining');
  for (const method of ['GET', 'DELETE'] as const) expect((await send(method, path)).status).toBe(404);
  expect((await send('PATCH', path, {})).status).toBe(404);
  expect((await send('GET', '/webhooks')).body).toEqual([]);
});

test('subscriptions of another merchant are unknown', async ({ sandbox }) => {
  const { body } = await sandbox.send('POST', '/webhooks/', request);
  const path = `/webhooks/${Object(body).id}`;
  expect((await sandbox.send('GET', path, undefined, sandbox.otherApiKey)).status).toBe(404);
  expect((await sandbox.send('PATCH', path, {}, sandbox.otherApiKey)).status).toBe(404);
  expect((await sandbox.send('DELETE', path, undefined, sandbox.otherApiKey)).status).toBe(404);
  expect((await sandbox.send('GET', '/webhooks', undefined, sandbox.otherApiKey)).body).toEqual([]);
  expect((await sandbox.send('GET', path)).status).toBe(200);
});

const long = `https://a.example/${'x'.repeat(2_083 - 'https://a.example/'.length)}`;

test('values at their bounds are accepted', async ({ sandbox }) => {
  for (const change of [
    { url: long },
    { description: '😀'.repeat(1_000) },
    { description: null },
    { events: WEBHOOK_EVENT_TYPES.map(({ event }) => event) },
  ]) {
    const { status, body } = await sandbox.send('POST', '/webhooks/', { ...request, ...change });
    expect(status).toBe(200);
    expect(body).toMatchObject(change);
  }
});

for (const key of ['events', 'url'])
  test(`a subscription without ${key} is refused`, async ({ sandbox }) => {
    expect((await sandbox.send('POST', '/webhooks/', { ...request, [key]: undefined })).status).toBe(400);
    expect((await sandbox.send('GET', '/webhooks/')).body).toEqual([]);
  });

const outOfBounds = [
  { events: [] },
  { events: ['order.created', 'nothing'] },
  { events: 'order.created' },
  { url: '' },
  { url: 'receiver.example' },
  { url: 'ftp://receiver.example' },
  { url: `${long}x` },
  { description: 'x'.repeat(1_001) },
  { description: 1 },
];

test('values past their bounds are refused, at creation and as a change', async ({ sandbox }) => {
  const { body } = await sandbox.send('POST', '/webhooks/', request);
  const path = `/webhooks/${Object(body).id}`;
  for (const change of outOfBounds) {
    const name = JSON.stringify(change).slice(0, 50);
    expect((await sandbox.send('POST', '/webhooks/', { ...request, ...change })).status, name).toBe(400);
    expect((await sandbox.send('PATCH', path, change)).status, name).toBe(400);
  }
  expect((await sandbox.send('GET', '/webhooks/')).body).toMatchObject([request]);
});

test('an event reaches its subscriber over HTTP, signed', async ({ sandbox }) => {
  const receiver = createServer();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const received = new Promise<{ body: string; signature: unknown }>((resolve) => {
    receiver.on('request', (incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        response.end();
        resolve({ body: Buffer.concat(chunks).toString(), signature: incoming.headers['x-signature'] });
      });
    });
  });
  const address: AddressInfo | string | null = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const created = await sandbox.send('POST', '/webhooks/', {
    ...request,
    url: `http://127.0.0.1:${port}/hook`,
  });
  sandbox.merchant.emit('stock.updated', { sku: 'sku', quantity: 1 });
  const { body, signature } = await received;
  expect(JSON.parse(body)).toMatchObject({
    event: 'stock.updated',
    subscription_id: Object(created.body).id,
  });
  expect(signature).toBe(signDelivery(body, Object(created.body).client_secret));
  receiver.close();
});
