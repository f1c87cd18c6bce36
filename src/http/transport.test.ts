import { expect, test } from '#unit-test';
import { type Operation, operation, operations } from '../contract/operations.js';
import { validKey } from './client.js';
import { wireRequest } from './translated-transport.js';
import { following, readOnly, titleOf, type WireRequest, WriteDenied } from './transport.js';

/** The operation of a target whose success leads to the file. */
const download: Operation = {
  ...operation('downloadReport'),
  documentedStatuses: [200, 302, 404],
};

const url = 'https://shop.example/api/v1/reports/7/download';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a download to a target with these answers by their URL. */
async function downloaded(answers: Readonly<Record<string, Answer>>, called = download) {
  const sent: WireRequest[] = [];
  const transport = following({
    send: async (request) => {
      sent.push(request);
      const { status, headers = {}, body = '' } = answers[request.url] ?? { status: 404 };
      return { status, headers, body: Buffer.from(body), timing: { startedAt: 5, milliseconds: 7 } };
    },
    close: async () => {},
  });
  const request = wireRequest('https://shop.example', called, { path: { id: 7 } }, validKey('secret-key'));
  const { body, ...answer } = await transport.send(request);
  return { sent, answer: { ...answer, body: body.toString() } };
}

const led = (location: string): Answer => ({
  status: 302,
  headers: { location, 'x-ratelimit-remaining': '8', 'content-length': '0' },
});
const file = {
  status: 200,
  headers: { 'content-type': 'text/csv', 'x-ratelimit-remaining': '3' },
  body: 'a,b',
};

test('a file replaces the answer that leads to it, which keeps its rate limits', async () => {
  const { sent, answer } = await downloaded({
    [url]: led('/files/7?signed#page'),
    'https://shop.example/files/7?signed': file,
  });
  expect(answer).toEqual({
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
  test(`an answer that leads to ${title} stays unchanged`, async () => {
    const { answer } = await downloaded({ 'https://shop.example/files/7': there, [url]: led(location) });
    expect(answer).toMatchObject({ status: 302, headers: led(location).headers, body: '' });
  });

test('no redirect is followed unless the contract documents such a success', async () => {
  const answers = { [url]: led('/files/7'), 'https://shop.example/files/7': file };
  const { sent, answer } = await downloaded(answers, operation('downloadReport'));
  expect([sent.length, answer.status]).toEqual([1, 302]);
});

test('reads are sent, and requests that could write are not', async () => {
  const sent: string[] = [];
  const response = { status: 200, headers: {}, body: Buffer.alloc(0) };
  const transport = readOnly({
    send: async (request) => {
      sent.push(titleOf(request));
      return response;
    },
    close: async () => void sent.push('closed'),
  });
  const send = (method: string) => transport.send({ method, url: 'https://a.example.com/?q', headers: {} });
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(await send(method)).toBe(response);
  const writing = new Set(operations.filter(({ safe }) => !safe).map(({ method }) => method));
  expect([...writing].sort()).toEqual(['DELETE', 'PATCH', 'POST']);
  for (const method of [...writing, 'PUT', 'get']) await expect(send(method)).rejects.toThrow(WriteDenied);
  await transport.close();
  expect(sent).toEqual(['GET /', 'HEAD /', 'OPTIONS /', 'closed']);
});
