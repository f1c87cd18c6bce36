import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { paginate } from './pagination.js';

const path = '/list';

/** Everything that is to be true of all pages of a list, as one value. */
function pagesOf(total: number, per_page: number) {
  const entries = Array.from({ length: total }, (_, index) => index);
  const pages = Math.ceil(total / per_page);
  const all = Array.from({ length: pages }, (_, index) =>
    paginate(entries, { page: index + 1, per_page, path, filters: {} }),
  );
  const link = (page: number) =>
    page >= 1 && page <= pages ? `/list?page=${page}&per_page=${per_page}` : null;
  return {
    actual: {
      items: all.flatMap(({ items }) => items),
      paginations: all.map(({ pagination }) => pagination),
    },
    expected: {
      items: entries,
      paginations: all.map(({ pagination: { next_cursor } }, index) => ({
        per_page,
        page: index + 1,
        pages,
        total,
        next: link(index + 2),
        prev: link(index),
        next_cursor: index + 1 < pages ? String(next_cursor) : null,
      })),
    },
  };
}

test('the pages together hold each entry once, and the links lead from each to the next', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), (total, per_page) => {
      const { actual, expected } = pagesOf(total, per_page);
      return isDeepStrictEqual(actual, expected);
    }),
  );
});

test('links keep the filters, with their odd characters', () => {
  const filters = { style_key: 'a&b \ud800', sku: undefined, status: null };
  const { pagination } = paginate([1, 2], { page: 1, per_page: 1, path, filters });
  expect(pagination.next).toBe('/list?page=2&per_page=1&style_key=a%26b+%EF%BF%BD');
});

test('a page past the end is empty and leads back to the last page', () => {
  const { items, pagination } = paginate([1, 2], { page: 1e20, per_page: 1, path, filters: {} });
  expect(items).toEqual([]);
  expect(pagination).toMatchObject({ next: null, next_cursor: null, prev: '/list?page=2&per_page=1' });
});
