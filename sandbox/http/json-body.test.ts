import { Readable } from 'node:stream';
import { expect, test } from '#testing/unit-test';
import { collectBody, receiveJson } from './json-body.js';

const received = (text: string) => receiveJson({ raw: Readable.from([Buffer.from(text)]), headers: {} });

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
