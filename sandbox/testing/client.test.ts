import { createHmac } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Fields, fieldsOf, listOf } from './client.js';
import { expect, test } from './open-sandbox.js';

/** A server that accepts every delivery and remembers its body and signature. */
async function openReceiver() {
  const arrivals = new EventEmitter();
  const received: { event: unknown; message: Fields; body: string; signature: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { event, message } = fieldsOf(JSON.parse(body));
    received.push({ event, message: fieldsOf(message), body, signature: request.headers['x-signature'] });
    response.end();
    arrivals.emit('delivery');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async untilAll(events: readonly string[]): Promise<void> {
      const arriving = on(arrivals, 'delivery');
      const isComplete = () => events.every((event) => received.some((each) => each.event === event));
      while (!isComplete()) await arriving.next();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a client that relies on nothing but the description leads a product and its orders through their lives', async ({
  sandbox,
}) => {
  const { control, merchants } = sandbox;
  const made = fieldsOf((await control('POST', '/merchants', { countries: ['DE', 'FR'] })).body);
  const { timeline } = merchants.find(String(made.merchantId)) ?? sandbox.merchant;
  const base = await sandbox.app.listen({ port: 0, host: '127.0.0.1' });
  const client = createClient(base, String(made.apiKey), () => timeline.change({ advance: 1 }));
  const withoutZone = () => timeline.timestamp().replace(/\.\d+Z$/, '');
  const ok = (entries: readonly Fields[]) =>
    expect(
      entries.every(({ success }) => success === true),
      JSON.stringify(entries),
    ).toBe(true);
  await using receiver = await openReceiver();
  const events = ['order.created', 'order.shipped', 'order.cancelled', 'order.returned', 'stock.updated'];
  const subscription = await client.create('/webhooks/', { url: receiver.url, events, description: null });

  // Product: look up its ids, create it, publish it, and update its stock and price.
  const categories = await client.all('/categories/', { per_page: '7' });
  const { id: category } =
    categories.find(({ material_composition_type: type }) => type === 'textile') ?? fieldsOf(null);
  const groups = listOf(await client.read(`/categories/${category}/attribute-groups`));
  const choicesOf = (group: string) => listOf(groups.find(({ name }) => name === group)?.attributes);
  const [size, material, cluster] = ['size', 'material', 'material_group_name'].map(
    (group) => choicesOf(group)[0]?.id,
  );
  const [brand] = listOf(await client.read('/brands/'));
  const products = choicesOf('color')
    .slice(0, 3)
    .map(({ id }, index) => ({
      style_key: 'coat',
      sku: `coat-${index}`,
      ean: null,
      hs_code: null,
      name: 'A coat',
      descriptions: { 'de-DE': 'Ein Mantel' },
      color: id,
      size: size ?? null,
      second_size: null,
      brand: brand?.id,
      category,
      quantity: null,
      weight: 900,
      countries: ['DE', 'FR'],
      country_of_origin: 'PT',
      attributes: [],
      material_composition_textile: [
        { cluster_id: cluster, components: [{ material_id: material, fraction: 100 }] },
      ],
      prices: ['DE', 'FR'].map((country_code) => ({ country_code, retail_price: 99.9, sale_price: null })),
      images: ['https://images.example/coat.jpg'],
    }));
  ok(await client.batch('POST', '/products/', 'products', products));
  ok(await client.batch('PATCH', '/products/status', 'status', [{ style_key: 'coat', status: 'published' }]));
  await client.until('/products/', { sku: 'coat-0' }, ({ status }) => status === 'active');
  const stock = products.map(({ sku }) => ({ sku, quantity: 4, valid_at: null }));
  ok(await client.batch('PATCH', '/products/stock', 'stock', stock));
  const sale = { country_code: 'DE', retail_price: null, sale_price: 89.9 };
  ok(
    await client.batch('PATCH', '/products/price', 'price', [
      { sku: 'coat-0', price: sale, valid_at: withoutZone() },
    ]),
  );
  expect(await client.all('/products/', { sku: 'coat-0' })).toMatchObject([
    { status: 'active', quantity: 4, prices: expect.arrayContaining([{ ...sale, retail_price: 99.9 }]) },
  ]);

  // Orders: find the new ones, ship one with and one without a key for the way back, cancel one, take one back.
  const since = withoutZone();
  timeline.change({ advance: 60 });
  for (let count = 0; count < 3; count++) await control('POST', `/merchants/${made.merchantId}/orders`);
  const orders = await client.all('/orders/', { orders_from: since, order_status: 'open', per_page: '1' });
  expect(new Set(orders.map(({ order_number }) => order_number)).size).toBe(3);
  expect(await client.all('/orders/', { orders_to: since })).toEqual([]);
  const [first = [], second = [], third = []] = orders.map(({ order_items }) =>
    listOf(order_items).map(({ id }) => id),
  );
  const parcel = { carrier_key: 'dhl', shipment_tracking_key: 'JD0001' };
  ok(
    await client.batch('POST', '/orders/ship', 'ship', [
      { order_items: first, ...parcel, return_tracking_key: '' },
      { order_items: second, ...parcel },
    ]),
  );
  ok(
    await client.batch(
      'POST',
      '/orders/cancel',
      'cancel',
      third.map((id) => ({ id })),
    ),
  );
  ok(
    await client.batch('POST', '/orders/return', 'return', [
      { order_items: first, return_tracking_key: null },
    ]),
  );
  const seen = await client.all('/orders/', { per_page: '2' });
  expect(seen.map(({ status }) => status)).toEqual(['returned', 'shipped', 'cancelled']);
  const document = await client.download(`/orders/${seen[0]?.order_number}/delivery-document`);
  expect(document.subarray(0, 5).toString()).toBe('%PDF-');

  await receiver.untilAll(events);
  for (const { body, signature } of receiver.received)
    expect(signature).toBe(
      createHmac('sha256', String(subscription.client_secret)).update(body).digest('hex'),
    );
  const returned = receiver.received.find(({ event }) => event === 'order.returned');
  expect(returned?.message.order_number).toBe(seen[0]?.order_number);
  await expect(client.create('/webhook', {})).rejects.toThrow('did you mean POST /api/v1/webhooks/?');
});
