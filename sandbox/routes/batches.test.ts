import type { OpenSandbox } from '../testing/open-sandbox.js';
import { expect, test } from '../testing/test.js';

/** Each batch write with its results, the most items in one batch, and an item of the right shape. */
const WRITES = [
  { method: 'POST', path: '/products/', kind: 'products', most: 100, item: undefined },
  {
    method: 'PATCH',
    path: '/products/status',
    kind: 'status',
    most: 1_000,
    item: { style_key: 's', status: 'x' },
  },
  { method: 'PATCH', path: '/products/stock', kind: 'stock', most: 1_000, item: { sku: 'sku', quantity: 1 } },
  {
    method: 'PATCH',
    path: '/products/price',
    kind: 'price',
    most: 1_000,
    item: { sku: 'sku', price: { country_code: 'DE', retail_price: 1 } },
  },
  { method: 'POST', path: '/orders/cancel', kind: 'cancel', most: 10_000, item: { id: 1 } },
  {
    method: 'POST',
    path: '/orders/ship',
    kind: 'ship',
    most: 10_000,
    item: { order_items: [1], carrier_key: 'c', shipment_tracking_key: 's', return_tracking_key: 'r' },
  },
  {
    method: 'POST',
    path: '/orders/return',
    kind: 'return',
    most: 10_000,
    item: { order_items: [1], return_tracking_key: 'r' },
  },
] as const;

async function itemFor(write: (typeof WRITES)[number], sandbox: OpenSandbox): Promise<object> {
  const { productItem } = await import('../testing/product-item.js');
  return write.item ?? productItem(sandbox.merchants, sandbox.merchant);
}

