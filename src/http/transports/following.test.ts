import { expect, test } from '#testing/unit-test';
import { type Operation, operation } from '../../contract/operations.js';
import { validKey } from '../client.js';
import { following } from './following.js';
import { wireRequest } from './translated-transport.js';
import { type Transport, TransportError, type WireRequest } from './transport.js';

/** The operation of a target whose success leads to the file. */
const download: Operation = { ...operation('downloadReport'), documentedStatuses: [200, 302, 404] };

const shop = 'https://shop.example';
const path = '/api/v1/reports/7/download';
const url = `${shop}${path}`;

/** The addresses of the hosts, as their name servers give them. */
const addresses: Readonly<Record<string, string>> = {
  'shop.example': '198.51.100.1',
  'files.example': '198.51.100.2',
  'staging.internal': '10.0.0.1',
  'files.internal': '10.0.0.2',
  'rebound.example': '169.254.169.254',
};

interface CannedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a download to a target with these responses by their URL. */
async function downloaded(
  responses: Readonly<Record<string, CannedResponse>>,
  called = download,
  origin = shop,
  sent: WireRequest[] = [],
) {
  const target: Transport = {
    send: async (request) => {
      sent.push(request);
      const { status, headers = {}, body = '' } = responses[request.url] ?? { status: 404 };
      return { status, headers, body: Buffer.from(body), timing: { startedAt: 5, milliseconds: 7 } };
    },
    close: async () => {},
  };
  const transport = following(target, {
    deniedHosts: ['denied.example', '*.denied.example'],
    addressesOf: async (host) => {
      const address = addresses[host];
      if (address === undefined) throw new Error('ENOTFOUND');
      return ['198.51.100.3', address];
    },
  });
  const request = wireRequest({
    baseUrl: origin,
    operation: called,
    request: { path: { id: 7 } },
    credentials: validKey('secret-key'),
  });
  const { body, ...response } = await transport.send(request);
  return { sent, response: { ...response, body: body.toString() } };
}

const led = (location: string): CannedResponse => ({
  status: 302,
  headers: { location, 'x-ratelimit-remaining': '8', 'content-length': '0' },
});
const headers = { 'content-type': 'text/csv', 'x-ratelimit-remaining': '3' };
const file = { status: 200, headers, body: 'a,b' };

test('a file replaces the response that leads to it, which keeps its rate limits', async () => {
  const { sent, response } = await downloaded({
    [url]: led('/files/7?signed#page'),
    'https://shop.example/files/7?signed': file,
  });
  expect(response).toEqual({
    status: 200,
    headers: { 'content-type': 'text/csv', 'x-ratelimit-remaining': '8', location: '/files/7' },
    body: 'a,b',
    timing: { startedAt: 5, milliseconds: 14 },
  });
  expect(sent.map(({ url: each, headers }) => [each, headers['X-API-Key']])).toEqual([
    [url, 'secret-key'],
    ['https://shop.example/files/7?signed', 'secret-key'],
  ]);
});

test('the key reaches no other host, and none of the requests to which that host redirects', async () => {
  const { sent } = await downloaded({
    [url]: led('https://files.example/7?signed'),
    'https://files.example/7?signed': led('https://shop.example/files/7'),
    'https://shop.example/files/7': file,
  });
  expect(sent.map(({ url: each, headers }) => [each, Object.values(headers).includes('secret-key')])).toEqual(
    [
      [url, true],
      ['https://files.example/7?signed', false],
      ['https://shop.example/files/7', false],
    ],
  );
});

for (const [title, location, there] of [
  ['a missing file', '/files/7', { status: 404, body: '<Error/>' }],
  ['an invalid URL', 'https://', file],
  ['a different protocol', 'ftp://shop.example/files/7', file],
  ['itself', url, led(url)],
] as const)
  test(`a response that leads to ${title} stays unchanged`, async () => {
    const { response } = await downloaded({ 'https://shop.example/files/7': there, [url]: led(location) });
    expect(response).toMatchObject({ status: 302, headers: led(location).headers, body: '' });
  });

test('no redirect is followed unless the contract documents such a success', async () => {
  const responses = { [url]: led('/files/7'), 'https://shop.example/files/7': file };
  const { sent, response } = await downloaded(responses, operation('downloadReport'));
  expect([sent.length, response.status]).toEqual([1, 302]);
});

for (const [to, why, from = shop] of [
  ['https://denied.example/7?signed', 'which "denied.example" in TARGET_DENIED_HOSTS forbids'],
  ['https://a.denied.example./7', 'which "*.denied.example" in TARGET_DENIED_HOSTS forbids'],
  ['http://files.example/7', 'without encryption'],
  ['http://shop.example/files/7', 'without encryption'],
  ['https://169.254.169.254/latest/meta-data', 'an address of this link alone'],
  ['https://2852039166/', 'an address of this link alone'],
  ['https://rebound.example/', 'an address of this link alone'],
  ['https://[fe80::1]/', 'an address of this link alone'],
  ['https://[fd00:ec2::254]/', 'an address of this link alone', 'http://127.0.0.1:8080'],
  ['https://127.0.0.1:9000/', 'an address of this machine'],
  ['https://[::ffff:127.0.0.1]/', 'an address of this machine', 'https://staging.internal'],
  ['https://0.0.0.0/', 'an address of this machine'],
  ['https://192.168.0.1/', 'an address in a private network'],
  ['https://files.internal/', 'an address in a private network'],
] as const)
  test(`no redirection leads from ${from} to ${to}, ${why}`, async () => {
    const responses = { [`${from}${path}`]: led(to), [to]: file };
    const sent: WireRequest[] = [];
    const failure = await downloaded(responses, download, from, sent).catch((error: unknown) => error);
    expect(sent.map((request) => request.url)).toEqual([`${from}${path}`]);
    expect(failure).toBeInstanceOf(TransportError);
    const { origin } = new URL(to);
    expect(String(failure)).toContain(`it leads to ${origin}, ${why}; `);
    expect(String(failure)).not.toContain('signed');
  });

for (const [to, from] of [
  ['https://files.example/7', shop],
  ['https://unknown.example/7', shop],
  ['https://files.example/7', 'http://shop.example'],
  ['http://files.internal/7', 'http://staging.internal'],
  ['http://files.internal/7', 'http://127.0.0.1:8080'],
  ['http://127.0.0.1:9000/7', 'http://127.0.0.1:8080'],
] as const)
  test(`a file at ${new URL(to).origin} is read for ${from}`, async () => {
    const { response } = await downloaded({ [`${from}${path}`]: led(to), [to]: file }, download, from);
    expect(response.body).toBe('a,b');
  });

test('no redirection after the first leads to a denied host either', async () => {
  const hop = 'https://files.example/7';
  const responses = { [url]: led(hop), [hop]: led('https://denied.example/7') };
  await expect(downloaded(responses)).rejects.toThrow(TransportError);
});
