import { expect, test } from '#testing/unit-test';
import { atStatus, inBody, inHeader, inWordsOf } from '../../../contract/values/place.js';
import { asShown, numberShown, type Shown, ShownValue } from '../../../verdicts/oracles/violation.js';
import { comparison, formattedBody, type Side } from './marked-difference.js';

/** Each acceptable response and the actual one: the kind of a value, and the text with its marks. */
const compared = (wanted: readonly Shown[], got: Shown) => {
  const found = (each: Shown) =>
    typeof each === 'string' ? null : { kind: each.kind, text: JSON.stringify(each.value) };
  const values = { expected: wanted.map(found), actual: found(got) };
  const { expected, actual } = comparison({ expected: wanted.map(String), actual: `${got}`, values });
  return [...expected, actual].map(shown);
};
const statusShown = (status: number) => new ShownValue(status, `status ${status}`, 'status');
const shown = ({ kind, pieces }: Side) =>
  `${kind === undefined ? '' : `${kind}: `}${pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')}`;

test('numbers, strings and statuses are compared as values, and only the differences are marked', () => {
  expect(compared([asShown(0)], asShown(21))).toEqual(['number: [0]', 'number: [21]']);
  expect(compared([numberShown(0)], numberShown(448_853))).toEqual(['number: [0]', 'number: [448853]']);
  expect(compared([statusShown(404)], statusShown(500))).toEqual(['status: [404]', 'status: [500]']);
  expect(compared([asShown('a b')], asShown('a c'))).toEqual(['string: "a [b]"', 'string: "a [c]"']);
});

test('objects and lists are compared line by line', () => {
  expect(compared([asShown({ a: 1, b: 2 })], asShown({ a: 1, b: 3 }))).toEqual([
    'object: {\n  "a": 1,\n  "b": [2]\n}',
    'object: {\n  "a": 1,\n  "b": [3]\n}',
  ]);
});

test('every acceptable response is listed, and the actual one is compared with the nearest', () => {
  expect(compared(['an empty list', statusShown(404), statusShown(400)], statusShown(500))).toEqual([
    '[an empty list]',
    'status: [404]',
    'status: [400]',
    'status: [500]',
  ]);
});

test('sentences are compared as sentences, word by word', () => {
  expect(compared(['2 entries, of which 2 failed'], '3 entries, of which 2 failed')).toEqual([
    '[2] entries, of which 2 failed',
    '[3] entries, of which 2 failed',
  ]);
  expect(compared(['an object'], 'an array of 15 items')).toEqual(['an [object]', 'an [array of 15 items]']);
});

test('between a value and a sentence, the actual answer is marked as a whole, unless it has many lines', () => {
  expect(compared(['an integer'], asShown([1]))).toEqual(['an integer', 'array: [\n  1\n]']);
  expect(compared(['an integer'], asShown('9'))).toEqual(['an integer', 'string: ["9"]']);
  expect(compared([], 'anything')).toEqual(['[anything]']);
});

test('long strings with little in common are marked as a whole, without a long search', () => {
  const [a, b] = ['a', 'b'].map((letter) =>
    Array.from({ length: 700 }, (_, index) => `${letter}${index % 97}`).join(' '),
  );
  expect(compared(Array(8).fill(a), b ?? '')).toEqual([...Array(8).fill(`[${a}]`), `[${b}]`]);
});

const whole = ({ before, marked, after }: ReturnType<typeof formattedBody>) => before + marked + after;

test('each value of a JSON body has its own line', () => {
  expect(whole(formattedBody('{"a":[1,{"b":null}]}'))).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}',
  );
});

test('no value changes: long numbers, escapes and duplicate keys stay', () => {
  const text = String.raw`{"a":12345678901234567890.10,"a":"\u00e9\/","b":1E400}`;
  expect(whole(formattedBody(text)).replaceAll(/\s/g, '')).toBe(text);
});

test('the place of a finding is marked, with its key', () => {
  const body = '{"items":[{"id":1},{"id":"x","de-DE":{"y":2}}]}';
  expect(formattedBody(body, inBody('items[1].id')).marked).toBe('"id": "x"');
  expect(formattedBody(body, inBody('items[1]["de-DE"].y')).marked).toBe('"y": 2');
  expect(formattedBody('[[1],[2]]', inBody('[1][0]')).marked).toBe('2');
});

test('if a field is missing, the value that should contain it is marked', () => {
  expect(formattedBody('{"items":[{"id":1}]}', inBody('items[0].name')).marked).toBe(
    '{\n      "id": 1\n    }',
  );
  expect(formattedBody('{"items":[1,2]}', inBody('items[].success')).marked).toMatch(/^"items": \[/);
});

test('no part of the body is marked for a place outside of it', () => {
  for (const at of [
    inBody(),
    atStatus,
    inHeader('x'),
    inBody('other'),
    inWordsOf('words', 'quantity of ct-1'),
    inBody('[0]'),
    inBody(String.raw`["\x"]`),
  ])
    expect(formattedBody('{"items":[]}', at).marked).toBe('');
});

test('text that is not JSON, or only its beginning, is unchanged', () => {
  for (const text of ['<p>no</p>', '{"a":[1,2', 'plain', '', '{"a":1}{"b":2}', '[1,]'])
    expect(formattedBody(text, inBody('a'))).toEqual({ before: text, marked: '', after: '' });
});

test('a deeply nested body is not indented', () => {
  const text = `${'['.repeat(8000)}${']'.repeat(8000)}`;
  expect(whole(formattedBody(text))).toBe(text);
});
