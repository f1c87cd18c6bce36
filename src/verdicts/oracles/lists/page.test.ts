import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { agree, countAsTheLastPage, leadOn, linkToItsNeighbours, refuseOutOfBounds } from './page.js';

/** A page of a list of three entries, with the given changes. */
function page(number: number, per_page: number, ids: string, change: object = {}) {
  const pagination = { page: number, per_page, pages: Math.ceil(3 / per_page), total: 3, ...change };
  return exampleExchange({ body: { items: [...ids].map((id) => ({ id })), pagination } });
}
const answered = (status: number, body: unknown = {}) =>
  exampleExchange({ operationId: 'listRejectedProducts', status, body });

oracleTest('a page within the bounds instead of a refusal is only a deviation', () => [
  [refuseOutOfBounds(page(1, 100, 'a')), 'status: status 200 [G-15]'],
  [refuseOutOfBounds(answered(200, { items: [] })), 'status: status 200 [G-15]'],
  [refuseOutOfBounds(page(0, 20, 'a')), 'status: status 200 []'],
]);

oracleTest('a page past the end and the last page agree on the numbers that both have', () => {
  const last = page(2, 2, 'c');
  const past = (change: object) => countAsTheLastPage(page(3, 2, '', change), last);
  return [
    // In prev, some services give the last page that exists, others give nothing.
    [linkToItsNeighbours(page(3, 1, 'a', { next: undefined, prev: '/x?page=2' })), 'holds'],
    ...[{ page: undefined }, { total: undefined, pages: null }, { page: 9 }].map(
      (change) => [past(change), 'holds'] as const,
    ),
  ];
});

oracleTest('a list has the requested page size, or a smaller one if the maximum is left open', () => {
  const sized = (operationId: string) => {
    const body = { items: [{}], pagination: { page: 1, pages: 1, total: 1, per_page: 1 } };
    return agree([exampleExchange({ operationId, url: 'https://shop.example.com/list?per_page=2', body })]);
  };
  return [
    [sized('listRejectedProducts'), 'body pagination.per_page: the number 1', ['2, as requested']],
    [sized('listOrders'), 'holds'],
  ];
});

oracleTest('a page found by a cursor has the pagination numbers of that page, if it has any', () => {
  const [first, second] = [page(1, 2, 'ab', { next_cursor: 'x' }), page(2, 2, 'c')];
  const found = page(2, 2, 'c', { page: undefined, total: null });
  return [[leadOn([first, found], [first, second]), 'holds']];
});
