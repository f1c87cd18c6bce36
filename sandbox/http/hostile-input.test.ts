import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { OPERATIONS } from '../routes/index.js';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { expect, test } from '../testing/test.js';
import { type Operation, takesBody } from './operation.js';

const leak = /node_modules|sandbox\/|\.[jt]s\b|at \w+ \(|Error:/;
const writes = OPERATIONS.filter(takesBody);
const batchWrites = writes.filter(({ tag }) => tag !== 'Webhooks');
const NO_JSON = 'body must be JSON in UTF-8';
const NOT_DECLARED = 'the header content-type must be application/json';

/** Bodies that no write accepts, their headers where they are not those of JSON, and what the message says. */
const bodies: readonly (readonly [string, string | Buffer, object, string?])[] = [
  ['nothing', '', {}, 'body is missing'],
  ['white space', ' \r\n\t', {}, NO_JSON],
  ['half an object', '{"items":[{"sku":"abc"', {}, NO_JSON],
  ['two objects', '{"items":[]}{"items":[]}', {}, NO_JSON],
  ['a comment', '{"items":[]} // here', {}, NO_JSON],
  ['a trailing comma', '{"items":[{}],}', {}, NO_JSON],
  ['NaN', '{"items":[{"quantity":NaN}]}', {}, NO_JSON],
  ['a hexadecimal number', '{"items":[{"quantity":0x10}]}', {}, NO_JSON],
  ['a control character', '{"items":[{"sku":"a\nb"}]}', {}, NO_JSON],
  ['deep arrays', '['.repeat(100_000) + ']'.repeat(100_000), {}, 'deeper than 100'],
  ['arrays 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), {}, 'deeper than 100'],
  ['deep objects', `{"items":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`, {}, 'deeper than 100'],
  ['brackets that never close', '[{"a":'.repeat(1_000_000), {}, 'deeper than 100'],
  ['huge numbers', '{"items":[{"id":1e999,"sku":"abc","quantity":-1e999}]}', {}, 'items[0].id'],
  ['NUL after JSON', '{"items":[{"style_key":"\\u0000","status":"\\u0000"}]}\0', {}, NO_JSON],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), {}, NO_JSON],
  ['a surrogate in UTF-8', Buffer.from('7b2261223a22eda080227d', 'hex'), {}, NO_JSON],
  ['UTF-16', Buffer.from('\ufeff{"items":[{}]}', 'utf16le'), {}, NO_JSON],
  [
    'UTF-16, declared',
    Buffer.from('{}', 'utf16le'),
    { 'content-type': 'application/json; charset=utf-16' },
    'charset',
  ],
  [
    'the charset of UTF-16',
    '{"items":[{}]}',
    { 'content-type': 'application/json;charset="UTF-16LE"' },
    'charset',
  ],
  ['a wrong type', '{"items":[{}]}', { 'content-type': 'text/plain' }, NOT_DECLARED],
  ['no type', '{"items":[{}]}', { 'content-type': '' }, NOT_DECLARED],
  ['a type that is none', '{"items":[{}]}', { 'content-type': 'nonsense' }, NOT_DECLARED],
  ['two types', '{"items":[{}]}', { 'content-type': 'application/json, text/plain' }, NOT_DECLARED],
  ['a form', 'items=1', { 'content-type': 'application/x-www-form-urlencoded' }, NOT_DECLARED],
  ['gzip', gzipSync('{"items":[{}]}'), { 'content-encoding': 'gzip' }, 'content-encoding'],
  ['garbage as gzip', 'garbage', { 'content-encoding': 'gzip' }, 'content-encoding'],
  ['gzip, not declared', gzipSync('{"items":[{}]}'), {}, NO_JSON],
  ['a body that is too large', `{"items":"${'x'.repeat(11 * 1024 * 1024)}"}`, {}, 'at most 10485760 bytes'],
  ['a text', '"items"', {}, 'body must be an object'],
  ['a list', '[{"items":[]}]', {}, 'body must be an object'],
  ['keys of the prototype', '{"__proto__":{"items":[{}]},"constructor":{"prototype":{"items":1}}}', {}],
  ['a text for items', '{"items":"abc","url":1,"events":"x"}', {}],
  [
    'a long text',
    JSON.stringify({ items: [{ style_key: 'x'.repeat(1_000_000) }], url: 'x'.repeat(1_000_000) }),
    {},
  ],
  ['a long key', `{"items":[{"${'x'.repeat(1_000_000)}":1}],"events":"x"}`, {}],
];

