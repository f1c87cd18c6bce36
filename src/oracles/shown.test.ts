import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { shows, showsInItsList } from './shown.js';

const body = { id: 'w-1', events: ['a', 'b'], enabled: true, more: { deep: null } };

test('fields that are wanted are as they must be, others are free', () => {
  expect(shows(exampleExchange({ body }), body)).toBeUndefined();
  expect(shows(exampleExchange({ body }), { id: 'w-1', events: ['a', 'b'] })).toBeUndefined();
  expect(shows(exampleExchange({ body }), { more: {} })).toBeUndefined();
  expect(shows(exampleExchange({ body: [] }), {})).toMatchObject({ at: 'body', actual: 'the array []' });
});

for (const [wanted, at, expected, actual] of [
  [{ id: 'w-2' }, 'id', 'the string "w-2"', 'the string "w-1"'],
  [{ url: 'x' }, 'url', 'the string "x"', 'nothing'],
  [{ events: ['b', 'a'] }, 'events[0]', 'the string "b"', 'the string "a"'],
  [{ events: ['a'] }, 'events', '1 entries', '2 entries'],
  [{ events: {} }, 'events', 'the object {}', 'the array ["a","b"]'],
  [{ more: { deep: 1 } }, 'more.deep', 'the number 1', 'null'],
] as const)
  test(`${JSON.stringify(wanted)} is not what is shown`, () => {
    expect(shows(exampleExchange({ body }), wanted)).toEqual({
      expected: [expected],
      actual,
      at: `body.${at}`,
    });
  });

test('a body is shown by a success', () => {
  expect(shows(exampleExchange({ status: 201, body }), body)).toMatchObject({ at: 'status' });
});

test('an entry of a list is shown once, with the fields that are wanted', () => {
  const other = { ...body, id: 'w-2' };
  expect(
    showsInItsList(exampleExchange({ body: [other, body] }), { id: 'w-1', enabled: true }),
  ).toBeUndefined();
  expect(showsInItsList(exampleExchange({ body: [other, body] }), { id: 'w-1', enabled: false })).toEqual({
    expected: ['the boolean false'],
    actual: 'the boolean true',
    at: 'body [1].enabled',
  });
  for (const [list, actual] of [
    [[other], '0 among 1 entries'],
    [[body, other, body], '2 among 3 entries'],
  ] as const)
    expect(showsInItsList(exampleExchange({ body: list }), { id: 'w-1' })).toEqual({
      expected: ['one entry whose id is "w-1"'],
      actual,
      at: 'body',
    });
  expect(showsInItsList(exampleExchange({ body: [{}] }), { id: undefined })).toEqual({
    unseen: 'no id to look for was given',
  });
  expect(showsInItsList(exampleExchange({ body }), { id: 'w-1' })).toMatchObject({ expected: ['an array'] });
});
