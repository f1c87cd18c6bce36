import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { listsEventTypesByName } from './event-types.js';

const right = [
  { event: 'a', description: 'An a' },
  { event: 'b', description: 'A b' },
];

test('event types are listed by their names', () => {
  expect(listsEventTypesByName(exampleExchange({ body: right }))).toBeUndefined();
  expect(listsEventTypesByName(exampleExchange({ body: right.slice(1) }))).toBeUndefined();
});

for (const [wrong, actual] of [
  [{ description: 'A c' }, 'nothing'],
  [{ event: '' }, 'the string ""'],
  [{ event: 7 }, 'the number 7'],
  [{ event: 'a' }, 'the string "a"'],
  ['c', 'nothing'],
  [null, 'nothing'],
] as const)
  test(`${JSON.stringify(wrong)} is no event type more`, () => {
    expect(listsEventTypesByName(exampleExchange({ body: [...right, wrong] }))).toMatchObject({
      actual,
      at: 'body [2].event',
    });
  });

test('no list, and an empty one, list no event type', () => {
  expect(listsEventTypesByName(exampleExchange({ body: [] }))).toMatchObject({ at: 'body' });
  expect(listsEventTypesByName(exampleExchange({ body: {} }))).toMatchObject({ at: 'body' });
  expect(listsEventTypesByName(exampleExchange({ status: 404, body: right }))).toMatchObject({
    at: 'status',
  });
});
