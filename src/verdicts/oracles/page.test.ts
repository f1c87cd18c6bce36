import { exampleExchange } from '../../http/example-exchange.js';
import { oracleTest } from './oracle-rows.js';
import {
  agree,
  beAnEmptyPage,
  bePage,
  holdTheEntriesOf,
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
const noEntries = 'unseen: the list has no entries';
const at = 'body pagination';

oracleTest(
  'a page shows its number and size; a size out of bounds is refused, and a valid page in its place only deviates',
  () => [
    [bePage(page(1, 3, ['a']), 1, 2), `${at}.per_page: the number 3`],
    [refuseOutOfBounds(answered(400, { message: 'per_page' })), 'holds'],
    [refuseOutOfBounds(answered(422)), 'status: status 422 [G-15]'],
    [refuseOutOfBounds(page(1, 100, ['a'])), 'status: status 200 [G-15]'],
    [refuseOutOfBounds(answered(200, { items: [] })), 'status: status 200 [G-15]'],
    ...[101, 0, 1.5].map(
      (size) => [refuseOutOfBounds(page(1, size, ['a'])), 'status: status 200 []'] as const,
    ),
    [refuseOutOfBounds(page(0, 20, ['a'])), 'status: status 200 []'],
    [refuseOutOfBounds(page(1, 100, Array.from({ length: 101 }, String))), 'status: status 200 []'],
  ],
);

oracleTest('pages agree with each other and have each entry once', () => {
  const first = page(1, 2, ['a', 'b']);
  const second = page(2, 2, ['c']);
  const empty = page(1, 2, [], { total: 0, pages: 0 });
  const wrong = (change: object) => agree([page(1, 2, ['a', 'b'], change), second], 'id');
  return [
    // Entries without a key may look alike.
    [agree([page(1, 2, ['a', 'a']), page(2, 2, ['a'])]), 'holds'],
    [agree([first, page(2, 2, ['b'])], 'id'), 'body items[].id: the string "b" again', ['each entry once']],
    [
      agree([page(1, 2, ['a']), second]),
      'body items: 1 entry',
      ['2 entries on page 1 of 3 entries, 2 a page'],
    ],
    [agree([page(1, 2, ['a', 'b', 'c']), second], 'id'), 'body items: 3 entries'],
    [wrong({ total: '3' }), `${at}: the object {"total":"3","perPage":2}`],
    [agree([page(1, 2, [], { total: 0, pages: 1 })], 'id'), `${at}.pages: the number 1`],
    [agree([], 'id'), 'nowhere: no page'],
    [agree([empty], 'id'), noEntries],
    [agree([empty]), noEntries],
    [agree([first, second], 'sku'), 'unseen: 3 entries have no sku to tell them apart'],
  ];
});

oracleTest('pages have the same entries as the whole list, each as often', () => {
  let reads = 0;
  // Nothing is promised about a field that the target adds.
  const rejected = (styles: string, pages: number) =>
    answered(200, {
      items: [...styles].map((style_key) => ({ style_key, reads: reads++ })),
      pagination: { pages },
    });
  const held = (whole: string, ...pages: readonly string[]) =>
    holdTheEntriesOf(
      pages.map((styles) => rejected(styles, pages.length)),
      rejected(whole, 1),
    );
  const cut = page(1, 2, ['a', 'b']);
  return [
    [held('abc', 'cb', 'a'), 'holds'],
    // Two products of one style that were rejected for the same reasons.
    [held('aab', 'ab', 'a'), 'holds'],
    [held('abc', 'ab', 'b'), 'body items: 2 times []'],
    [held('ab', 'ab', 'b'), 'body items: 2 times []'],
    [holdTheEntriesOf([cut], cut), 'unseen: the whole list was not read on one page'],
    [holdTheEntriesOf([], page(1, 2, [], { pages: 1 })), noEntries],
  ];
});

oracleTest(
  'links exist inside the list, are null or absent at its ends, and lead to nothing past them',
  () => {
    const links = (number: number, next: unknown, prev: unknown) =>
      linkToItsNeighbours(page(number, 1, ['a'], { next, prev }));
    const only = (next: unknown) => linkToItsNeighbours(page(1, 3, ['a', 'b', 'c'], { next, prev: null }));
    const unknown = 'unseen: the pagination does not say which page it is, and of how many';
    return [
      [links(3, undefined, '/x?page=2'), 'holds'],
      [links(1, null, null), `${at}.next: null`, ['the path of the neighbouring page']],
      [links(2, '/x?page=3', ''), `${at}.prev: the string ""`],
      [only('/x?page=2'), `${at}.next: the string "/x?page=2"`],
      [only(null), 'unseen: the list has no second page'],
      [linkToItsNeighbours(answered(200)), unknown],
      [beAnEmptyPage(answered(404)), 'status: status 404'],
      [beAnEmptyPage(page(9, 2, [], { total: 0, pages: 0 })), 'unseen: no page of the list has entries'],
      [beAnEmptyPage(answered(200)), 'unseen: the page has no list of entries'],
    ];
  },
);
