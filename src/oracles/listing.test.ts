import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import {
  givesAnIdOfEach,
  lists,
  listsAgain,
  listsAnEntryWith,
  listsAtLeastOne,
  listsWhatThereIs,
} from './listing.js';

test('the body itself, or each of its places, is an array', () => {
  expect(lists(exampleExchange({ body: [] }))).toBeUndefined();
  expect(
    lists(exampleExchange({ body: { countries: [], locales: [] } }), 'countries', 'locales'),
  ).toBeUndefined();
  expect(lists(exampleExchange({ body: { countries: [] } }))).toEqual({
    expected: ['an array'],
    actual: 'the object {"countries":[]}',
    at: 'body',
  });
  expect(lists(exampleExchange({ body: { countries: [], locales: {} } }), 'countries', 'locales')).toEqual({
    expected: ['an array'],
    actual: 'the object {}',
    at: 'body locales',
  });
});

test('an empty list is no violation, and shows nothing', () => {
  expect(listsWhatThereIs(exampleExchange({ body: [{ id: 1 }] }))).toBeUndefined();
  for (const body of [[{}], [null], [{ id: null }]])
    expect(listsWhatThereIs(exampleExchange({ body }))).toEqual({ unseen: 'the list has no entries' });
  expect(listsWhatThereIs(exampleExchange({ body: [] }))).toEqual({ unseen: 'the list has no entries' });
  expect(listsWhatThereIs(exampleExchange({ body: {} }))).toMatchObject({ expected: ['an array'] });
});

for (const body of ['', 'null', '7', '{}']) {
  test(`${JSON.stringify(body)} lists nothing`, () => {
    expect(lists(exampleExchange({ body }), 'items')).toMatchObject({ actual: 'nothing', at: 'body items' });
  });
}

test('one entry is enough where one is needed, none is too few', () => {
  expect(listsAtLeastOne(exampleExchange({ body: [0] }))).toBeUndefined();
  expect(listsAtLeastOne(exampleExchange({ body: [] }))).toMatchObject({
    expected: ['an array with at least one entry that holds something'],
    actual: 'the array []',
  });
  expect(listsAtLeastOne(exampleExchange({ body: { items: [1], more: [] } }), 'items', 'more')).toMatchObject(
    {
      at: 'body more',
    },
  );
});

test('an entry is found by the value of its member, type included', () => {
  const body = { items: [null, 7, { sku: 'a' }, { sku: 7 }] };
  expect(listsAnEntryWith(exampleExchange({ body }), 'items', 'sku', 'a')).toBeUndefined();
  expect(listsAnEntryWith(exampleExchange({ body }), 'items', 'sku', 7)).toBeUndefined();
  expect(listsAnEntryWith(exampleExchange({ body }), 'items', 'sku', '7')).toMatchObject({
    expected: ['an entry whose sku is "7"'],
    at: 'body items',
  });
  expect(listsAnEntryWith(exampleExchange({ body }), 'items', 'sku', undefined)).toHaveProperty('unseen');
  expect(listsAnEntryWith(exampleExchange({ body: {} }), 'items', 'sku', 'a')).toMatchObject({
    expected: ['an array'],
  });
});

test('each entry of a list has an id that it can be asked for by', () => {
  const judged = (body: unknown, place?: string) => givesAnIdOfEach(exampleExchange({ body }), place);
  expect(judged([])).toEqual({ unseen: 'the list has no entries' });
  expect(judged([{ id: 7 }, { id: 'a' }])).toBeUndefined();
  expect(judged({ items: [{ id: 0 }] }, 'items')).toBeUndefined();
  expect(judged({ items: [{ id: 1 }, { name: 'a' }] }, 'items')).toEqual({
    expected: ['an id'],
    actual: 'nothing',
    at: 'body items[1].id',
    gaps: ['G-05'],
  });
  for (const entry of [{ id: '' }, { id: null }, { id: {} }, 7, null])
    expect(judged([entry])).toMatchObject({ at: 'body [0].id' });
  expect(judged({}, 'items')).toMatchObject({ expected: ['an array'] });
  expect(givesAnIdOfEach(exampleExchange({ status: 404, body: [] }))).toMatchObject({ at: 'status' });
});

test('a list comes with status 200 and no other', () => {
  const exchange = exampleExchange({ status: 206, body: [{ sku: 'a' }] });
  const unmet = { expected: ['status 200'], actual: 'status 206' };
  expect(lists(exchange)).toMatchObject(unmet);
  expect(listsAtLeastOne(exchange)).toMatchObject(unmet);
  expect(listsAnEntryWith(exchange, '', 'sku', 'a')).toMatchObject(unmet);
});

test('a list has what it had before, in any order, and what is new', () => {
  const list = (...ids: readonly unknown[]) => exampleExchange({ body: ids.map((id) => ({ id })) });
  expect(listsAgain(list(2, 'a', 1), list(1, 2))).toBeUndefined();
  for (const earlier of [list(), list(undefined)])
    expect(listsAgain(list(undefined), earlier)).toEqual({
      unseen: 'the earlier list has no entry with an id',
    });
  expect(listsAgain(list(1), list(1, 'a'))).toEqual({
    expected: ['an entry whose id is the string "a", as before'],
    actual: 'none',
    at: 'body',
  });
  expect(listsAgain(exampleExchange({ body: null }), list(1))).toMatchObject({ expected: ['an array'] });
});
