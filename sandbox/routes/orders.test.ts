import type { Order } from '../domain/orders/order.js';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { expect, test } from '../testing/test.js';

const success = expect.objectContaining({ success: true, errors: [] });
const failure = expect.objectContaining({ success: false, errors: [expect.any(String)] });

/** Makes the merchant's first product active and lets a customer order units of it. */
async function order(sandbox: OpenSandbox, items = 1): Promise<Order> {
  const product = productItem(sandbox.merchants, sandbox.merchant);
  await sandbox.batch('POST', '/products/', 'products', [product]);
  await sandbox.batch('PATCH', '/products/status', 'status', [
    { style_key: product.style_key, status: 'published' },
  ]);
  sandbox.pass(10);
  const { status, body } = await sandbox.control('POST', `/merchants/${sandbox.merchantId}/orders`, {
    items,
  });
  expect(status).toBe(201);
  return Object(body);
}

async function listed(sandbox: OpenSandbox, query = ''): Promise<unknown> {
  const { status, body } = await sandbox.send('GET', `/orders/${query}`);
  expect(status).toBe(200);
  return Object(body).items;
}

test('an order of a customer is listed, for its merchant only', async ({ sandbox }) => {
  const made = await order(sandbox);
  expect(await listed(sandbox)).toEqual([made]);
  expect(made).toMatchObject({
    status: 'open',
    order_items: [{ status: 'open', sku: 'sku-1', price_with_tax: 3990 }],
  });
  const { body } = await sandbox.send('GET', '/orders', undefined, sandbox.otherApiKey);
  expect(body).toMatchObject({ items: [] });
});

test('orders are filtered by number, status and time', async ({ sandbox }) => {
  const made = await order(sandbox);
  const at = Date.parse(made.created_at);
  const iso = (time: number) => encodeURIComponent(new Date(time).toISOString());
  const day = made.created_at.slice(0, 10);
  for (const query of [
    `order_number=${made.order_number}`,
    'order_status=open',
    `orders_from=${iso(at)}`,
    `orders_to=${iso(at)}`,
    `orders_from=${day}&orders_to=${day}`,
  ])
    expect(await listed(sandbox, `?${query}`), query).toHaveLength(1);
  for (const query of [
    'order_number=unknown',
    'order_status=mixed',
    `orders_from=${iso(at + 1)}`,
    `orders_to=${iso(at - 1)}`,
    'page=2',
  ])
    expect(await listed(sandbox, `?${query}`), query).toEqual([]);
  for (const query of ['order_status=new', 'orders_from=yesterday', 'orders_to=', 'page=0'])
    expect((await sandbox.send('GET', `/orders/?${query}`)).status, query).toBe(400);
});

test('orders that were placed earlier stand before the others, and are found by their time', async ({
  sandbox,
}) => {
  const latest = await order(sandbox);
  const place = async (age: number): Promise<Order> =>
    Object((await sandbox.control('POST', `/merchants/${sandbox.merchantId}/orders`, { age })).body);
  const [hour, month, minute] = [await place(3_600), await place(30 * 86_400), await place(60.5)];
  const now = Date.parse(latest.created_at);
  expect([hour, month, minute].map(({ created_at }) => now - Date.parse(created_at))).toEqual([
    3_600_000, 2_592_000_000, 60_500,
  ]);
  expect(await listed(sandbox)).toEqual([month, hour, minute, latest]);
  const from = encodeURIComponent(hour.created_at);
  const to = encodeURIComponent(minute.created_at);
  expect(await listed(sandbox, `?orders_from=${from}`)).toEqual([hour, minute, latest]);
  expect(await listed(sandbox, `?orders_from=${from}&orders_to=${to}`)).toEqual([hour, minute]);
  const day = month.created_at.slice(0, 10);
  expect(await listed(sandbox, `?orders_from=${day}&orders_to=${day}`)).toEqual([month]);
});

test('items are shipped and returned, or cancelled, and nothing else', async ({ sandbox }) => {
  const made = await order(sandbox, 3);
  const [first = 0, second = 0, third = 0] = made.order_items.map(({ id }) => id);
  const ship = (ids: number[]) =>
    sandbox.batch('POST', '/orders/ship', 'ship', [
      { order_items: ids, carrier_key: 'DHL', shipment_tracking_key: 's-1', return_tracking_key: 'r-1' },
    ]);
  const cancel = (id: number) => sandbox.batch('POST', '/orders/cancel', 'cancel', [{ id }]);
  const giveBack = (ids: number[]) =>
    sandbox.batch('POST', '/orders/return', 'return', [{ order_items: ids, return_tracking_key: 'r-2' }]);

  expect((await giveBack([first])).body).toMatchObject({ items: [failure] });
  expect((await ship([first, second, 4])).body).toMatchObject({ items: [failure] });
  expect(await listed(sandbox)).toEqual([made]);
  expect((await ship([first, second])).body).toMatchObject({ items: [success] });
  expect((await ship([first])).body).toMatchObject({ items: [failure] });
  expect((await cancel(second)).body).toMatchObject({ items: [failure] });
  expect((await cancel(third)).body).toMatchObject({ items: [success] });
  expect((await giveBack([second])).body).toMatchObject({ items: [success] });
  expect(await listed(sandbox)).toMatchObject([
    {
      status: 'mixed',
      carrier_key: 'DHL',
      order_items: [
        { id: first, status: 'shipped', shipment_tracking_key: 's-1', return_tracking_key: 'r-1' },
        { id: second, status: 'returned', shipment_tracking_key: 's-1', return_tracking_key: 'r-2' },
        { id: third, status: 'cancelled', shipment_tracking_key: null },
      ],
    },
  ]);
});

