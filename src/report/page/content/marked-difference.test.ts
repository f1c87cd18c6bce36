import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { atStatus, inBody, inHeader, inWordsOf, type Place } from '../../../contract/values/place.js';
import { asShown, type Shown, ShownValue } from '../../../verdicts/oracles/violation.js';
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

/** Acceptable responses and the actual one. */
const answers: Readonly<Record<string, readonly [wanted: readonly Shown[], got: Shown]>> = {
  'numbers are compared as a whole': [[asShown(0)], asShown(21)],
  'of strings, the words that differ are marked': [[asShown('a b')], asShown('a c')],
  'objects and lists are compared line by line': [[asShown({ a: 1, b: 2 })], asShown({ a: 1, b: 3 })],
  'every acceptable response is listed, and the actual one is compared with the nearest': [
    ['an empty list', statusShown(404), statusShown(400)],
    statusShown(500),
  ],
  'sentences are compared word by word': [['2 entries, of which 2 failed'], '3 entries, of which 2 failed'],
  'a value that differs from a sentence is marked as a whole': [['an integer'], asShown('9')],
};

test('the parts in which acceptable responses and the actual one differ are marked', () => {
  expectGolden('differences.txt', answers, ([wanted, got]) => compared(wanted, got).join('\n'));
});

test('long strings with little in common are marked as a whole, without a long search', () => {
  const [a, b] = ['a', 'b'].map((letter) =>
    Array.from({ length: 700 }, (_, index) => `${letter}${index % 97}`).join(' '),
  );
  expect(compared(Array(8).fill(a), b ?? '')).toEqual([...Array(8).fill(`[${a}]`), `[${b}]`]);
});

const whole = ({ before, marked, after }: ReturnType<typeof formattedBody>) => before + marked + after;

test('no value changes: long numbers, escapes and duplicate keys stay', () => {
  const text = String.raw`{"a":12345678901234567890.10,"a":"\u00e9\/","b":1E400}`;
  expect(whole(formattedBody(text)).replaceAll(/\s/g, '')).toBe(text);
});

/** Bodies with the place of a finding, and what is marked there. */
const places: readonly (readonly [body: string, at: Place, marked: string])[] = [
  ['{"items":[{"id":1},{"id":"x"}]}', inBody('items[1].id'), '"id": "x"'],
  ['{"items":[{"de-DE":{"y":2}}]}', inBody('items[0]["de-DE"].y'), '"y": 2'],
  ['[[1],[2]]', inBody('[1][0]'), '2'],
  // The value that should contain a missing field.
  ['{"items":[{"id":1}]}', inBody('items[0].name'), '{\n      "id": 1\n    }'],
  ['{"items":[1]}', inBody('items[].success'), '"items": [\n    1\n  ]'],
  // Nothing for a place outside of the body.
  ...[inBody(), atStatus, inHeader('x'), inBody('other'), inWordsOf('words', 'quantity of ct-1')].map(
    (at) => ['{"items":[]}', at, ''] as const,
  ),
  ...['[0]', String.raw`["\x"]`].map((path) => ['{"items":[]}', inBody(path), ''] as const),
];

test('the place of a finding is marked in a body, with its key', () => {
  for (const [body, at, marked] of places)
    expect(formattedBody(body, at).marked, JSON.stringify([body, at])).toBe(marked);
});

test('text that is not JSON, or only its beginning, is unchanged', () => {
  for (const text of ['<p>no</p>', '{"a":[1,2', 'plain', '', '{"a":1}{"b":2}', '[1,]'])
    expect(formattedBody(text, inBody('a'))).toEqual({ before: text, marked: '', after: '' });
});

test('a deeply nested body is not indented', () => {
  const text = `${'['.repeat(8000)}${']'.repeat(8000)}`;
  expect(whole(formattedBody(text))).toBe(text);
});
