import { expect, test } from '#unit-test';
import { operation, operations } from '../contract/operations.js';
import { createClient, validKey } from './client.js';
import type { Exchange, ExchangeResponse } from './exchange.js';
import { Secrets } from './secrets.js';
import { TransportError, type WireRequest } from './transport.js';

const validValue = 'sk-good-1';
const wrongValue = 'sk-good-';

test('there is a method for each operation, and it sends that operation', async () => {
  const { api, sent } = talking();
  for (const { operationId } of operations) {
    const name: string = operationId;
    const exchange: Exchange = await Reflect.get(api, name)({ path: { id: 'x', number: 'x' } });
    expect(exchange.operationId).toBe(operationId);
  }
  expect(sent.map(({ method }) => method)).toEqual(operations.map(({ method }) => method));
  expect(sent.map(({ operation }) => operation)).toEqual(operations);
});

test('an exchange holds request, response and time, and is seen as soon as it is complete', async () => {
  const { api, observed } = talking();
  const before = Date.now();
  const exchange = await api.updateProductStock({ body: { items: [{ sku: 'a-1', quantity: 3 }] } });
  expect(observed).toEqual([exchange]);
  expect(exchange).toMatchObject({ operationId: 'updateProductStock', credential: 'valid', status: 404 });
  expect(exchange.request).toMatchObject({
    method: 'PATCH',
    url: 'https://shop.example.com/api/v1/products/stock',
    headers: { 'content-type': 'application/json' },
  });
  expect(exchange.request.body?.toString()).toBe('{"items":[{"sku":"a-1","quantity":3}]}');
  expect(exchange.json).toEqual({ message: 'gone' });
  expect(exchange.startedAt).toBeGreaterThanOrEqual(before);
  expect(exchange.startedAt).toBeLessThanOrEqual(Date.now());
  expect(exchange.milliseconds).toBeGreaterThanOrEqual(0);
  expect(exchange.milliseconds).toBeLessThan(5000);
});

test('a valid key goes over the wire, and never into the exchange', async () => {
  const { api, sent, secrets } = talking();
  const exchange = await api.listBrands();
  expect(sent[0]?.headers['X-API-Key']).toBe(validValue);
  expect(exchange.request.headers['x-api-key']).toBe('[redacted]');
  expect(shown(exchange)).not.toContain(validValue);
  expect(secrets.foundIn(validValue)).toBe(true);
});

test('a key in another place of a raw request is not kept either', async () => {
  const { api, secrets } = talking();
  secrets.add(validValue);
  const misplaced = api.withWrongKey(undefined, 'the key in the query');
  const { listBrands } = Object.fromEntries(operations.map((each) => [each.operationId, each]));
  if (listBrands === undefined) throw new Error('There is no listBrands.');
  const exchange = await misplaced.send(listBrands, {
    raw: { query: `api_key=${validValue}`, headers: { Authorization: `Bearer ${validValue}` } },
  });
  expect(exchange.credential).toBe('wrong');
  expect(exchange.request.headers).toEqual({ accept: '*/*', authorization: 'Bearer [redacted]' });
  expect(shown(exchange)).not.toContain(validValue);
});

test('a header in another spelling is shown by its label too', async () => {
  const { api, sent } = talking();
  const { listBrands } = Object.fromEntries(operations.map((each) => [each.operationId, each]));
  if (listBrands === undefined) throw new Error('There is no listBrands.');
  const exchange = await api.send(listBrands, { raw: { headers: { 'X-API-KEY': validValue } } });
  expect(sent[0]?.headers).toEqual({ accept: '*/*', 'X-API-KEY': validValue });
  expect(exchange.request.headers).toEqual({ accept: '*/*', 'x-api-key': '[redacted]' });
});

test('a wrong key is shown by its label alone: it may be a valid one but for a character', async () => {
  const { api, sent, secrets } = talking();
  const exchange = await api.withWrongKey(wrongValue, 'the valid key without its end').listBrands();
  expect(sent[0]?.headers['X-API-Key']).toBe(wrongValue);
  expect(exchange.credential).toBe('wrong');
  expect(exchange.request.headers['x-api-key']).toBe('[the valid key without its end]');
  expect(shown(exchange)).not.toContain(wrongValue);
  expect(secrets.redact(`${validValue} ${wrongValue}`)).toBe('[redacted] [redacted]');
});

test('an empty key is sent as an empty header', async () => {
  const { api, sent } = talking();
  const exchange = await api.withWrongKey('', 'an empty key').listBrands();
  expect(sent[0]?.headers['X-API-Key']).toBe('');
  expect(exchange.request.headers['x-api-key']).toBe('[an empty key]');
});

