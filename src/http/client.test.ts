import { expect, test } from '#testing/unit-test';
import { operation } from '../contract/operations.js';
import { createClient, validKey } from './client.js';
import type { Exchange, ExchangeResponse } from './exchange.js';
import { Secrets } from './shown/secrets.js';
import type { WireRequest } from './transports/transport.js';

const key = 'sk-good-1';
const wrongKey = 'sk-good-';

test('each key is sent, and no exchange keeps it, wherever it is', async () => {
  const { api, sent, secrets } = talking(notFound({}));
  const listed = operation('listBrands');
  const raw = { query: `api_key=${key}`, headers: { Authorization: `Bearer ${key}` } };
  const cases = [
    [await api.listBrands(), key, '[redacted]'],
    [await api.withKey('sk-other-2').listBrands(), 'sk-other-2', '[redacted]'],
    // A wrong key may be one character away from a valid one.
    [await api.withWrongKey(wrongKey, 'a cut key').listBrands(), wrongKey, '[a cut key]'],
    [await api.withWrongKey('', 'an empty key').listBrands(), '', '[an empty key]'],
    [await api.withoutKey.listBrands(), undefined, undefined],
    [await api.withWrongKey(undefined, 'in the query').send(listed, { raw }), undefined, undefined],
    [await api.send(listed, { raw: { headers: { 'X-API-KEY': key } } }), key, '[redacted]'],
  ] as const;
  const kinds = ['valid', 'valid', 'wrong', 'wrong', 'absent', 'wrong', 'valid'];
  expect(cases.map(([{ credential }]) => credential)).toEqual(kinds);
  for (const [index, [exchange, value, shown]] of cases.entries()) {
    const { 'X-API-Key': usual, 'X-API-KEY': spelt = usual } = sent[index]?.headers ?? {};
    expect([spelt, exchange.request.headers['x-api-key']]).toEqual([value, shown]);
  }
  expect(cases[5][0].request.headers.authorization).toBe('Bearer [redacted]');
  expect(JSON.stringify(cases.map(([exchange]) => exchange))).not.toMatch(/sk-good|sk-other/);
  expect(secrets.redact(`${key} ${wrongKey} sk-other-2`)).toBe('[redacted] [redacted] [redacted]');
});

test('a repeated key is passed to the checks, but removed from the exchange that the test gets', async () => {
  const bytes = Buffer.from([0xff, 0, 0x80]);
  for (const [response, shown] of [
    [notFound({}, `no ${key}`), notFound({}, 'no [redacted]')],
    [notFound({ etag: key, [`x-${key}`]: 'a' }), notFound({ etag: '[redacted]', 'x-[redacted]': 'a' })],
    // A header next to bytes that are not text.
    [notFound({ etag: key }, bytes), notFound({ etag: '[redacted]' }, bytes)],
  ] as const) {
    const { api, observed } = talking(response);
    const exchange = await api.listBrands();
    expect(observed.map((each) => each.response)).toEqual([response]);
    expect(exchange.response).toEqual(shown);
    expect(exchange).toMatchObject({ operationId: 'listBrands', credential: 'valid', status: 404 });
  }
});

test('the secret of a subscription stays readable for the test, and reports redact it', async () => {
  const body = '{"id":"w","client_secret":"secret-of-subscription"}';
  const { api, secrets } = talking(notFound({ etag: 'secret-of-subscription' }, body));
  const created = await api.createWebhook({ body: { url: 'https://receiver.invalid', events: [] } });
  expect(created.json).toMatchObject({ client_secret: 'secret-of-subscription' });
  expect(created.header('etag')).toBe('secret-of-subscription');
  expect(secrets.redact(created.text)).toBe('{"id":"w","client_secret":"[redacted]"}');
});

/** A client of a target that gives each request the same response. */
function talking(response: ExchangeResponse) {
  const sent: WireRequest[] = [];
  const observed: Exchange[] = [];
  const secrets = new Secrets();
  const send = async (request: WireRequest) => {
    sent.push(request);
    return response;
  };
  const api = createClient({
    baseUrl: 'https://shop.example.com',
    credentials: validKey(key),
    secrets,
    observe: (exchange) => observed.push(exchange),
    transport: { send, close: async () => {} },
  });
  return { api, sent, observed, secrets };
}

function notFound(headers: Readonly<Record<string, string>>, body: string | Buffer = '{}'): ExchangeResponse {
  return { status: 404, headers, body: Buffer.from(body) };
}
