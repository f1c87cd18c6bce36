import { writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { began, exampleHar, exampleKey, type Habits, isTextual } from '#testing/example-har';
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

const page = { pageref: 'page_1', serverIPAddress: '192.0.2.1' };

/** Programs that write HAR, made after their published source; there are recordings of others. */
const writers: Readonly<Record<string, Habits>> = {
  firefox: ({ date, sent }) => ({
    entry: { ...page, startedDateTime: date.replace('14:', '16:').replace('Z', '+02:00') },
    request: sent.length === 0 ? { postData: { mimeType: '', params: [], text: '' } } : {},
  }),
  safari: ({ received }) => ({
    entry: { ...page, _fetchType: 'Network Load' },
    response: { _transferSize: received.length + 200 },
    content: { compression: 0 },
  }),
  // It takes bytes for Latin-1 unless a charset says otherwise.
  browserMob: ({ date, mimeType, sent, received }) => ({
    entry: { ...page, comment: '', startedDateTime: date.replace('Z', '+0000') },
    request: {
      bodySize: sent.length,
      ...(sent.length > 0 && { postData: { text: sent.toString('latin1') } }),
    },
    content: isTextual(mimeType) ? { text: received.toString('latin1'), comment: '' } : {},
  }),
};

for (const [writer, habits] of Object.entries(writers))
  test(`the requests and responses of a HAR file of ${writer} are read completely`, async () => {
    const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj', 'latin1');
    const files = [
      { headers: { 'content-type': 'application/pdf' }, answer: pdf },
      { headers: { 'content-type': 'text/csv' }, answer: 'Größe\r\n38\r\n' },
    ];
    const { entries, isHar, problem } = await read(JSON.stringify(exampleHar([...two, ...files], habits)));
    expect({ isHar, problem }).toEqual({ isHar: true, problem: undefined });
    const [first, second, ...last] = entries;
    expect(last.map(({ response }) => response.body)).toEqual(files.map(({ answer }) => Buffer.from(answer)));
    const url = 'https://recorded.example.com/api/v1/brands/?page=2';
    expect(first).toMatchObject({ index: 0, startedAt: began, bodyLeftOut: false });
    expect(first?.request).toEqual({ method: 'GET', url, headers: { 'x-api-key': exampleKey } });
    expect(first?.response.headers['x-ratelimit-limit']).toBe('100');
    expect(JSON.parse(first?.response.body.toString() ?? '')).toHaveProperty('locales');
    expect(second?.milliseconds).toBe(5.5);
    expect(second?.request.body?.toString()).toBe('{"items":["é"]}');
  });

test('what was read before a mistake in the file is given, unpacked and without a byte order mark', async () => {
  const text = JSON.stringify(exampleHar(two));
  const cut = text.slice(0, text.lastIndexOf('startedDateTime'));
  const rows: readonly (readonly [content: string | Buffer, entries: number, problem?: string])[] = [
    ...[text, `\ufeff${text}`, gzipSync(text)].map((content) => [content, 2] as const),
    [cut, 1, 'is cut off'],
    [`${cut}x" oops`, 1, 'is damaged'],
    [gzipSync(`${cut}x": ${'['.repeat(1000)}`), 1, 'has an entry that is too large to read'],
    [gzipSync(text).subarray(0, -20), 1, 'is cut off'],
  ];
  for (const [content, length, expected] of rows) {
    const { isHar, problem, entries } = await read(content);
    expect([isHar, problem, entries.length]).toEqual([true, expected, length]);
  }
  for (const content of ['', 'hello', '[1, 2]', '{"entries": []}', Buffer.from([0x1f, 0x8b, 1, 2, 3])])
    expect(await read(content)).toMatchObject({ isHar: false, entries: [] });
});

const [entry] = Reflect.get(Reflect.get(exampleHar([{}]), 'log'), 'entries') as [
  { request: object; response: { content: object; headers: object[] } },
];
const response = (changed: object) => ({ ...entry, response: { ...entry.response, ...changed } });
const content = (changed: object) => response({ content: changed });
const json = { size: 10, mimeType: 'application/json' };
const readEntries = (entries: readonly unknown[]) =>
  read(JSON.stringify({ log: { version: '1.2', entries } }));

test('entries that show no exchange are counted, each with the reason', async () => {
  const large = { ...entry, request: { ...entry.request, postData: { text: '['.repeat(1000) } } };
  const whys = {
    'lacked a part that HAR requires': [
      ...[null, {}, response({ headers: [] }), { ...entry, startedDateTime: 'soon' }],
      { ...entry, startedDateTime: '-000001-01-01T00:00:00.000Z' },
      { ...entry, request: { url: 'x' } },
    ],
    'had a request body that is too large to judge': [large],
    'had no complete response': [
      ...[{ status: 0 }, { status: -1 }, { _error: 'net::ERR_FAILED' }, { _failureText: 'x' }].map(response),
    ],
    'did not come from the service itself': [
      ...[{ status: 304 }, { status: 407 }].map(response),
      response({ headers: [{ name: 'Non-Authoritative-Reason', value: 'HSTS' }] }),
      ...['_fromCache', '_wasFulfilled', '_fetchedViaServiceWorker'].map((mark) => ({
        ...entry,
        [mark]: true,
      })),
      ...['Disk Cache', 'Memory Cache', 'Service Worker'].map((_fetchType) => ({ ...entry, _fetchType })),
      { ...entry, timings: {} },
    ],
  };
  const { entries, unusable } = await readEntries(Object.values(whys).flat());
  expect(entries).toEqual([]);
  expect([...unusable]).toEqual(Object.entries(whys).map(([why, all]) => [why, all.length]));
});

test('an entry whose body was left out or cut says so', async () => {
  const bodiless = { ...entry.request, bodySize: 7, postData: { text: '' } };
  const leftOut = [
    { ...entry, request: { ...bodiless, method: 'PATCH' } },
    { ...entry, request: bodiless, response: { ...entry.response, content: { size: -1 } } },
    ...[{ size: -1 }, { size: 7, _file: 'a.json' }, { size: 7, text: '' }].map(content),
    content({ size: 40, compression: -10, text: '{"a": 1, "b' }),
    content({ size: 9, text: '['.repeat(1000) }),
    response({ bodySize: 41, content: { size: 0 } }),
    content({ size: 8, encoding: 'base64', text: '{"a": 1}' }),
    ...Object.entries({ gzip: gzipSync, br: brotliCompressSync }).map(([value, pack]) =>
      response({
        headers: [{ name: 'Content-Encoding', value }],
        content: { ...json, encoding: 'base64', text: pack('{"a": "b"}').toString('base64') },
      }),
    ),
  ];
  const decoded = { ...json, encoding: 'base64', text: Buffer.from('{"a": "b"}').toString('base64') };
  const bare = [
    content({ size: 0 }),
    response({ status: 204, content: {} }),
    response({ headers: [{ name: 'Content-Encoding', value: 'br' }], content: decoded }),
    { ...entry, _fetchType: 'Network Load' },
  ];
  const { entries } = await readEntries([...leftOut, ...bare]);
  expect(entries.map(({ bodyLeftOut }) => bodyLeftOut)).toEqual([
    ...leftOut.map(() => true),
    ...bare.map(() => false),
  ]);
});

test('a response is put in order only if the file says exactly when it ended', async () => {
  const times = [
    ...[{}, { startedDateTime: '2026-11-26T14:02:00Z' }, { time: 0 }, { time: 1e308 }],
    { _frameref: 'frame@1' },
  ];
  const { entries } = await readEntries(times.map((each) => ({ ...entry, ...each })));
  expect(entries.map(({ milliseconds }) => milliseconds)).toEqual([5.5, ...Array(4)]);
});