test('without a key there is no header, neither sent nor shown', async () => {
  const { api, sent } = talking();
  const exchange = await api.withoutKey.listBrands();
  expect(sent[0]?.headers).not.toHaveProperty('X-API-Key');
  expect(exchange.credential).toBe('absent');
  expect(exchange.request.headers).not.toHaveProperty('x-api-key');
});

test('another valid key is as secret as the first, and leaves the client as it was', async () => {
  const { api, sent, secrets, observed } = talking();
  const exchange = await api.withKey('sk-other-2').listBrands();
  await api.listBrands();
  expect(sent.map(({ headers }) => headers['X-API-Key'])).toEqual(['sk-other-2', validValue]);
  expect(exchange.credential).toBe('valid');
  expect(shown(exchange)).not.toContain('sk-other-2');
  expect(secrets.foundIn('sk-other-2')).toBe(true);
  expect(observed).toHaveLength(2);
});

/** Responses that repeat the key, and the part of them that a test may see. */
const repeating: readonly (readonly [name: string, response: ExchangeResponse, shown: ExchangeResponse])[] = [
  ['in the body', answer({}, `no ${validValue}`), answer({}, 'no [redacted]')],
  [
    'in a header',
    answer({ etag: validValue, vary: 'x' }, '{}'),
    answer({ etag: '[redacted]', vary: 'x' }, '{}'),
  ],
  ['in both', answer({ etag: validValue }, validValue), answer({ etag: '[redacted]' }, '[redacted]')],
];

for (const [name, response, shownResponse] of repeating) {
  test(`a key repeated ${name} is observed as it came, and handed on without it`, async () => {
    const { api, observed } = talking({ response });
    const exchange = await api.listBrands();
    expect(observed.map((each) => each.response)).toEqual([response]);
    expect(exchange.response).toEqual(shownResponse);
    expect(exchange).toMatchObject({ operationId: 'listBrands', credential: 'valid', status: 404 });
  });
}

test('bytes that repeat no key are handed on as they are', async () => {
  const response = { ...answer({ etag: 'x' }, ''), body: Buffer.from([0xff, 0, 0x80]) };
  const { api, observed } = talking({ response });
  expect(await api.listBrands()).toBe(observed[0]);
  const repeated = talking({ response: { ...response, headers: { etag: validValue } } });
  expect((await repeated.api.listBrands()).response).toEqual({
    ...response,
    headers: { etag: '[redacted]' },
  });
});

test('the secret of a subscription is left to the caller, and kept out of reports', async () => {
  const body = '{"id":"w","client_secret":"secret-of-subscription"}';
  const { api, secrets } = talking({ response: answer({ etag: 'secret-of-subscription' }, body) });
  const created = await api.createWebhook({ body: { url: 'https://receiver.invalid', events: [] } });
  expect(created.json).toMatchObject({ client_secret: 'secret-of-subscription' });
  expect(created.header('etag')).toBe('secret-of-subscription');
  expect(secrets.redact(created.text)).toBe('{"id":"w","client_secret":"[redacted]"}');
});

test('an operation that is only known at run time is sent too', async () => {
  const { api, sent } = talking();
  await api.withoutKey.send(operation('listProducts'), { query: { status: 'active' } });
  expect(sent[0]?.url).toBe('https://shop.example.com/api/v1/products/?status=active');
});

test('a response that never came is thrown, and is no exchange', async () => {
  const { api, observed } = talking({ broken: true });
  await expect(api.listBrands()).rejects.toThrow(TransportError);
  expect(observed).toEqual([]);
});

/** A client whose transport answers everything with 404, or never. */
function talking({ broken = false, response = answer({}, '{"message":"gone"}') } = {}) {
  const sent: WireRequest[] = [];
  const observed: Exchange[] = [];
  const secrets = new Secrets();
  const api = createClient({
    baseUrl: 'https://shop.example.com',
    credentials: validKey(validValue),
    secrets,
    observe: (exchange) => observed.push(exchange),
    transport: {
      send: async (request) => {
        sent.push(request);
        if (broken)
          throw new TransportError(request, {
            kind: 'other',
            reason: 'connection refused',
            wayOut: 'start it',
          });
        return response;
      },
      close: async () => {},
    },
  });
  return { api, sent, observed, secrets };
}

function answer(headers: Readonly<Record<string, string>>, body: string): ExchangeResponse {
  return { status: 404, headers, body: Buffer.from(body) };
}

function shown(exchange: Exchange): string {
  return JSON.stringify(exchange);
}
