import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import {
  agree,
  beAnEmptyPage,
  countAsTheLastPage,
  leadOn,
  linkToItsNeighbours,
  refuseOutOfBounds,
} from './page.js';

/** A page of a list of three entries, with the given changes. */
function page(number: number, per_page: number, ids: string, change: object = {}) {
  const pagination = { page: number, per_page, pages: Math.ceil(3 / per_page), total: 3, ...change };
  return exampleExchange({ body: { items: [...ids].map((id) => ({ id })), pagination } });
}
const answered = (status: number, body: unknown = {}) =>
  exampleExchange({ operationId: 'listRejectedProducts', status, body });
const empty = page(1, 2, '', { total: 0, pages: 0 });

oracleTest('a page within the bounds in place of a refusal only deviates', () => [
  [refuseOutOfBounds(page(1, 100, 'a')), 'status: status 200 [G-15]'],
  [refuseOutOfBounds(answered(200, { items: [] })), 'status: status 200 [G-15]'],
  [refuseOutOfBounds(page(0, 20, 'a')), 'status: status 200 []'],
]);

oracleTest('pages without entries, or without a key of each entry, show nothing about them', () => {
  const noEntries = 'inconclusive: the list has no entries';
  const links = (next: unknown, prev: unknown) => linkToItsNeighbours(page(3, 1, 'a', { next, prev }));
  const only = linkToItsNeighbours(page(1, 3, 'abc', { next: null, prev: null }));
  const uncounted = 'inconclusive: the pagination does not say which page it is, and of how many';
  return [
    [agree([], 'id'), 'nowhere: no page'],
    [agree([empty], 'id'), noEntries],
    [agree([empty]), noEntries],
    [
      agree([page(1, 2, 'ab'), page(2, 2, 'c')], 'sku'),
      'inconclusive: 3 entries have no sku to tell them apart',
    ],
    [links(undefined, '/x?page=2'), 'holds'],
    [only, 'inconclusive: the list has no second page'],
    [linkToItsNeighbours(answered(200)), uncounted],
    [beAnEmptyPage(page(9, 2, '', { total: 0, pages: 0 })), 'inconclusive: no page of the list has entries'],
    [beAnEmptyPage(answered(200)), 'inconclusive: the page has no list of entries'],
  ];
});

oracleTest('a page past the end counts the list as its last page does, where both count it', () => {
  const last = page(2, 2, 'c');
  const past = (change: object = {}, entries = '') => countAsTheLastPage(page(3, 2, entries, change), last);
  const notPast = 'inconclusive: there is no empty page past the end of a list with entries';
  return [
    // Some services give the last page that they have, others none.
    ...[{ page: undefined }, { total: undefined, pages: null }, { page: 9 }].map(
      (change) => [past(change), 'holds'] as const,
    ),
    [
      past({ total: null, pages: null, per_page: null }),
      'inconclusive: the page past the end does not count the list',
    ],
    // Another requirement says that it is empty, and answered with success.
    [past({ total: 0 }, 'c'), notPast],
    [countAsTheLastPage(answered(404), last), notPast],
    [countAsTheLastPage(empty, empty), notPast],
  ];
});

oracleTest('a list has the requested page size, or a smaller one if its maximum is left open', () => {
  const sized = (operationId: string) => {
    const body = { items: [{}], pagination: { page: 1, pages: 1, total: 1, per_page: 1 } };
    return agree([exampleExchange({ operationId, url: 'https://shop.example.com/list?per_page=2', body })]);
  };
  return [
    [sized('listRejectedProducts'), 'body pagination.per_page: the number 1', ['2, as requested']],
    [sized('listOrders'), 'holds'],
  ];
});

oracleTest('a page found by a cursor has the numbers of that page, where it has any', () => {
  const [first, second] = [page(1, 2, 'ab', { next_cursor: 'x' }), page(2, 2, 'c')];
  const found = (change: object, pages?: readonly (typeof first)[]) =>
    leadOn([first, page(2, 2, 'c', change)], pages);
  const both = [page(1, 2, '', { next_cursor: 'x' }), page(2, 2, '')];
  const none = 'inconclusive: the pages have no entries';
  return [
    [found({ page: undefined, total: null }, [first, second]), 'holds'],
    [found({ page: null, total: 1 }), 'holds'],
    [leadOn(both), none],
    [leadOn(both, both), none],
  ];
});
