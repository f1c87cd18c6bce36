import { expect, test } from '@playwright/test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { shows } from './shown.js';

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