for (const [name, payload, headers, message] of bodies)
  test(`${name} is refused by every write, after the key`, async ({ sandbox }) => {
    for (const { id, method, path } of writes) {
      // PATCH /webhooks/{id} asks for none of these keys, so that unknown ones are all it can get.
      const expected = message === undefined && id === 'updateWebhook' ? [400, 404] : [400];
      const url = `/api/v1${path.replace('{id}', 'x')}`;
      const type = { 'content-type': 'application/json', ...headers };
      const keyed = { 'x-api-key': sandbox.apiKey, ...type };
      const response = await sandbox.app.inject({ method, url, headers: keyed, payload });
      expect(expected, id).toContain(response.statusCode);
      expect(response.json()).toEqual({ message: expect.stringContaining(message ?? '') });
      expect(response.body).not.toMatch(leak);
      expect(response.body.length).toBeLessThan(1_000);
      const stranger = await sandbox.app.inject({ method, url, headers: type, payload });
      expect(stranger.statusCode, id).toBe(401);
    }
  });

/** JSON that has no place in most fields, as it is written. */
const values = [
  '-0',
  '-1',
  '1e308',
  '-1e308',
  '1e-400',
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678901234567890',
  '1.0000000000000000001',
  '0.1',
  'true',
  'null',
  '""',
  '[]',
  '{}',
  '[[[[1]]]]',
  '{"__proto__":{"x":1},"constructor":{"prototype":{}},"hasOwnProperty":1,"length":-1}',
  '"\\ud800"',
  '"\\udfff\\ud800\\udbff"',
  '"\\u0000\\u0007\\u001f\\u007f"',
  '"\ufeff\u202e\u2066\u200b\u00ad"',
  '"😀👩‍👩‍👧‍👦e\u0301"',
  `"${'x'.repeat(1_000_000)}"`,
  `"${'😀'.repeat(121)}"`,
  '"__proto__"',
  '"\'; DROP TABLE products; --"',
  '"../../../etc/passwd"',
  '"{{7*7}}<script>&amp;%s"',
];

const items: Readonly<Record<string, (sandbox: OpenSandbox) => object>> = {
  upsertProducts: (sandbox) => productItem(sandbox.merchants, sandbox.merchant),
  updateProductStatus: () => ({ style_key: 'style-1', status: 'published' }),
  updateProductStock: () => ({ sku: 'sku-1', quantity: 1, valid_at: '2030-01-01T00:00:00Z' }),
  updateProductPrices: () => ({
    sku: 'sku-1',
    price: { country_code: 'DE', retail_price: 1, sale_price: 1 },
  }),
  cancelOrderItems: () => ({ id: 1 }),
  shipOrderItems: () => ({
    order_items: [1],
    carrier_key: 'c',
    shipment_tracking_key: 's',
    return_tracking_key: 'r',
  }),
  returnOrderItems: () => ({ order_items: [1], return_tracking_key: 'r' }),
};

/** What an item with this text came to, where it is neither refused whole nor accepted, echoed and told the truth about. */
async function oddityOf(
  sandbox: OpenSandbox,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { field, text }: { field: string; text: string },
): Promise<string | undefined> {
  const products = async () => (await sandbox.send('GET', '/products/')).raw;
  sandbox.pass(60);
  const before = await products();
  const { status, body } = await sandbox.send(method, path, `{"items":[${text}]}`);
  if (status === 400) {
    if (!String(Object(body).message).startsWith(`items[0].${field}`))
      return `refused with ${Object(body).message}`;
    return (await products()).equals(before) ? undefined : 'refused and done';
  }
  if (status !== 200) return `answered ${status}`;
  sandbox.pass(10);
  const kind = path.split('/').at(-1) || 'products';
  const result = await sandbox.send(
    'GET',
    `/results/${kind}?batch_request_id=${Object(body).batchRequestId}`,
  );
  if (!result.raw.includes(`[{"requestItem":${text},"success":`)) return 'not echoed';
  const [{ success, errors }] = Object(result.body).items;
  if (success !== (errors.length === 0)) return 'neither success nor failure';
  return success || (await products()).equals(before) ? undefined : 'failed and done';
}

