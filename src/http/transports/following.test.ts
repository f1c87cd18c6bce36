import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { type Operation, operation } from '../../contract/operations.js';
import { validKey } from '../client.js';
import { lookUp } from '../hosts.js';
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
  'translated.example': '64:ff9b::7f00:1',
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
    deniedHosts: ['denied.example', '203.0.113.9'],
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
  const keys = sent.map(({ headers }) => Object.values(headers).includes('secret-key'));
  expect(keys).toEqual([true, false, false]);
});

test('a response that leads to no file that can be read stays unchanged', async () => {
  for (const [location, there] of [
    ['/files/7', { status: 404, body: '<Error/>' }],
    ['https://', file],
    ['ftp://shop.example/files/7', file],
    [url, led(url)],
  ] as const) {
    const { response } = await downloaded({ 'https://shop.example/files/7': there, [url]: led(location) });
    expect(response).toMatchObject({ status: 302, headers: led(location).headers, body: '' });
  }
});

test('no redirect is followed unless the contract documents such a success', async () => {
  const responses = { [url]: led('/files/7'), 'https://shop.example/files/7': file };
  const { sent, response } = await downloaded(responses, operation('downloadReport'));
  expect([sent.length, response.status]).toEqual([1, 302]);
});

/** Redirections that are not followed, and from where. */
const refused: readonly (readonly [to: string, from?: string])[] = [
  ['https://denied.example/7?signed'],
  ['https://[::ffff:203.0.113.9]/7'],
  ['http://files.example/7'],
  ['http://shop.example/files/7'],
  ['https://169.254.169.254/latest/meta-data'],
  ['https://2852039166/'],
  ['https://rebound.example/'],
  ['https://[fe80::1]/'],
  ['https://[fd00:ec2::254]/', 'http://127.0.0.1:8080'],
  ['https://127.0.0.1:9000/'],
  ['https://[::ffff:127.0.0.1]/', 'https://staging.internal'],
  ['https://[2002:7f00:1::1]/'],
  ['https://translated.example/'],
  ['https://0.0.0.0/'],
  ['https://192.168.0.1/'],
  ['https://[fec0::1]/'],
  ['https://files.internal/'],
];

test('no redirection leads to a denied host, out of encryption, or further into a network', async () => {
  const failures: Record<string, string> = {};
  for (const [to, from = shop] of refused) {
    const sent: WireRequest[] = [];
    const responses = { [`${from}${path}`]: led(to), [to]: file };
    failures[`from ${from} to ${to}`] = await downloaded(responses, download, from, sent).then(
      () => 'followed',
      String,
    );
    expect(sent.map((request) => request.url)).toEqual([`${from}${path}`]);
  }
  expectGolden('refused-redirections.txt', failures);
  expect(JSON.stringify(Object.values(failures))).not.toContain('signed');
});

test('a file may be in any network that the service itself is in, or further out', async () => {
  for (const [to, from] of [
    ['https://files.example/7', shop],
    ['https://unknown.example/7', shop],
    ['https://files.example/7', 'http://shop.example'],
    ['http://files.internal/7', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1:9000/7', 'http://127.0.0.1:8080'],
  ] as const) {
    const { response } = await downloaded({ [`${from}${path}`]: led(to), [to]: file }, download, from);
    expect(response.body, to).toBe('a,b');
  }
});

test('a connection uses the addresses that were checked, even if the name resolves otherwise since', async () => {
  await downloaded({ [url]: led('https://files.example/7'), 'https://files.example/7': file });
  const found = (host: string, all: boolean) =>
    new Promise((resolve) => lookUp(host, { all }, (...[, ...given]) => resolve(given)));
  expect(await found('files.example', false)).toEqual(['198.51.100.3', 4]);
  expect(await found('files.example', true)).toEqual([
    [
      { address: '198.51.100.3', family: 4 },
      { address: '198.51.100.2', family: 4 },
    ],
  ]);
  expect(await found('127.0.0.1', false)).toEqual(['127.0.0.1', 4]);
});

test('no redirection after the first leads to a denied host either', async () => {
  const hop = 'https://files.example/7';
  const responses = { [url]: led(hop), [hop]: led('https://denied.example/7') };
  await expect(downloaded(responses)).rejects.toThrow(TransportError);
});
