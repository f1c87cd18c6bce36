import { PassThrough, Readable } from 'node:stream';
import { expect, test } from '#testing/unit-test';
import { CUT_OFF, collectBody, receiveJson, UnreadableBody } from './json-body.js';

const received = (text: string | Buffer) =>
  receiveJson({ raw: Readable.from([Buffer.from(text)]), headers: {} });
const parse = async (text: string | Buffer) => (await received(text)).body;

const unreadable: readonly (readonly [string, string | Buffer, string])[] = [
  ['nothing', '', 'missing'],
  ['half an object', '{"items":', 'JSON'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'UTF-8'],
  ['NUL', '\0', 'JSON'],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'UTF-8'],
  ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), 'JSON'],
  ['NaN', '[NaN]', 'JSON'],
  ['more than one value', '{}{}', 'JSON'],
  ['an exponent that is too large', '{"items":[{"a":1e999}]}', 'body.items[0].a'],
  ['too many digits', `[${'9'.repeat(400)}]`, 'body[0]'],
  ['arrays that are nested too deeply', '['.repeat(101) + ']'.repeat(101), 'deeper'],
  ['a million brackets', '['.repeat(1_000_000), 'deeper'],
];

test("a body that isn't JSON in UTF-8, or is nested too deeply, can't be read", async () => {
  for (const [name, text, reason] of unreadable) {
    const body = await parse(text);
    expect(body, name).toBeInstanceOf(UnreadableBody);
    expect(body, name).toHaveProperty('problem', expect.stringContaining(reason));
  }
});

test('any other JSON can be read, including odd keys, strings and numbers', async () => {
  const text =
    '{"__proto__":{"a":1},"constructor":null,"lone":"\\ud800","nul":"\\u0000","n":1.0000000000000002}';
  expect(JSON.stringify(await parse(text))).toBe(text);
  expect(await parse('['.repeat(100) + ']'.repeat(100))).toEqual(expect.any(Array));
  expect(await parse(`"${'['.repeat(500)}\\"${'['.repeat(500)}"`)).toHaveLength(1001);
  for (const number of ['"1e999"', '[1e-999]', '1e308', `[0.${'9'.repeat(400)}]`])
    expect(await parse(number), number.slice(0, 20)).not.toBeInstanceOf(UnreadableBody);
});

test('the items are kept as they were written', async () => {
  const items = [
    '{"n":1.0000000000000000001,"big":9007199254740993,"zero":-0,"e":1E2}',
    '{"a":1,"a":[2,{"items":[3]}],"__proto__":{},"text":"],\\"}","\\u0061":"\\ud800\\/"}',
    '[ 1 , [2] ]',
    'null',
    '"ü😀e\u0301"',
  ];
  const written = ` { "items" : [0] , "other":{"items":[9]}, "\\u0069tems":[ ${items.join(' ,\r\n\t')} ] } `;
  const { body, itemTexts } = await received(written);
  expect(itemTexts).toEqual(items);
  expect(body).toHaveProperty(
    'items',
    items.map((item) => JSON.parse(item)),
  );
  for (const none of ['{}', '{"items":[]}', '{"items":{"items":[1]}}', '[{"items":[1]}]', '"items"'])
    expect((await received(none)).itemTexts, none).toEqual([]);
});

const mebibyte = Buffer.alloc(1024 * 1024, 0x20);

test('a body that is too large is read to its end, but not kept', async () => {
  const stream = Readable.from(Array.from({ length: 12 }, () => mebibyte));
  const { content, bytes, problem } = await collectBody(stream);
  expect([content.length, bytes]).toEqual([0, 12 * mebibyte.length]);
  expect(problem).toBe(`body must have at most ${10 * mebibyte.length} bytes`);
});

test('a body without an end is not read any further than the limit', async () => {
  const endless = new Readable({ read: () => setImmediate(() => endless.push(mebibyte)) });
  const { problem } = await collectBody(endless);
  endless.destroy();
  expect(problem).toContain('at most');
});

for (const [how, end] of [
  ['is cut off', (stream: PassThrough) => stream.emit(CUT_OFF)],
  ['fails', (stream: PassThrough) => stream.destroy(new Error('reset'))],
  ['is closed', (stream: PassThrough) => stream.destroy()],
] as const)
  test(`a body that ${how} is not complete`, async () => {
    const stream = new PassThrough();
    stream.write('{"items":');
    const collected = collectBody(stream);
    end(stream);
    expect(await collected).toMatchObject({ problem: 'body ends before it is complete' });
    expect(await collectBody(stream.destroy())).toHaveProperty('problem');
  });
