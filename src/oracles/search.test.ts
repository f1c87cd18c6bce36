import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { find, listOnlyWhatHolds } from './search.js';

const dresses = { id: 1, name: 'Summer dresses', path: 'Women > Summer dresses', parent_id: null };
const shirts = { id: 2, name: 'Shirts', path: 'Women > Shirts', parent_id: null };
/** Pages as long as the first. */
const pages = (...each: readonly (readonly unknown[])[]) => {
  const per_page = each[0]?.length || 20;
  const total = each.flat().length;
  return each.map((items, index) => {
    const pagination = { page: index + 1, per_page, pages: Math.ceil(total / per_page), total };
    return exampleExchange({ body: { items, pagination } });
  });
};

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

test('a search within each page of the whole list leaves pages that are not full', () => {
  const page = (number: number, ...items: readonly unknown[]) => {
    const pagination = { page: number, per_page: 1, pages: 2, total: 2 };
    return exampleExchange({ body: { items, pagination } });
  };
  expect(find([page(1, dresses), page(2, shirts)], 'women', 2)).toBeUndefined();
  expect(find([page(1), page(2, shirts)], 'Shirts', 2)).toMatchObject({
    expected: ['1 entries on page 1 of 2 entries, 1 a page'],
    gaps: ['G-05', 'G-11'],
  });
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