function idIn(body: unknown): string {
  expect(body).toEqual({ batchRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  return Object.values(Object(body)).map(String)[0] ?? '';
}

for (const write of WRITES) {
  const { method, path, kind, most } = write;

  test(`${kind}: a batch is acknowledged, followed to its end, and echoes its items`, async ({ sandbox }) => {
    const item = await itemFor(write, sandbox);
    const odd = JSON.parse(
      '{"__proto__":{"a":[1]},"ü😀\\u0000":"\\ud800","n":0.1,"big":12345678901234567890}',
    );
    const items = [{ ...item, ...odd }, item, item];
    const acknowledged = await sandbox.send(method, path, { items, other: 1 });
    expect(acknowledged.status).toBe(200);
    const id = idIn(acknowledged.body);
    const read = () => sandbox.send('GET', `/results/${kind}?batch_request_id=${id}`);
    expect((await read()).body).toEqual({ batchRequestId: id, status: 'pending', items: [] });
    sandbox.pass(1);
    expect((await read()).body).toEqual({ batchRequestId: id, status: 'processing', items: [] });
    sandbox.pass(10);
    const finished = await read();
    expect(finished.body).toEqual({
      batchRequestId: id,
      status: 'completed',
      items: items.map((requestItem) => ({
        requestItem,
        success: expect.any(Boolean),
        errors: expect.any(Array),
      })),
    });
    expect(finished.raw.toString()).toContain('"__proto__":{"a":[1]}');
    sandbox.pass(100_000);
    expect((await read()).raw).toEqual(finished.raw);
  });

  test(`${kind}: an item comes back as it was written, to the last digit`, async ({ sandbox }) => {
    const item = JSON.stringify(await itemFor(write, sandbox));
    const odd = [
      '"big":9007199254740993,"fine":1.0000000000000000001,"zero":-0,"exponent":1.0E+2',
      '"lone":"\\uD800","escaped":"\\u0041\\/","decomposed":"e\u0301","bidi":"\u202e","nul":"\\u0000"',
      '"__proto__":{"x":[]},"constructor":null,"twice":1,"twice":2,"deep":[[[[[[[[]]]]]]]],"":{ "a" : 1 }',
    ].map((keys) => `{${keys},${item.slice(1)}`);
    const { status, body } = await sandbox.send(method, path, `{"items":[ ${odd.join(' ,\n')} ]}`);
    expect(status).toBe(200);
    sandbox.pass(10);
    const { raw } = await sandbox.send('GET', `/results/${kind}?batch_request_id=${idIn(body)}`);
    const echoes = raw.toString().split('{"requestItem":').slice(1);
    expect(echoes.map((echo) => echo.slice(0, echo.lastIndexOf(',"success":')))).toEqual(odd);
  });

  test(`${kind}: an id is unknown to the other kinds, to other merchants, and when made up`, async ({
    sandbox,
  }) => {
    const { body } = await sandbox.send(method, path, { items: [await itemFor(write, sandbox)] });
    const id = idIn(body);
    for (const other of WRITES) {
      const { status } = await sandbox.send(
        'GET',
        `/results/${other.kind}?batch_request_id=${id.toUpperCase()}`,
      );
      expect(status, other.kind).toBe(other.kind === kind ? 200 : 404);
    }
    const results = `/results/${kind}?batch_request_id=`;
    expect((await sandbox.send('GET', results + id, undefined, sandbox.otherApiKey)).status).toBe(404);
    expect((await sandbox.send('GET', results + id, undefined, sandbox.secondApiKey)).status).toBe(200);
    expect((await sandbox.send('GET', `${results}00000000-0000-4000-8000-000000000000`)).status).toBe(404);
    for (const query of [
      '',
      '?batch_request_id=',
      `?batch_request_id=${id}0`,
      `?batch_request_id=${id.slice(1)}`,
      '?batch_request_id=x',
      `?batch_request_id=${id}&batch_request_id=${id}`,
    ]) {
      const refused = await sandbox.send('GET', `/results/${kind}${query}`);
      expect(refused.status, query).toBe(400);
      expect(refused.body).toEqual({ message: expect.stringContaining('batch_request_id') });
    }
  });

  test(`${kind}: what is no batch is refused whole`, async ({ sandbox }) => {
    const item = await itemFor(write, sandbox);
    for (const body of [
      '',
      '{',
      'null',
      '"items"',
      '7',
      '[]',
      '{}',
      '{"items":null}',
      '{"items":{}}',
      '{"items":[]}',
      '{"items":[null]}',
      '{"items":[[]]}',
      '{"items":[{}]}',
    ]) {
      const refused = await sandbox.send(method, path, body);
      expect(refused.status, body).toBe(400);
      expect(refused.body).toEqual({ message: expect.any(String) });
    }
    for (const key of Object.keys(item)) {
      const wrong = await sandbox.send(method, path, { items: [item, { ...item, [key]: { not: 'this' } }] });
      if (key === 'descriptions') continue;
      expect(wrong.status, key).toBe(400);
      expect(wrong.body).toEqual({ message: expect.stringContaining(`items[1].${key}`) });
    }
    const tooMany = await sandbox.send(method, path, { items: Array.from({ length: most + 1 }, () => item) });
    expect(tooMany.body).toEqual({ message: `items must have at most ${most} entries, but has ${most + 1}` });
    const atMost = await sandbox.send(method, path, { items: Array.from({ length: most }, () => item) });
    expect(atMost.status).toBe(200);
  });

  test(`${kind}: a body that is not declared as JSON is refused`, async ({ sandbox }) => {
    const payload = JSON.stringify({ items: [await itemFor(write, sandbox)] });
    for (const contentType of [undefined, 'text/plain', 'nonsense', 'application/x-www-form-urlencoded']) {
      const response = await sandbox.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: {
          'x-api-key': sandbox.apiKey,
          ...(contentType !== undefined && { 'content-type': contentType }),
        },
        payload,
      });
      expect(response.statusCode, contentType).toBe(400);
      expect(response.json()).toEqual({ message: expect.any(String) });
    }
  });
}

test('batches of one merchant that run at the same time do not mix', async ({ sandbox }) => {
  const items = Array.from({ length: 40 }, (_, index) => ({ sku: `sku-${index}`, quantity: index }));
  const sent = await Promise.all(
    items.map((item) => sandbox.send('PATCH', '/products/stock', { items: [item] })),
  );
  const ids = sent.map(({ body }) => idIn(body));
  expect(new Set(ids).size).toBe(40);
  sandbox.pass(10);
  for (const [index, id] of ids.entries()) {
    const { body } = await sandbox.send('GET', `/results/stock?batch_request_id=${id}`);
    expect(body).toMatchObject({ batchRequestId: id, items: [{ requestItem: items[index] }] });
  }
});
