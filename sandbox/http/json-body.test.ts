import { Readable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { BODY_LIMIT, DEEPEST_NESTING, parseJson, receiveJson, UnreadableBody } from './json-body.js';

function parse(text: string | Uint8Array): unknown {
  return parseJson(typeof text === 'string' ? Buffer.from(text) : text);
}

const unreadable: readonly (readonly [string, string | Uint8Array, string])[] = [
  ['nothing', '', 'JSON'],
  ['half an object', '{"items":', 'JSON'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'UTF-8'],
  ['NUL', '\0', 'JSON'],
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

test('a body is read to its end even when it is too large', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const stream = Readable.from(Array.from({ length: 12 }, () => chunk));
  const { body, bytes } = await receiveJson(stream, 'application/json');
  expect(bytes).toBe(12 * chunk.length);
  expect(body).toHaveProperty('problem', `body must have at most ${BODY_LIMIT} bytes`);
});

test('a body is read when it is declared as JSON', async () => {
  const receive = async (contentType: string | undefined) =>
    (await receiveJson(Readable.from([Buffer.from('{"a":'), Buffer.from('1}')]), contentType)).body;
  for (const contentType of ['application/json', 'Application/JSON; charset=utf-8'])
    expect(await receive(contentType)).toEqual({ a: 1 });
  for (const contentType of [
    undefined,
    '',
    'text/plain',
    'application/jsonp',
    'application/xml',
    'text/json',
  ])
    expect(await receive(contentType), contentType).toHaveProperty(
      'problem',
      'the header content-type must be application/json',
    );
});
