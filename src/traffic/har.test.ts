import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { began, exampleHar, exampleKey, type Habits } from '#testing/example-har';
import { expect, test } from '#testing/unit-test';
import { HarReading, type RecordedEntry, readHar } from './har.js';

/** Reads a file with the given content. */
async function read(content: string | Buffer) {
  const file = test.info().outputPath('traffic.har');
  writeFileSync(file, content);
  const reading = new HarReading();
  const all: (RecordedEntry | string)[] = [];
  for await (const each of readHar(file, reading)) all.push(each);
  const entries = all.filter((each) => typeof each !== 'string');
  const lacking = all.filter((each) => typeof each === 'string');
  return { ...reading, entries, lacking };
}

const two = [
  { path: '/api/v1/brands/?page=2' },
  { method: 'POST', path: '/api/v1/products/', body: { items: ['é'] } },
];

test('an entry of a HAR file is read with its times, its headers and the bytes of its bodies', async () => {
  const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj', 'latin1');
  const files = [
    { headers: { 'content-type': 'application/pdf' }, answer: pdf },
    { headers: { 'content-type': 'text/csv' }, answer: 'Größe\r\n38\r\n' },
  ];
  const { entries } = await read(JSON.stringify(exampleHar([...two, ...files])));
  const [first, second, ...last] = entries;
  expect(last.map(({ response }) => response.body)).toEqual(files.map(({ answer }) => Buffer.from(answer)));
  const url = 'https://recorded.example.com/api/v1/brands/?page=2';
  expect(first).toMatchObject({ startedAt: began, milliseconds: 5.5, bodyLeftOut: false, request: { url } });
  // The part of the address that HTTP/2 puts among the headers is not a header.
  expect(first?.request.headers).toEqual({ 'x-api-key': exampleKey });
  expect(second?.request.body?.toString()).toBe('{"items":["é"]}');
  // BrowserMob Proxy reads the bytes as Latin-1 unless a charset says otherwise.
  const content = { size: 4, text: Buffer.from('"é"').toString('latin1') };
  const { entries: misread } = await read(JSON.stringify(exampleHar([{}], { content })));
  expect(misread[0]?.response.body.toString()).toBe('"é"');
});

test('everything before a mistake in a file is read, decompressed and without a byte order mark', async () => {
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

const entries: Readonly<Record<string, readonly Habits[]>> = parse(
  readFileSync(new URL('entries.yaml', import.meta.url), 'utf8').replaceAll('DEEP', `'${'['.repeat(1000)}'`),
);

test('an entry that shows no complete exchange says what it lacks', async () => {
  for (const [expected, all] of Object.entries(entries))
    for (const changed of all) {
      const { lacking, ...given } = await read(JSON.stringify(exampleHar([{}], changed)));
      const said = given.entries.map(({ bodyLeftOut, milliseconds }) =>
        bodyLeftOut ? 'body left out' : milliseconds === undefined ? 'time unknown' : 'complete',
      );
      expect([...said, ...lacking], JSON.stringify(changed)).toEqual([expected]);
    }
});
