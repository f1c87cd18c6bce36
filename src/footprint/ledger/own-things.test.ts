import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { createClient, validKey } from '../../http/client.js';
import type { Transport, WireRequest } from '../../http/transports/transport.js';
import { sharedFolders } from '../../target/environment.js';
import { readSettings } from '../../target/settings.js';
import { OwnThings } from './own-things.js';
import { type InOurs, SharedMerchant, TestThings } from './shared-merchant.js';
import { writeOf } from './write.js';

const base = 'https://staging.example.com';
const prefix = 'ct-a1b2c3-';
const own = 'f6e2a7de-65a1-4f0e-9a0f-0f6c1f9a1d10';
const others = '0b790b61-f984-45be-857a-a61dedd65dcd';

const key = 'TARGET_API_KEY 1';

function things(): OwnThings {
  const known = new OwnThings(prefix, ['SO-1']);
  known.addSubscription(own);
  read(known, key, 'listWebhooks', [{ id: own }, { id: others }]);
  known.addUnusedKey('漢', key);
  const items = [
    { order_number: 'SO-1', order_items: [{ id: 11 }, { id: 12 }] },
    { order_number: 'SO-2', order_items: [{ id: 21 }, { id: 22 }] },
  ];
  read(known, key, 'listOrders', { items });
  return known;
}

/** Lets the run learn from a list that it read with a key. */
function read(known: OwnThings, by: string, id: OperationId, list: unknown, status = 200): void {
  known.learn(operation(id), { status, headers: {}, body: Buffer.from(JSON.stringify(list)) }, by);
}

/** @param call method and path */
function writeTo(call: string, body?: unknown) {
  const [method = '', path = ''] = call.split(' ');
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const wire = { method, url: base + path, headers: {} };
  return writeOf(body === undefined ? wire : { ...wire, body: Buffer.from(text) }, base);
}

function refusalOf(call: string, body?: unknown, known = things(), by = key): string | undefined {
  return known.refusalOf(writeTo(call, body), by);
}

const items = (...each: readonly unknown[]) => ({ items: each });
const unknown = '/webhooks/9d3f4a52-0f7d-4c7f-8a55-1f1f1b2c3d4e';

const names = (what: string, name: string) => `names the ${what} "${name}"`;
const [upsert, stock, status] = ['POST /products/', 'PATCH /products/stock', 'PATCH /products/status'];
const [subscribe, cancel] = ['POST /webhooks/', 'POST /orders/cancel'];
const [both, shortened] = [`${own},${others}`, `${own},${others.slice(0, 3)}...`];
const notCalled = "doesn't call an operation of the contract";
const foreign = "creates a subscription in which nothing is the run's own";