test('items of another merchant are unknown', async ({ sandbox }) => {
  const made = await order(sandbox);
  const { body } = await sandbox.send(
    'POST',
    '/orders/cancel',
    { items: [{ id: made.order_items[0]?.id }] },
    sandbox.otherApiKey,
  );
  sandbox.merchants.find(sandbox.otherMerchantId)?.timeline.change({ advance: 10 });
  const query = `batch_request_id=${Object(body).batchRequestId}`;
  const result = await sandbox.send('GET', `/results/cancel?${query}`, undefined, sandbox.otherApiKey);
  expect(result.body).toMatchObject({ items: [failure] });
  expect(await listed(sandbox)).toEqual([made]);
});

test('an order has a delivery document unless it is cancelled', async ({ sandbox }) => {
  const made = await order(sandbox);
  const path = `/orders/${made.order_number}/delivery-document`;
  const file = await sandbox.send('GET', path);
  expect(file.status).toBe(200);
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining('.pdf"'),
  });
  expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-');
  expect(`/api/v1${path}`).toBe(made.delivery_document_url);
  expect((await sandbox.send('GET', path, undefined, sandbox.otherApiKey)).status).toBe(404);
  await sandbox.batch('POST', '/orders/cancel', 'cancel', [{ id: made.order_items[0]?.id }]);
  expect((await sandbox.send('GET', path)).status).toBe(404);
  for (const number of ['unknown', '%zz', '%F0%9F%98%80', 'x'.repeat(5_000)])
    expect((await sandbox.send('GET', `/orders/${number}/delivery-document`)).status).toBe(404);
});

test('items with values past their bounds are refused', async ({ sandbox }) => {
  const shipment = {
    order_items: [1],
    carrier_key: 'c',
    shipment_tracking_key: 's',
    return_tracking_key: 'r',
  };
  for (const [path, item] of [
    ['ship', { ...shipment, order_items: [] }],
    ['ship', { ...shipment, shipment_tracking_key: '' }],
    ['ship', { ...shipment, shipment_tracking_key: 's'.repeat(256) }],
    ['ship', { ...shipment, return_tracking_key: undefined }],
    ['ship', { ...shipment, return_tracking_key: null }],
    ['ship', { ...shipment, order_items: ['1'] }],
    ['return', { order_items: [1] }],
    ['return', { order_items: [1], return_tracking_key: 's'.repeat(256) }],
    ['cancel', { id: '1' }],
    ['cancel', { id: 1.5 }],
  ] as const) {
    const { status } = await sandbox.send('POST', `/orders/${path}`, { items: [item] });
    expect(status, JSON.stringify(item)).toBe(400);
  }
});

test('tracking keys have up to 255 characters', async ({ sandbox }) => {
  const made = await order(sandbox);
  const shipment_tracking_key = '😀'.repeat(255);
  const { body } = await sandbox.batch('POST', '/orders/ship', 'ship', [
    {
      order_items: [made.order_items[0]?.id],
      carrier_key: 'c',
      shipment_tracking_key,
      return_tracking_key: 'r',
    },
  ]);
  expect(body).toMatchObject({ items: [success] });
  expect(await listed(sandbox)).toMatchObject([
    { status: 'shipped', order_items: [{ shipment_tracking_key }] },
  ]);
});

test('each report is listed and can be downloaded as a CSV file', async ({ sandbox }) => {
  const made = await order(sandbox);
  const { body } = await sandbox.send('GET', '/reports/');
  const reports: { id: string; type: string }[] = Object(body);
  expect(reports.map(({ type }) => type).sort()).toEqual(['orders', 'products', 'stock']);
  for (const { id, type } of reports) {
    const file = await sandbox.send('GET', `/reports/${id}/download`);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(new RegExp(`filename="${type}-[0-9-]+\\.csv"`)),
    });
    expect(file.body).toContain(type === 'orders' ? made.order_number : 'sku-1');
    const foreign = await sandbox.send('GET', `/reports/${id}/download`, undefined, sandbox.otherApiKey);
    expect(foreign.status).toBe(404);
  }
  expect((await sandbox.send('GET', '/reports/unknown/download')).status).toBe(404);
});
