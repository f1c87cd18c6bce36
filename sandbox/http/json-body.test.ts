import { PassThrough, Readable } from 'node:stream';
import { expect, test } from '#unit-test';
import {
  BODY_LIMIT,
  type BodySource,
  CUT_OFF,
  collectBody,
  DEEPEST_NESTING,
  parseJson,
  receiveJson,
  UnreadableBody,
} from './json-body.js';

function parse(text: string | Buffer): unknown {
  return parseJson(Buffer.from(text)).body;
}

const unreadable: readonly (readonly [string, string | Buffer, string])[] = [
  ['nothing', '', 'JSON'],
  ['half an object', '{"items":', 'JSON'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'UTF-8'],
  ['NUL', '\0', 'JSON'],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'UTF-8'],
  ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), 'JSON'],
  ['NaN', '[NaN]', 'JSON'],
  ['more than one value', '{}{}', 'JSON'],
  ['a number beyond all numbers', '{"items":[{"a":1e999}]}', 'body.items[0].a'],
  ['the same in digits', `[${'9'.repeat(400)}]`, 'body[0]'],
  ['arrays that lie too deep', '['.repeat(DEEPEST_NESTING + 1) + ']'.repeat(DEEPEST_NESTING + 1), 'deeper'],
  ['a million brackets', '['.repeat(1_000_000), 'deeper'],
];

test('what is no JSON, or cannot be echoed, cannot be read', () => {
  for (const [name, text, reason] of unreadable) {
    const body = parse(text);
    expect(body, name).toBeInstanceOf(UnreadableBody);
    expect(body, name).toHaveProperty('problem', expect.stringContaining(reason));
  }
});

test('any other JSON can, with its odd keys, texts and numbers', () => {
  const text =
    '{"__proto__":{"a":1},"constructor":null,"lone":"\\ud800","nul":"\\u0000","n":1.0000000000000002}';
  expect(JSON.stringify(parse(text))).toBe(text);
  expect(parse('['.repeat(DEEPEST_NESTING) + ']'.repeat(DEEPEST_NESTING))).toEqual(expect.any(Array));
  expect(parse(`"${'['.repeat(500)}\\"${'['.repeat(500)}"`)).toHaveLength(1001);
  expect(parse('"1e999"')).toBe('1e999');
});

test('the items are kept as they were written', () => {
  const items = [
    '{"n":1.0000000000000000001,"big":9007199254740993,"zero":-0,"e":1E2}',
    '{"a":1,"a":[2,{"items":[3]}],"__proto__":{},"text":"],\\"}","\\u0061":"\\ud800\\/"}',
    '[ 1 , [2] ]',
    'null',
    '"ü😀e\u0301"',
  ];
  const written = ` { "items" : [0] , "other":{"items":[9]}, "\\u0069tems":[ ${items.join(' ,\r\n\t')} ] } `;
  const { body, itemTexts } = parseJson(Buffer.from(written));
  expect(itemTexts).toEqual(items);
  expect(body).toHaveProperty(
    'items',
    items.map((item) => JSON.parse(item)),
  );
  for (const none of ['{}', '{"items":[]}', '{"items":{"items":[1]}}', '[{"items":[1]}]', '"items"'])
    expect(parseJson(Buffer.from(none)).itemTexts, none).toEqual([]);
});

test('a long number is found wherever it ends, and a long text is none', () => {
  const digits = '9'.repeat(400);
  for (const text of [
    digits,
    `[${digits}]`,
    `[1,${digits} ,1]`,
    `{"a":${digits}}`,
    '[1E400]',
    '{"e":1e+999}',
  ])
    expect(parse(text), text.slice(0, 20)).toHaveProperty('problem', expect.stringContaining('range'));
  for (const text of [`"${digits}"`, '[1e-999]', `[1${' '.repeat(400)}]`, '1e308', `[0.${digits}]`])
    expect(parse(text), text.slice(0, 20)).not.toBeInstanceOf(UnreadableBody);
});

async function receive(chunks: readonly string[], headers: BodySource['headers']): Promise<unknown> {
  const raw = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  return (await receiveJson({ raw, headers })).body;
}

test('a body is read when it is declared as JSON in UTF-8', async () => {
  for (const type of [
    'application/json',
    'Application/JSON; charset=utf-8',
    ' application/json ;charset="UTF8"; a=b',
  ])
    expect(await receive(['{"a":', '1}'], { 'content-type': type, 'content-encoding': 'identity' })).toEqual({
      a: 1,
    });
  for (const type of [undefined, '', 'text/plain', 'application/jsonp', 'application/xml', 'text/json', '\0'])
    expect(await receive(['{}'], type === undefined ? {} : { 'content-type': type }), type).toHaveProperty(
      'problem',
      'the header content-type must be application/json',
    );
  for (const charset of ['utf-16', 'iso-8859-1', '"utf-32"', 'utf-8x'])
    expect(await receive(['{}'], { 'content-type': `application/json; charset=${charset}` })).toHaveProperty(
      'problem',
      expect.stringContaining('charset'),
    );
});

test('a body that is compressed, or is declared so, is refused', async () => {
  for (const encoding of ['gzip', 'br', 'identity, gzip', 'x'])
    expect(
      await receive(['{}'], { 'content-type': 'application/json', 'content-encoding': encoding }),
    ).toHaveProperty('problem', expect.stringContaining('content-encoding'));
});

test('a body that is not there is missing', async () => {
  expect(await receive([], {})).toHaveProperty('problem', 'body is missing');
});

test('a body is taken in to its end', async () => {
  const { content, bytes, problem } = await collectBody(Readable.from([Buffer.from('ab'), Buffer.from('c')]));
  expect([content.toString(), bytes, problem]).toEqual(['abc', 3, undefined]);
});

test('of a body that is too large nothing is kept, and it is taken in all the same', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const { content, bytes, problem } = await collectBody(
    Readable.from(Array.from({ length: 12 }, () => chunk)),
  );
  expect([content.length, bytes, problem]).toEqual([
    0,
    12 * chunk.length,
    expect.stringContaining(`${BODY_LIMIT}`),
  ]);
});

test('a body without an end is given up', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const endless = new Readable({
    read() {
      setImmediate(() => this.push(chunk));
    },
  });
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
