import { expect, test } from '#unit-test';
import { addressIn } from './views.js';

test('an address names a thing, and how a filter is set', () => {
  const { id, query } = addressIn('#requirements?verdict=failed&strength=must');
  expect(id).toBe('requirements');
  expect(Object.fromEntries(query)).toEqual({ verdict: 'failed', strength: 'must' });
  expect(addressIn('#BAT-10').id).toBe('BAT-10');
  expect(addressIn('').id).toBe('');
});

test('whatever is searched for comes back from its own address', () => {
  for (const text of ['a&b', 'a+b', 'x?y', '50%25', '%', 'ä ß', '#a=b', 'a=b?c&d'])
    expect(addressIn(`#requirements?${new URLSearchParams({ q: text })}`).query.get('q')).toBe(text);
});

test('an address that is none is no error', () => {
  expect(addressIn('#%').id).toBe('%');
  expect(addressIn('#%E0%A4%A?q=%').id).toBe('%E0%A4%A');
});
