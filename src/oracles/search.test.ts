import { expect, test } from '@playwright/test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { find, listOnlyWhatHolds } from './search.js';

const dresses = { id: 1, name: 'Summer dresses', path: 'Women > Summer dresses', parent_id: null };
const shirts = { id: 2, name: 'Shirts', path: 'Women > Shirts', parent_id: null };
const pages = (...each: readonly (readonly unknown[])[]) =>
  each.map((items) => exampleExchange({ body: { items } }));

test('what is found holds the text or a word of it, in any case, on any page', () => {
  expect(find(pages([dresses]), 'Summer dresses', 1)).toBeUndefined();
  expect(find(pages([dresses]), 'DRESSES', 1)).toBeUndefined();
  expect(find(pages([shirts], [dresses]), 'women', 1)).toBeUndefined();
  expect(find(pages([shirts], [dresses]), 'Summer shirts', 1)).toBeUndefined();
  expect(find(pages([dresses]), '(dresses)', 1)).toBeUndefined();
});

test('a search that lists everything ignores what it was asked for', () => {
  expect(find(pages([dresses, shirts]), 'Summer dresses', 1)).toEqual({
    expected: [
      'no entry without "summer dresses"',
      'no entry without "summer"',
      'no entry without "dresses"',
    ],
    actual: `the object ${JSON.stringify(shirts)}`,
    at: 'body items',
    gaps: ['G-05', 'G-11'],
  });
  expect(find(pages([dresses], [shirts]), 'dresses', 1)).toMatchObject({ at: 'body items' });
});

test('a search that does not list what it was asked for misses it', () => {
  expect(find(pages([shirts]), 'women', 1)).toMatchObject({
    expected: ['an entry whose id is 1'],
    actual: '1 others',
  });
  expect(find(pages([]), 'Shirts', 2)).toMatchObject({ actual: '0 others' });
});

test('a search for what is nowhere lists nothing', () => {
  expect(listOnlyWhatHolds(pages([]), 'bcdfgh')).toBeUndefined();
  expect(listOnlyWhatHolds(pages([], [shirts]), 'bcdfgh')).toMatchObject({
    expected: ['no entry without "bcdfgh"'],
  });
  expect(listOnlyWhatHolds([exampleExchange({ status: 500, body: {} })], 'bcdfgh')).toMatchObject({
    at: 'status',
  });
});
