import { expect, test } from '#unit-test';
import { parseQuery } from './query-text.js';

/** The parameters as a plain object, for the eye. */
function parse(query: string): unknown {
  return Object.fromEntries(Object.entries(parseQuery(query)));
}

test('names and values are decoded, a missing value is empty', () => {
  expect(parse('a=1&b=%C3%BC+%2B&%63=x%00&d&e=')).toEqual({ a: '1', b: 'ü +', c: 'x\0', d: '', e: '' });
  expect(parse('')).toEqual({});
  expect(parse('&&=&==')).toEqual({ '': ['', '='] });
});

test('what is repeated is kept, in order', () => {
  expect(parse('a=1&a=2&%61=3')).toEqual({ a: ['1', '2', '3'] });
});

test('what cannot be decoded is null', () => {
  expect(parse('a=%zz&b=%ff&c=%&a=1&d=%ed%a0%80')).toEqual({ a: [null, '1'], b: null, c: null, d: null });
  expect(parse('%zz=1')).toEqual({ '%zz': '1' });
});

test('keys of the prototype are keys like any other', () => {
  const parameters = parseQuery('__proto__=1&constructor=2');
  expect(Object.getPrototypeOf(parameters)).toBeNull();
  expect(Object.keys(parameters)).toEqual(['__proto__', 'constructor']);
});