/** Requests that may be sent, and requests that must not be sent, with the reason. */
const writes: readonly (readonly [what: string, call: string, body?: unknown, refusal?: string])[] = [
  ['a sku and a style of the run', upsert, items({ sku: `${prefix}1`, style_key: `${prefix}s` })],
  ['a style of the run in capitals', status, items({ style_key: prefix.toUpperCase() })],
  ['no key', status, items({ style_key: null }, { style_key: [] }, { style_key: '' }, 7)],
  ['a key that was looked up and is unused', upsert, items({ sku: `${prefix}1`, style_key: '漢' })],
  ['a number longer than any key', stock, items({ sku: 4006381333931777 })],
  ['a body that is not JSON', upsert, '{"items":['],
  ['a new subscription that its URL marks', subscribe, { url: `https://receiver.invalid/${prefix}1` }],
  ['one that a segment of its path marks', subscribe, { url: `http://127.0.0.1:80/hooks/${prefix}1?shop=1` }],
  ['one that its description marks', subscribe, { url: 'x', description: `\u00a0 ${prefix} x` }],
  ['an empty subscription', subscribe, {}],
  ['a subscription of the run', `DELETE /webhooks/${own}`],
  ['a subscription of the run, followed by a semicolon', `PATCH /webhooks/${own};x=1`, { enabled: false }],
  ['an unused subscription id', `DELETE ${unknown}`],
  ['items of a named order', 'POST /orders/ship', items({ order_items: [11, '12'] })],
  ['an unused order item', cancel, items({ id: 21 + 2 ** 31 }, { id: 0 })],
  ["someone else's sku", stock, items({ sku: 'SKU-1', quantity: 0 }), names('key', 'SKU-1')],
  ['one of two values of a member', upsert, `{"sku":"SKU-1","sku":"${prefix}1"}`, names('key', 'SKU-1')],
  ['a short style key', status, items({ style_key: '漢字' }), names('key', '漢字')],
  ['a number that may be a key', stock, items({ sku: 4006381333931 }), names('key', '4006381333931')],
  ["someone else's subscription", `DELETE /webhooks/${others}`, undefined, names('subscription', others)],
  ['two subscriptions', `DELETE /webhooks/${both}`, undefined, names('subscription', shortened)],
  ['all subscriptions', 'DELETE /webhooks/*', undefined, names('subscription', '*')],
  ['a path that steps up', 'DELETE /webhooks/..%2f..%2fb%2f', undefined, names('subscription', '../../b/')],
  ['the path of the collection', 'DELETE /webhooks/', undefined, notCalled],
  ['a method without an operation', 'PUT /products/', items(), notCalled],
  ['the prefix in a host', subscribe, { url: `https://product-${prefix}hooks.example.com/` }, foreign],
  ['the prefix within a segment', subscribe, { url: `https://example.com/product-${prefix}` }, foreign],
  ['the prefix in a query', subscribe, { url: `https://example.com/?next=/${prefix}` }, foreign],
  ['the prefix within a description', subscribe, { description: `of ${prefix}` }, foreign],
  ['an item of an order that is not named', cancel, items({ id: 21 }), names('order item', '21')],
  ['an item that may be created next', cancel, items({ order_items: [[23]] }), names('order item', '23')],
];

test('a run sends no writes that may change what others own', () => {
  for (const [what, call, body, refusal] of writes)
    for (const base of ['/api/v1', ''])
      expect(refusalOf(call.replace(' ', ` ${base}`), body), `${what}, ${base}`).toBe(refusal);
});

test('if no list was read, any id may be in use; a list that failed or has a different shape does not count as read', () => {
  const nothing = new OwnThings(prefix, []);
  read(nothing, key, 'listWebhooks', [], 500);
  read(nothing, key, 'listWebhooks', { items: [] });
  expect(refusalOf(`DELETE ${unknown}`, undefined, nothing)).toContain('names the subscription');
  expect(refusalOf('POST /orders/ship', items({ order_items: [2 ** 31] }), nothing)).toContain('order item');
});

test('lists of one merchant show nothing about a different merchant; a wrong key counts as a key of the merchant under test', () => {
  const refusals = (by: string) => [
    refusalOf(`DELETE ${unknown}`, undefined, things(), by),
    refusalOf('PATCH /products/status', items({ style_key: '漢' }), things(), by),
  ];
  const other = refusals('TARGET_OTHER_API_KEY');
  expect(other).toEqual([expect.stringContaining('names the subscription'), names('key', '漢')]);
  expect(refusals('no key of a merchant')).toEqual([undefined, undefined]);
  // Several keys may belong to the merchant: an id that any of them listed is in use.
  const twoKeys = things();
  read(twoKeys, 'TARGET_API_KEY 2', 'listWebhooks', [{ id: unknown.slice('/webhooks/'.length) }]);
  const refusal = (by: string) => refusalOf(`DELETE ${unknown}`, undefined, twoKeys, by);
  expect(refusal('no key of a merchant')).toContain('names the subscription');
  expect(refusal(key)).toBeUndefined();
});

/** A client of a run on a shared merchant, whose target answers each request with a body, and what the target received. */
function sharedMerchant(response: (request: WireRequest) => unknown, inOurs?: InOurs) {
  const sent: WireRequest[] = [];
  const wire: Transport = {
    send: async (request) => {
      sent.push(request);
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(response(request))) };
    },
  };
  const settings = readSettings({ TARGET_URL: base, TARGET_API_KEY: 'key', TARGET_ORDERS: 'SO-1' });
  const folders = { ...sharedFolders, ledger: test.info().outputPath('ledger') };
  const transport = new SharedMerchant(settings, { prefix, folders }).over(wire, new TestThings(), inOurs);
  return { api: createClient({ baseUrl: base, transport, credentials: validKey('key') }), sent };
}

