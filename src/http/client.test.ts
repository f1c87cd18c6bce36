import { expect, test } from '#testing/unit-test';
import { operation } from '../contract/operations.js';
import { createClient, validKey } from './client.js';
import type { Exchange, ExchangeResponse } from './exchange.js';
import { Secrets } from './shown/secrets.js';
import { TransportError, type WireRequest } from './transports/transport.js';

const validValue = 'sk-good-1';
const wrongValue = 'sk-good-';

test('a valid key is sent, but never kept in the exchange', async () => {
  const { api, sent, secrets } = talking();
  const [own, other] = [await api.listBrands(), await api.withKey('sk-other-2').listBrands()];
  expect(sent.map(({ headers }) => headers['X-API-Key'])).toEqual([validValue, 'sk-other-2']);
  expect(own.request.headers['x-api-key']).toBe('[redacted]');
  expect(JSON.stringify([own, other])).not.toMatch(/sk-good|sk-other/);
  expect([validValue, 'sk-other-2'].map((key) => secrets.foundIn(key))).toEqual([true, true]);
});

test('a key elsewhere in a raw request, or in a header with a different spelling, is not kept either', async () => {
  const { api, sent, secrets } = talking();
  secrets.add(validValue);
  const misplaced = await api.withWrongKey(undefined, 'the key in the query').send(operation('listBrands'), {
    raw: { query: `api_key=${validValue}`, headers: { Authorization: `Bearer ${validValue}` } },
  });
  expect(misplaced.credential).toBe('wrong');
  expect(misplaced.request.headers).toEqual({ accept: '*/*', authorization: 'Bearer [redacted]' });
  expect(JSON.stringify(misplaced)).not.toContain(validValue);
  const spelt = await api.send(operation('listBrands'), { raw: { headers: { 'X-API-KEY': validValue } } });
  expect(sent[1]?.headers).toEqual({ accept: '*/*', 'X-API-KEY': validValue });
  expect(spelt.request.headers).toEqual({ accept: '*/*', 'x-api-key': '[redacted]' });
});

test('an exchange contains only the label of a wrong key, which may be one character away from a valid one', async () => {
  const { api, sent, secrets } = talking();
  const exchange = await api.withWrongKey(wrongValue, 'the valid key without its end').listBrands();
  expect(sent[0]?.headers['X-API-Key']).toBe(wrongValue);
  expect(exchange.credential).toBe('wrong');
  expect(exchange.request.headers['x-api-key']).toBe('[the valid key without its end]');
  expect(JSON.stringify(exchange)).not.toContain(wrongValue);
  expect(secrets.redact(`${validValue} ${wrongValue}`)).toBe('[redacted] [redacted]');
});

test('an empty key is sent as an empty header, and a client without a key sends no header', async () => {
  const { api, sent } = talking();
  const empty = await api.withWrongKey('', 'an empty key').listBrands();
  const absent = await api.withoutKey.listBrands();
  expect(sent.map(({ headers }) => headers['X-API-Key'])).toEqual(['', undefined]);
  expect(empty.request.headers['x-api-key']).toBe('[an empty key]');
  expect(absent.credential).toBe('absent');
  expect(absent.request.headers).not.toHaveProperty('x-api-key');
});

test('a repeated key is passed to the checks, but removed from the exchange that the test gets', async () => {
  const bytes = Buffer.from([0xff, 0, 0x80]);
  for (const [response, shown] of [
    [notFound({}, `no ${validValue}`), notFound({}, 'no [redacted]')],
    [notFound({ etag: validValue, vary: 'x' }), notFound({ etag: '[redacted]', vary: 'x' })],
    [notFound({ [`x-${validValue}`]: 'a' }), notFound({ 'x-[redacted]': 'a' })],
    // A header next to bytes that are not text.
    [notFound({ etag: validValue }, bytes), notFound({ etag: '[redacted]' }, bytes)],
  ] as const) {
    const { api, observed } = talking({ response });
    const exchange = await api.listBrands();
    expect(observed.map((each) => each.response)).toEqual([response]);
    expect(exchange.response).toEqual(shown);
    expect(exchange).toMatchObject({ operationId: 'listBrands', credential: 'valid', status: 404 });
  }
});

test('the secret of a subscription stays readable for the test, and reports redact it', async () => {
  const body = '{"id":"w","client_secret":"secret-of-subscription"}';
  const { api, secrets } = talking({ response: notFound({ etag: 'secret-of-subscription' }, body) });
  const created = await api.createWebhook({ body: { url: 'https://receiver.invalid', events: [] } });
  expect(created.json).toMatchObject({ client_secret: 'secret-of-subscription' });
  expect(created.header('etag')).toBe('secret-of-subscription');
  expect(secrets.redact(created.text)).toBe('{"id":"w","client_secret":"[redacted]"}');
});

test('a request without a response throws, and is not observed', async () => {
  const { api, observed } = talking({ broken: true });
  await expect(api.listBrands()).rejects.toThrow(TransportError);
  expect(observed).toEqual([]);
});

/** A client whose transport answers every request with 404, or doesn't answer at all. */
function talking({ broken = false, response = notFound({}, '{"message":"gone"}') } = {}) {
  const sent: WireRequest[] = [];
  const observed: Exchange[] = [];
  const secrets = new Secrets();
  const trouble = { kind: 'other', reason: 'connection refused', wayOut: 'start it' } as const;
  const api = createClient({
    baseUrl: 'https://shop.example.com',
    credentials: validKey(validValue),
    secrets,
    observe: (exchange) => observed.push(exchange),
    transport: {
      send: async (request) => {
        sent.push(request);
        if (broken) throw new TransportError(request, trouble);
        return response;
      },
      close: async () => {},
    },
  });
  return { api, sent, observed, secrets };
}

function notFound(headers: Readonly<Record<string, string>>, body: string | Buffer = '{}'): ExchangeResponse {
  return { status: 404, headers, body: Buffer.from(body) };
}
