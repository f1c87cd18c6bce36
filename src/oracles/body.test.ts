import { expect, test } from '#unit-test';
import { entriesOf, member } from './body.js';

test('a member is what an object holds under its name, and nothing elsewhere', () => {
  expect(member({ id: 0 }, 'id')).toBe(0);
  expect(member([7], '0')).toBe(7);
  for (const value of [{}, null, undefined, 'id', 3]) expect(member(value, 'id')).toBeUndefined();
});

test('entries are those of a list, and none of anything else', () => {
  expect(entriesOf([1, null])).toEqual([1, null]);
  for (const value of [{ 0: 1, length: 1 }, 'ab', null, undefined]) expect(entriesOf(value)).toEqual([]);
});
