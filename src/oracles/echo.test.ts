import { expect, test } from '@playwright/test';
import { echoesOnce } from './echo.js';

const entriesOf = (...items: readonly unknown[]) =>
  items.map((requestItem) => ({ requestItem, success: true, errors: [] }));

test('every item is echoed, in whatever order', () => {
  expect(echoesOnce(entriesOf({ a: 2 }, { a: 1 }), [{ a: 1 }, { a: 2 }])).toBeUndefined();
  expect(echoesOnce(entriesOf({ b: [1], a: 'é' }), [{ a: 'é', b: [1] }])).toBeUndefined();
  expect(echoesOnce([], [])).toBeUndefined();
});

test('equal items need an entry each', () => {
  expect(echoesOnce(entriesOf({ a: 1 }, { a: 1 }), [{ a: 1 }, { a: 1 }])).toBeUndefined();
  expect(echoesOnce(entriesOf({ a: 1 }, { a: 2 }), [{ a: 1 }, { a: 1 }])).toEqual({
    expected: ['an entry that echoes item 1 unchanged: the object {"a":1}'],
    actual: 'the object {"a":2}',
    at: 'body items[].requestItem',
  });
});

for (const echoed of [{ a: 1, b: null }, { a: '1' }, { a: 1.5 }, {}, [1], null]) {
  test(`${JSON.stringify(echoed)} is no echo of {"a":1}`, () => {
    expect(echoesOnce(entriesOf(echoed), [{ a: 1 }])).toBeDefined();
  });
}

test('an item is compared as JSON carries it: without undefined, and with one zero', () => {
  expect(echoesOnce(entriesOf({ a: 0 }), [{ a: -0, b: undefined }])).toBeUndefined();
});

test('an entry too few and an entry too many are told', () => {
  expect(echoesOnce(entriesOf({ a: 1 }), [{ a: 1 }, { a: 2 }])).toMatchObject({ actual: 'nothing' });
  expect(echoesOnce(entriesOf({ a: 1 }, { a: 9 }), [{ a: 1 }])).toEqual({
    expected: ['1 entries'],
    actual: '2 entries',
    at: 'body items',
  });
});
