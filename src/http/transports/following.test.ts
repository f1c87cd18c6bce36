import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { type Operation, operation } from '../../contract/operations.js';
import { validKey } from '../client.js';
import { lookUp } from '../hosts.js';
import { following } from './following.js';
import { wireRequest } from './translated-transport.js';
import type { TransportResponse, WireRequest } from './transport.js';

/** The operation of a target whose success leads to the file. */
const download: Operation = { ...operation('downloadReport'), documentedStatuses: [200, 302, 404] };
const path = '/api/v1/reports/7/download';

/** The addresses of the hosts, as their name servers give them. */
const addresses: Readonly<Record<string, string>> = {
  'shop.example': '198.51.100.1',
  'files.example': '198.51.100.2',
  'staging.internal': '10.0.0.1',
  'files.internal': '10.0.0.2',
  'rebound.example': '169.254.169.254',
  'translated.example': '64:ff9b::7f00:1',
};

const remaining = (left: number) => ({ 'x-ratelimit-remaining': String(left) });

/**
 * What is sent, and what comes of it, if a service has each place redirect to the next, and the last one has the file.
 * @param row an origin and places, separated by spaces
 */
async function outcomeOf(row: string, called = download): Promise<unknown> {
  const [origin = '', ...places] = row.split(' ');
  const first = origin + path;
  const urls = [first, ...places.map((each) => (URL.canParse(each, first) ? new URL(each, first).href : ''))];
  const asked: string[] = [];
  const send = async ({ url, headers }: WireRequest): Promise<TransportResponse> => {
    asked.push(`${url} ${headers['X-API-Key'] === undefined ? 'without' : 'with'} the key`);
    const answer = { body: Buffer.from('a,b'), timing: { startedAt: 5, milliseconds: 7 } };
    const location = places[urls.findIndex((each) => each.split('#')[0] === url)];
    return location === undefined
      ? { status: url.includes('missing') ? 404 : 200, headers: remaining(3), ...answer }
      : { status: 302, headers: { location, ...remaining(8) }, ...answer, body: Buffer.alloc(0) };
  };
  const deniedHosts = ['denied.example', '203.0.113.9'];
  const addressesOf = async (host: string) =>
    Promise.all(['198.51.100.3', addresses[host] ?? Promise.reject(new Error('ENOTFOUND'))]);
  const call = { operation: called, request: { path: { id: 7 } }, credentials: validKey('secret-key') };
  return following({ send }, { deniedHosts, addressesOf })
    .send(wireRequest({ ...call, baseUrl: origin }))
    .then(({ body, ...response }) => ({ asked, ...response, body: body.toString() }))
    .catch(({ message }: Error) => ({ asked, refused: message }));
}

const followed = [
  'https://shop.example /files/7?signed#page',
  // The key reaches no other host, and none of the requests to which that host redirects.
  'https://shop.example https://files.example/7?signed https://shop.example/files/7',
  // A response that leads to no file that can be read stays unchanged.
  'https://shop.example /missing',
  'https://shop.example https://',
  'https://shop.example ftp://shop.example/files/7',
  `https://shop.example ${path}`,
  // A file may be in any network that the service itself is in, or further out.
  'https://shop.example https://unknown.example/7',
  'http://shop.example https://files.example/7',
  'http://127.0.0.1:8080 http://files.internal/7',
  'http://127.0.0.1:8080 http://127.0.0.1:9000/7',
];

test('a file replaces the response that leads to it, which keeps its rate limits, and only the target gets the key', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const row of followed) outcomes[row] = await outcomeOf(row);
  const row = 'https://shop.example /files/7';
  outcomes[`${row}, but not in the contract`] = await outcomeOf(row, operation('downloadReport'));
  expectGolden('followed-redirections.txt', outcomes);
});

const refused = [
  'https://shop.example https://denied.example/7?signed',
  'https://shop.example https://files.example/7 https://denied.example/7',
  'https://shop.example https://[::ffff:203.0.113.9]/7',
  'https://shop.example http://files.example/7',
  'https://shop.example https://rebound.example/',
  'https://shop.example https://[fe80::1]/',
  'http://127.0.0.1:8080 https://[fd00:ec2::254]/',
  'https://shop.example https://127.0.0.1:9000/',
  'https://staging.internal https://[::ffff:127.0.0.1]/',
  'https://shop.example https://[2002:7f00:1::1]/',
  'https://shop.example https://translated.example/',
  'https://shop.example https://0.0.0.0/',
  'https://shop.example https://[fec0::1]/',
  'https://shop.example https://files.internal/',
];

test('no redirection leads to a denied host, out of encryption, or further into a network', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const row of refused) outcomes[row] = await outcomeOf(row);
  expectGolden('refused-redirections.txt', outcomes);
  expect(JSON.stringify(Object.values(outcomes))).not.toContain('signed');
});

test('a connection uses the addresses that were checked, even if the name resolves otherwise since', async () => {
  await outcomeOf('https://shop.example https://files.example/7');
  const found = (host: string, all: boolean) =>
    new Promise((resolve) => lookUp(host, { all }, (...[, ...given]) => resolve(given)));
  expect(await found('files.example', false)).toEqual(['198.51.100.3', 4]);
  const both = ['198.51.100.3', '198.51.100.2'].map((address) => ({ address, family: 4 }));
  expect(await found('files.example', true)).toEqual([both]);
});
