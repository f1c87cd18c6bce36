import { expect, test } from '#testing/unit-test';
import { limits } from '../contract/values/limits.js';
import { jsonExcess } from './json-excess.js';

const { jsonDepth, jsonValues } = limits;
const tooDeep = `is nested deeper than ${jsonDepth} levels`;
const tooMany = `has more than ${jsonValues} values`;
const tooLong = `has a string of more than ${limits.jsonStringBytes} bytes`;
const deep = (levels: number, open: string, close: string, inner = '') =>
  open.repeat(levels) + inner + close.repeat(levels);
const list = (values: number) => `[${Array(values).fill('1').join()}]`;

const bodies: readonly (readonly [name: string, body: string, excess: string | undefined])[] = [
  ['objects at the limit of depth', deep(jsonDepth, '{"brands":', '}', '1'), undefined],
  ['objects past the limit of depth', deep(jsonDepth + 1, '{"brands":', '}', '1'), tooDeep],
  ['deep JSON after a byte order mark', `\ufeff \r\n\t${deep(jsonDepth + 1, '[', ']')}`, tooDeep],
  ['a list at the limit of values', list(jsonValues), undefined],
  ['a list past the limit of values', list(jsonValues + 1), tooMany],
  ['many short lists next to each other', `[${Array(jsonValues).fill('[]').join()}]`, tooMany],
  ['brackets in a string', JSON.stringify([`a"\\${'[{,'.repeat(jsonValues)}`]), undefined],
  ['brackets after a string that ends with a backslash', `["\\\\",${deep(jsonDepth, '[', ']')}]`, tooDeep],
  ['a string that never ends', `["${'[,'.repeat(jsonValues)}`, undefined],
  ['a string at the limit', JSON.stringify(['a'.repeat(limits.jsonStringBytes - 1)]), undefined],
  ['a string past the limit', JSON.stringify(['a'.repeat(limits.jsonStringBytes)]), tooLong],
  ['a table with many commas', `id,name\n${'1,a\n'.repeat(jsonValues + 1)}`, undefined],
];

test('JSON that is too deep, has too many values or too long a string is recognised by its bytes', () => {
  for (const [name, body, excess] of bodies) expect(jsonExcess(Buffer.from(body)), name).toBe(excess);
});