for (const operation of batchWrites)
  test(`${operation.id}: any value in any field is refused whole, or accepted and echoed`, async ({
    sandbox,
  }) => {
    const item = items[operation.id]?.(sandbox) ?? {};
    await sandbox.batch('POST', '/products/', 'products', [productItem(sandbox.merchants, sandbox.merchant)]);
    const oddities: string[] = [];
    for (const field of [...Object.keys(item), 'unknown'])
      for (const value of values) {
        const fields = Object.entries({ ...item, [field]: null }).map(
          ([key, valid]) => `"${key}":${key === field ? value : JSON.stringify(valid)}`,
        );
        const oddity = await oddityOf(sandbox, operation, { field, text: `{${fields.join(',')}}` });
        if (oddity !== undefined) oddities.push(`${field} ${value.slice(0, 40)}: ${oddity}`);
      }
    expect(oddities).toEqual([]);
  });

test('a subscription refuses any odd value, and changes nothing then', async ({ sandbox }) => {
  const valid = { events: ['order.created'], url: 'https://a.example/', description: 'd', enabled: true };
  const { body } = await sandbox.send('POST', '/webhooks/', valid);
  const url = `/webhooks/${Object(body).id}`;
  const before = (await sandbox.send('GET', url)).raw;
  const oddities: string[] = [];
  for (const field of ['events', 'url', 'description', 'enabled'])
    for (const value of values) {
      sandbox.pass(60);
      const { status } = await sandbox.send('PATCH', url, `{"${field}":${value}}`);
      const isAsBefore = (await sandbox.send('GET', url)).raw.equals(before);
      if (![200, 400].includes(status) || (status === 400 && !isAsBefore))
        oddities.push(`${field} ${value.slice(0, 40)}: answered ${status}`);
      await sandbox.send('PATCH', url, valid);
    }
  expect(oddities).toEqual([]);
});

