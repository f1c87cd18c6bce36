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
function page(number: number, per_page: number, ids: readonly string[], change: object = {}) {
  const total = 3;
  const pagination = { page: number, per_page, pages: Math.ceil(total / per_page), total, ...change };
  return exampleExchange({ body: { items: ids.map((id) => ({ id })), pagination } });
}
const answered = (status: number, body: unknown = {}) =>
  exampleExchange({ operationId: 'listRejectedProducts', status, body });
const noEntries = 'inconclusive: the list has no entries';
const at = 'body pagination';

oracleTest(
  'a page shows its number and size; a size out of bounds is refused, and a valid page in its place only deviates',
  () => [
    [refuseOutOfBounds(page(1, 100, ['a'])), 'status: status 200 [G-15]'],
    [refuseOutOfBounds(answered(200, { items: [] })), 'status: status 200 [G-15]'],
    [refuseOutOfBounds(page(0, 20, ['a'])), 'status: status 200 []'],
  ],
);

oracleTest('pages agree with each other and have each entry once', () => {
  const first = page(1, 2, ['a', 'b']);
  const second = page(2, 2, ['c']);
  const empty = page(1, 2, [], { total: 0, pages: 0 });
  return [
    [agree([], 'id'), 'nowhere: no page'],
    [agree([empty], 'id'), noEntries],
    [agree([empty]), noEntries],
    [agree([first, second], 'sku'), 'inconclusive: 3 entries have no sku to tell them apart'],
  ];
});

oracleTest(
  'links exist inside the list, are null or absent at its ends, and lead to nothing past them',
  () => {
    const links = (number: number, next: unknown, prev: unknown) =>
      linkToItsNeighbours(page(number, 1, ['a'], { next, prev }));
    const only = (next: unknown) => linkToItsNeighbours(page(1, 3, ['a', 'b', 'c'], { next, prev: null }));
    const unknown = 'inconclusive: the pagination does not say which page it is, and of how many';
    return [
      [links(3, undefined, '/x?page=2'), 'holds'],
      [only(null), 'inconclusive: the list has no second page'],
      [linkToItsNeighbours(answered(200)), unknown],
      [
        beAnEmptyPage(page(9, 2, [], { total: 0, pages: 0 })),
        'inconclusive: no page of the list has entries',
      ],
      [beAnEmptyPage(answered(200)), 'inconclusive: the page has no list of entries'],
    ];
  },
);

oracleTest('a page past the end counts the list as its last page does, where both count it', () => {
  const last = page(2, 2, ['c']);
  const past = (change: object = {}, entries: readonly string[] = []) =>
    countAsTheLastPage(page(3, 2, entries, change), last);
  const notPast = 'inconclusive: there is no empty page past the end of a list with entries';
  return [
    // Some services give the last page that they have, others none.
    [past({ page: undefined }), 'holds'],
    [past({ total: undefined, pages: null }), 'holds'],
    [past({ page: 9 }), 'holds'],
    [
      past({ total: null, pages: null, per_page: null }),
      'inconclusive: the page past the end does not count the list',
    ],
    // Another requirement says that it is empty, and answered with success.
    [past({ total: 0 }, ['c']), notPast],
    [countAsTheLastPage(answered(404), last), notPast],
    [countAsTheLastPage(page(2, 2, [], { total: 0 }), page(1, 2, [])), notPast],
  ];
});

oracleTest(
  'a list has the page size that was requested, or a smaller one if its maximum is left open',
  () => {
    const sized = (operationId: string, per_page: number, requested: string) =>
      agree([
        exampleExchange({
          operationId,
          url: `https://shop.example.com/api/v1/list?per_page=${requested}`,
          body: { items: [{}], pagination: { page: 1, pages: 1, total: 1, per_page } },
        }),
      ]);
    return [
      [sized('listRejectedProducts', 1, '2'), `${at}.per_page: the number 1`, ['2, as requested']],
      [sized('listOrders', 1, '2'), 'holds'],
    ];
  },
);

oracleTest('a page found by a cursor has the numbers of that page, where it has any', () => {
  const [first, second] = [page(1, 2, ['a', 'b'], { next_cursor: 'x' }), page(2, 2, ['c'])];
  const found = (change: object, pages?: readonly (typeof first)[]) =>
    leadOn([first, page(2, 2, ['c'], change)], pages);
  const empty = [page(1, 2, [], { next_cursor: 'x' }), page(2, 2, [])];
  const none = 'inconclusive: the pages have no entries';
  return [
    [found({ page: undefined, total: null }, [first, second]), 'holds'],
    [found({ page: null, total: 1 }), 'holds'],
    [leadOn(empty), none],
    [leadOn(empty, empty), none],
  ];
});