test('a thing may still change until its write is refused or its batch has ended; a product whose status was updated is used up', () => {
  const named = new TestThings();
  const sends = (id: string, call: string, body: object) => named.sends(id, writeTo(call, body));
  for (const id of ['1', '2', '3']) sends(id, 'POST /orders/ship', items({ order_items: [id] }));
  sends('4', stock, items({ sku: 'a', quantity: 1 }));
  sends('5', stock, items({ sku: 'b', valid_at: '2030-01-01' }));
  sends('6', status, items({ style_key: 'c' }));
  named.answered('1', 400, undefined);
  named.answered('2', 202, 'b-2');
  for (const id of ['3', '5', '6']) named.answered(id, 202, undefined);
  named.answered('4', 500, undefined);
  const changing = () => ['1', '2', '3', 'a', 'b', 'c'].filter((name) => named.mayChange(name, 'other'));
  expect(changing()).toEqual(['2', '3', 'a', 'b', 'c']);
  // The id of a batch is the same in upper and lower case.
  named.ended('B-2');
  named.answered('4', 202, 'b-4');
  named.ended('b-4');
  expect(changing()).toEqual(['3', 'b', 'c']);
});

test('a short key is looked up before it is sent', async () => {
  for (const [listed, refusal, calls] of [
    [[{ sku: '漢' }], names('key', '漢'), ['listProducts']],
    [[], '', ['listProducts', 'upsertProducts']],
  ] as const) {
    const { api, sent } = sharedMerchant(() => ({ items: listed }));
    const upsert = api.send(operation('upsertProducts'), { body: items({ sku: '漢' }) });
    expect(await upsert.then(() => '', String)).toContain(refusal);
    expect(sent.map((request) => request.operation?.operationId)).toEqual(calls);
    expect(decodeURI(sent[0]?.url ?? '')).toBe(`${base}/api/v1/products/?sku=漢`);
  }
});

/** A target's words, and those of the contract. */
const words: Readonly<Record<string, string>> = { data: 'items', ref: 'id', lines: 'order_items' };
const inOurs = (body: Buffer) =>
  Buffer.from(body.toString().replaceAll(/(?<=")\w+(?=")/g, (word) => words[word] ?? word));

test("if a layer above writes the target's words, the same rules apply to a request in both vocabularies", async () => {
  const order = { order_number: 'SO-1', lines: [{ ref: 11 }] };
  const { api, sent } = sharedMerchant(
    ({ body }) => (body === undefined ? { data: [order] } : { batchRequestId: 'b-1' }),
    {
      request: (request) => (request.body ? { ...request, body: inOurs(request.body) } : request),
      response: (_, response) => ({ ...response, body: inOurs(response.body) }),
    },
  );
  const move = (item: object) => api.send(operation('cancelOrderItems'), { body: { data: [item] } });
  await api.listOrders();
  await move({ ref: 11 });
  await expect(move({ ref: 12 })).rejects.toThrow(names('order item', '12'));
  await expect(move({ ref: 11, id: 12 })).rejects.toThrow(names('order item', '12'));
  const bodies = sent.map(({ body }) => body?.toString());
  expect(bodies).toEqual([undefined, '{"data":[{"ref":11}]}']);
});

test('an event that names something that the test does not name was caused by others', () => {
  const named = new TestThings();
  named.sends('1', writeTo(upsert, items({ sku: `${prefix}1`, style_key: `${prefix}s` })));
  named.orders.set('SO-1', new Set());
  const isOthers = (message: object) =>
    named.isOthersEvent(Buffer.from(JSON.stringify({ id: 'e-1', event: 'stock.updated', message })));
  for (const [message, expected] of [
    [{ sku: 'S-1' }, true],
    [{ order_number: 'SO-2' }, true],
    [{ ref: 'ct-a1b2c3-2' }, true],
    [{ sku: `${prefix}1` }, false],
    [{ ref: `${prefix}1`, name: 'ct-a1b2c3-name' }, false],
    [{ order_number: 'SO-1' }, false],
    [{ ref: 'S-1' }, false],
  ] as const)
    expect(isOthers(message), JSON.stringify(message)).toBe(expected);
});