test('any JSON whatever is answered, and never with a failure', async ({ sandbox }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...writes),
      fc.jsonValue({ maxDepth: 4 }),
      async ({ method, path }, value) => {
        for (const body of [value, { items: value }, { items: [value] }]) {
          const { status } = await sandbox.send(method, path.replace('{id}', 'x'), JSON.stringify(body));
          if (![200, 400, 404, 429].includes(status)) throw new Error(`answered ${status}`);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('any query is answered, after the key, and never with a failure', async ({ sandbox }) => {
  for (const query of [
    '?',
    '?&&==&',
    '?page=%zz',
    '?page=%',
    '?%zz=%zz',
    '?style_key=%ff&status=%00',
    '?__proto__=1&constructor=2',
    '?page=1&page=1',
    `?style_key=${'x'.repeat(10_000)}`,
    '?page[]=1',
    '?page=99999999999999999999',
    `?${'a=1&'.repeat(5_000)}`,
    `?${'page=1&'.repeat(5_000)}`,
  ]) {
    sandbox.pass(60);
    for (const { id, method, path } of OPERATIONS) {
      const url = path.replace(/\{\w+\}/, 'x') + query;
      const { status } = await sandbox.send(method, url);
      if (![200, 400, 404].includes(status)) throw new Error(`${id} answered ${status} to ${query}`);
      const stranger = await sandbox.send(method, url, undefined, '');
      if (stranger.status !== 401)
        throw new Error(`${id} answered ${stranger.status} to a stranger's ${query}`);
    }
  }
});

test('a declared parameter is refused with its name, any other is passed over', async ({ sandbox }) => {
  const texts = ['a=1&a=2', 'a=%zz', 'a=%', 'a=%ff', 'a=%c0%80', 'a=%ed%a0%80', 'a=1&a'];
  const numbers = ['a=', 'a=1e1', 'a=1.0', 'a=+1', 'a=%201', 'a=NaN', 'a=1e999', 'a=9007199254740992', 'a=٣'];
  const oddities: string[] = [];
  for (const { method, path, query } of OPERATIONS.filter(({ params }) => params === undefined))
    for (const [name, { type }] of Object.entries<{ type?: string }>(query.properties))
      for (const text of [...texts, ...(type === 'integer' ? numbers : [])]) {
        sandbox.pass(60);
        const given = text.replaceAll('a=', `${name}=`).replace(/&a$/, `&${name}`);
        const refused = await sandbox.send(method, `${path}?${given}`);
        if (refused.status !== 400 || !String(Object(refused.body).message).startsWith(name))
          oddities.push(`${path}?${given}: ${refused.status} ${Object(refused.body).message}`);
        const passed = await sandbox.send(method, `${path}?x${given.replaceAll('&', '&x')}`);
        const isRequired = query.required?.includes(name) && !('default' in (query.properties[name] ?? {}));
        if (passed.status !== (isRequired ? 400 : 200)) oddities.push(`${path}?x${given}: ${passed.status}`);
      }
  expect(oddities).toEqual([]);
});

test('any id is answered, after the key, and never with a failure', async ({ sandbox }) => {
  const operations = OPERATIONS.filter(({ params }) => params !== undefined);
  const parts = [
    '%',
    '%zz',
    '%00',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    '%2f',
    '..%2f..',
    '%3f',
    '%23',
    '__proto__',
  ];
  const oddities: string[] = [];
  for (const part of [...parts, 'constructor', '-1', '1e9', '9'.repeat(400), 'x'.repeat(9_000), '😀'])
    for (const { id, method, path } of operations) {
      sandbox.pass(60);
      const url = path.replace(/\{\w+\}/, part);
      const { status, body } = await sandbox.send(method, url);
      const isRefused = [400, 404].includes(status) && typeof Object(body).message === 'string';
      const stranger = await sandbox.send(method, url, undefined, '');
      if (!isRefused || stranger.status !== 401)
        oddities.push(`${id} ${part}: ${status}, ${stranger.status}`);
    }
  expect(oddities).toEqual([]);
});

test('odd texts and numbers that are valid can be lived with', async ({ sandbox }) => {
  const item = productItem(sandbox.merchants, sandbox.merchant);
  const [price] = item.prices;
  const odd = {
    style_key: '\ud800\u0000\u202e',
    sku: '\udfff"\n,;=',
    name: '\u0000\u2028\ufffe\udbff😀',
    prices: [{ ...price, retail_price: 1e308, sale_price: null }],
  };
  await sandbox.send('POST', '/webhooks/', { events: ['order.created'], url: 'http://127.0.0.1:1/' });
  await sandbox.batch('POST', '/products/', 'products', [{ ...item, ...odd }]);
  await sandbox.batch('PATCH', '/products/status', 'status', [
    { style_key: odd.style_key, status: 'published' },
  ]);
  const listed = await sandbox.send('GET', '/products/?status=active');
  expect(listed.body).toMatchObject({ items: [odd] });
  const { body } = await sandbox.control('POST', `/merchants/${sandbox.merchantId}/orders`, { items: 50 });
  expect(Object(body).cost_with_tax).toBe(50 * Object(body).order_items[0].price_with_tax);
  expect(Number.isSafeInteger(Object(body).cost_with_tax)).toBe(true);
  const document = await sandbox.send('GET', `/orders/${Object(body).order_number}/delivery-document`);
  expect(document.status).toBe(200);
  for (const { id } of sandbox.merchant.reports)
    expect((await sandbox.send('GET', `/reports/${id}/download`)).status).toBe(200);
});

test('a body that is far too large is answered over a connection too', async ({ sandbox }) => {
  const address = await sandbox.app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${address}/api/v1/products/`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
    body: Buffer.alloc(24 * 1024 * 1024, 0x20),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: expect.stringContaining('at most') });
});
