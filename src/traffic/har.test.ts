import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { began, exampleHar, exampleKey, harWriters } from '#testing/example-har';
import { expect, test } from '#testing/unit-test';
import { newReading, type RecordedEntry, readHar } from './har.js';

/** Reads a file with a content. */
async function read(content: string | Buffer) {
  const file = test.info().outputPath('traffic.har');
  writeFileSync(file, content);
  const reading = newReading();
  const entries: RecordedEntry[] = [];
  for await (const each of readHar(file, reading)) entries.push(each);
  return { ...reading, entries };
}

const two = [
  { path: '/api/v1/brands/?page=2' },
  { method: 'POST', path: '/api/v1/products/', body: { items: ['é'] } },
];

for (const writer of harWriters)
  test(`the requests and responses of a HAR file of ${writer} are read completely`, async () => {
    const files = ['application/pdf', 'text/csv'].map((type) => ({
      headers: { 'content-type': type },
      answer: type === 'text/csv' ? 'Größe\r\n38\r\n' : Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj', 'latin1'),
    }));
    const { entries, isHar, problem } = await read(JSON.stringify(exampleHar([...two, ...files], writer)));
    expect({ isHar, problem }).toEqual({ isHar: true, problem: undefined });
    const [first, second, ...last] = entries;
    expect(last.map(({ response }) => response.body)).toEqual(files.map(({ answer }) => Buffer.from(answer)));
    expect(first).toMatchObject({
      index: 0,
      startedAt: began,
      bodyLeftOut: false,
      request: { method: 'GET' },
    });
    expect(first?.request).toEqual({
      method: 'GET',
      url: 'https://recorded.example.com/api/v1/brands/?page=2',
      headers: { 'x-api-key': exampleKey },
    });
    expect(first?.response.headers['x-ratelimit-limit']).toBe('100');
    expect(JSON.parse(first?.response.body.toString() ?? '')).toHaveProperty('locales');
    expect(second?.startedAt).toBe(began + 1000);
    expect(second?.milliseconds).toBe(writer === 'playwright' ? undefined : 5.5);
    expect(second?.request.body?.toString()).toBe('{"items":["é"]}');
  });

test('gzip is unpacked, and a byte order mark is skipped', async () => {
  const text = JSON.stringify(exampleHar(two));
  expect((await read(gzipSync(text))).entries).toHaveLength(2);
  expect((await read(`\ufeff${text}`)).entries).toHaveLength(2);
});

test('what was read before a mistake in the file is given', async () => {
  const text = JSON.stringify(exampleHar([...two, ...two]));
  const inLast = text.lastIndexOf('startedDateTime');
  expect(await read(text.slice(0, inLast))).toMatchObject({
    isHar: true,
    problem: 'is cut off',
    entries: { length: 3 },
  });
  expect(await read(`${text.slice(0, inLast)}x" oops`)).toMatchObject({
    problem: 'is damaged',
    entries: { length: 3 },
  });
  const packed = gzipSync(text);
  expect(await read(packed.subarray(0, packed.length - 20))).toMatchObject({ problem: 'is cut off' });
});

test('a file that is no HAR has no entries', async () => {
  for (const content of ['', 'hello', '[1, 2]', '{"entries": []}', Buffer.from([0x1f, 0x8b, 1, 2, 3])])
    expect(await read(content)).toMatchObject({ isHar: false, entries: [] });
});

test('entries that show no exchange are counted, each with the reason', async () => {
  const [entry] = Reflect.get(Reflect.get(exampleHar([{}]), 'log'), 'entries') as [
    { request: object; response: { content: object; headers: object[] } },
  ];
  const response = (changed: object) => ({ ...entry, response: { ...entry.response, ...changed } });
  const content = (changed: object) => response({ content: changed });
  const log = (entries: readonly unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });
  const headless = response({ headers: [] });
  const unusable = [
    null,
    {},
    headless,
    { ...entry, startedDateTime: 'soon' },
    { ...entry, request: { url: 'x' } },
  ];
  const large = { ...entry, request: { ...entry.request, postData: { text: '['.repeat(1000) } } };
  const bodiless = { ...entry.request, bodySize: 7, postData: { text: '' } };
  const leftOut = { ...entry, request: { ...bodiless, method: 'PATCH' } };
  const unanswered = [
    { status: 0 },
    { status: -1 },
    { _error: 'net::ERR_FAILED' },
    { _failureText: 'x' },
  ].map(response);
  const upgraded = { name: 'Non-Authoritative-Reason', value: 'HSTS' };
  const cached = [
    ...[response({ status: 304 }), response({ status: 407 }), response({ headers: [upgraded] })],
    ...['_fromCache', '_wasFulfilled', '_fetchedViaServiceWorker'].map((mark) => ({
      ...entry,
      [mark]: true,
    })),
  ];
  const withoutBody = [
    { ...entry, request: bodiless, response: { ...entry.response, content: { size: -1 } } },
    content({ size: -1 }),
    content({ size: 7, _file: 'a.json' }),
    content({ size: 7, text: '' }),
    content({ size: 40, compression: -10, text: '{"a": 1, "b' }),
  ];
  const deep = content({ size: 9, text: '['.repeat(1000) });
  const bare = [content({ size: 0 }), response({ status: 204, content: {} })];
  const { entries, unusable: why } = await read(
    log([...unusable, large, leftOut, ...unanswered, ...cached, ...withoutBody, deep, ...bare]),
  );
  expect([...why]).toEqual([
    ['lacked a part that HAR requires', 5],
    ['had a request body that is too large to judge', 1],
    ['had no complete response', 4],
    ['did not come from the service itself', 6],
  ]);
  expect(entries.map(({ bodyLeftOut }) => bodyLeftOut)).toEqual([...Array(7).fill(true), false, false]);
});

test('a response is put in order only if the file says exactly when it ended', async () => {
  const [entry] = Reflect.get(Reflect.get(exampleHar([{}]), 'log'), 'entries') as [object];
  const times = [{}, { startedDateTime: '2026-11-26T14:02:00Z' }, { time: 0 }, { _frameref: 'frame@1' }];
  const log = { version: '1.2', entries: times.map((each) => ({ ...entry, ...each })) };
  const { entries } = await read(JSON.stringify({ log }));
  expect(entries.map(({ milliseconds }) => milliseconds)).toEqual([5.5, undefined, undefined, undefined]);
});
