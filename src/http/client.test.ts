import { expect, test } from '#testing/unit-test';
import { operation } from '../contract/operations.js';
import { createClient, validKey } from './client.js';
import { Secrets } from './shown/secrets.js';
import type { WireRequest } from './transports/transport.js';

const key = 'sk-good-1';
const wrongKey = 'sk-good-';

test('each key is sent, and no exchange keeps it, wherever it is', async () => {
  const { api, sent, secrets } = talking('{}');
  const listed = operation('listBrands');
  const raw = { query: `api_key=${key}`, headers: { Authorization: `Bearer ${key}` } };
  const cases = [
    [await api.listBrands(), 'valid', key, '[redacted]'],
    [await api.withKey('sk-other-2').listBrands(), 'valid', 'sk-other-2', '[redacted]'],
    // A wrong key may be one character away from a valid one.
    [await api.withWrongKey(wrongKey, 'a cut key').listBrands(), 'wrong', wrongKey, '[a cut key]'],
    [await api.withWrongKey('', 'an empty key').listBrands(), 'wrong', '', '[an empty key]'],
    [await api.withoutKey.listBrands(), 'absent', undefined, undefined],
    [await api.withWrongKey(undefined, 'in the query').send(listed, { raw }), 'wrong', undefined, undefined],
    [await api.send(listed, { raw: { headers: { 'X-API-KEY': key } } }), 'valid', key, '[redacted]'],
  ] as const;
  for (const [index, [{ credential, request }, kind, value, shown]] of cases.entries()) {
    const { 'X-API-Key': usual, 'X-API-KEY': spelt = usual } = sent[index]?.headers ?? {};
    expect([credential, spelt, request.headers['x-api-key']]).toEqual([kind, value, shown]);
  }
  expect(cases[5][0].request.headers.authorization).toBe('Bearer [redacted]');
  expect(JSON.stringify(cases.map(([exchange]) => exchange))).not.toMatch(/sk-good|sk-other/);
  expect(secrets.redact(`${key} ${wrongKey} sk-other-2`)).toBe('[redacted] [redacted] [redacted]');
});

test('the secret of a subscription stays readable for the test, and reports redact it', async () => {
  const { api, secrets } = talking('{"id":"w","client_secret":"secret-of-subscription"}');
  const { text } = await api.createWebhook({ body: { url: 'https://receiver.invalid', events: [] } });
  expect(text).toContain('secret-of-subscription');
  expect(secrets.redact(text)).toBe('{"id":"w","client_secret":"[redacted]"}');
});

/** A client of a target that gives each request the same response. */
function talking(body: string) {
  const sent: WireRequest[] = [];
  const secrets = new Secrets();
  const send = async (request: WireRequest) => {
    sent.push(request);
    return { status: 404, headers: {}, body: Buffer.from(body) };
  };
  const options = { baseUrl: 'https://shop.example.com', credentials: validKey(key), secrets };
  return { api: createClient({ ...options, transport: { send } }), sent, secrets };
}
