import { expect, test } from '#unit-test';
import { formattedBody } from './formatted-body.js';

const whole = ({ before, marked, after }: ReturnType<typeof formattedBody>) => before + marked + after;

test('JSON stands on lines of its own', () => {
  expect(whole(formattedBody('{"a":[1,{"b":null}]}'))).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}',
  );
});

test('no value is changed: long numbers, escapes, keys that stand twice', () => {
  const text = String.raw`{"a":12345678901234567890.10,"a":"\u00e9\/","b":1E400}`;
  expect(whole(formattedBody(text)).replaceAll(/\s/g, '')).toBe(text);
});

test('the place of a finding is marked, with its key', () => {
  const body = '{"items":[{"id":1},{"id":"x","de-DE":{"y":2}}]}';
  expect(formattedBody(body, 'body items[1].id').marked).toBe('"id": "x"');
  expect(formattedBody(body, 'body items[1]["de-DE"].y').marked).toBe('"y": 2');
  expect(formattedBody('[[1],[2]]', 'body [1][0]').marked).toBe('2');
});

test('where a field is missing, what should hold it is marked', () => {
  expect(formattedBody('{"items":[{"id":1}]}', 'body items[0].name').marked).toBe('{\n      "id": 1\n    }');
  expect(formattedBody('{"items":[1,2]}', 'body items[].success').marked).toMatch(/^"items": \[/);
});

test('a place that is nowhere in the body marks nothing', () => {
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

test('what is no JSON, or only its beginning, stays as it is', () => {
  for (const text of ['<p>no</p>', '{"a":[1,2', 'plain', '', '{"a":1}{"b":2}', '[1,]'])
    expect(formattedBody(text, 'body a')).toEqual({ before: text, marked: '', after: '' });
});

test('a body nested without end is not indented without end', () => {
  const text = `${'['.repeat(8000)}${']'.repeat(8000)}`;
  expect(whole(formattedBody(text))).toBe(text);
});
