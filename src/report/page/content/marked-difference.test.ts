import { expect, test } from '#unit-test';
import { formattedBody, markedDifference, type Piece } from './marked-difference.js';

const shown = (pieces: readonly Piece[] | undefined) =>
  (pieces ?? []).map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

test('only the differences are marked, on both sides', () => {
  const { expected, actual } = markedDifference(['the number 0'], 'the number 21');
  expect(expected.map(shown)).toEqual(['the number [0]']);
  expect(shown(actual)).toBe('the number [21]');
});

test('every acceptable answer is listed, and the actual one is compared with the nearest', () => {
  const { expected, actual } = markedDifference(['an empty list', 'status 404', 'status 400'], 'status 500');
  expect(expected.map(shown)).toEqual(['[an empty list]', 'status [404]', 'status [400]']);
  expect(shown(actual)).toBe('status [500]');
});

test('texts without anything in common are marked as a whole', () => {
  const { expected, actual } = markedDifference(['an integer'], 'the string "9"');
  expect(expected.map(shown)).toEqual(['[an integer]']);
  expect(shown(actual)).toBe('[the string "9"]');
  expect(shown(markedDifference([], 'anything').actual)).toBe('[anything]');
});

test('long texts with little in common are marked as a whole, without a long search', () => {
  const [a, b] = ['a', 'b'].map((letter) =>
    Array.from({ length: 700 }, (_, index) => `${letter}${index % 97}`).join(' '),
  );
  const { expected, actual } = markedDifference(Array(8).fill(a), b ?? '');
  expect(expected.map(shown)).toEqual(Array(8).fill(`[${a}]`));
  expect(shown(actual)).toBe(`[${b}]`);
});

test('the pieces add up to the whole text', () => {
  const texts = ['3 entries, of which 2 failed', 'nothing'];
  const { expected, actual } = markedDifference(texts, '2 entries, of which 2 failed');
  expect(expected.map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual(texts);
  expect(actual.map(({ text }) => text).join('')).toBe('2 entries, of which 2 failed');
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
  expect(formattedBody(body, 'body items[1].id').marked).toBe('"id": "x"');
  expect(formattedBody(body, 'body items[1]["de-DE"].y').marked).toBe('"y": 2');
  expect(formattedBody('[[1],[2]]', 'body [1][0]').marked).toBe('2');
});

test('if a field is missing, the value that should contain it is marked', () => {
  expect(formattedBody('{"items":[{"id":1}]}', 'body items[0].name').marked).toBe('{\n      "id": 1\n    }');
  expect(formattedBody('{"items":[1,2]}', 'body items[].success').marked).toMatch(/^"items": \[/);
});

test('no part of the body is marked for a place outside of it', () => {
  for (const at of [
    'body',
    'status',
    'header x',
    'body other',
    'quantity of ct-1',
    'body [0]',
    String.raw`body ["\x"]`,
  ])
    expect(formattedBody('{"items":[]}', at).marked).toBe('');
});

test('text that is not JSON, or only its beginning, is unchanged', () => {
  for (const text of ['<p>no</p>', '{"a":[1,2', 'plain', '', '{"a":1}{"b":2}', '[1,]'])
    expect(formattedBody(text, 'body a')).toEqual({ before: text, marked: '', after: '' });
});

test('a deeply nested body is not indented', () => {
  const text = `${'['.repeat(8000)}${']'.repeat(8000)}`;
  expect(whole(formattedBody(text))).toBe(text);
});
