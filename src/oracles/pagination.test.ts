import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import type { Exchange } from '../exchange/exchange.js';
import {
  agree,
  holdTheEntriesOf,
  isEmptyPage,
  isPage,
  linksToItsNeighbours,
  refusesOutOfBounds,
} from './pagination.js';

test('a page says which it is, and how long', () => {
  expect(isPage(page(1, 2, ['a', 'b']), 1, 2)).toBeUndefined();
  expect(isPage(page(2, 2, ['c']), 1, 2)).toMatchObject({ expected: ['1'], at: 'body pagination.page' });
  expect(isPage(page(1, 3, ['a']), 1, 2)).toMatchObject({ at: 'body pagination.per_page' });
  expect(isPage(exampleExchange({ status: 400, body: {} }), 1, 2)).toMatchObject({ at: 'status' });
});

/** The answer to a page past its bounds, and the gaps that leave it open; null where it is right. */
const pastBounds: readonly (readonly [
  what: string,
  answer: Exchange,
  gaps: readonly string[] | null | undefined,
])[] = [
  ['400 with a message', refusal(400, { message: 'per_page' }), null],
  ['400 without a message', refusal(400, {}), undefined],
  ['422', refusal(422, {}), ['G-15']],
  ['404', refusal(404, { message: 'gone' }), ['G-15']],
  ['500', refusal(500, {}), undefined],
  ['the first page of the default size', page(1, 20, ['a']), ['G-15']],
  ['a page of 100', page(1, 100, ['a']), ['G-15']],
  ['a page of 101', page(1, 101, ['a']), []],
  ['a page of 0', page(1, 0, []), []],
  ['a page of 1.5', page(1, 1.5, ['a']), []],
  ['page 0', page(0, 20, ['a']), []],
  ['page -1', page(-1, 20, ['a']), []],
  [
    '101 entries',
    page(
      1,
      100,
      Array.from({ length: 101 }, (_, index) => `${index}`),
    ),
    [],
  ],
];

for (const [what, answer, gaps] of pastBounds) {
  const open = gaps?.length ? `only deviates by ${gaps.join()}` : 'is wrong';
  test(`past its bounds ${what} ${gaps === null ? 'is right' : open}`, () => {
    const unmet = refusesOutOfBounds(answer);
    if (gaps === null) expect(unmet).toBeUndefined();
    else expect(unmet).toMatchObject({ expected: expect.any(Array) });
    expect(unmet?.gaps).toEqual(gaps ?? undefined);
  });
}

test('pages that hold each entry once agree; a list without entries, or without their keys, shows nothing', () => {
  expect(agree([page(1, 2, ['a', 'b']), page(2, 2, ['c'])], 'id')).toBeUndefined();
  const empty = page(1, 2, [], { total: 0, pages: 0 });
  expect(agree([empty], 'id')).toEqual({ unseen: 'the list has no entries' });
  expect(agree([page(1, 2, [], { total: 0, pages: 1 })], 'id')?.at).toBe('body pagination.pages');
  expect(agree([page(1, 2, ['a', 'b']), page(2, 2, ['c'])], 'sku')).toEqual({
    unseen: '3 entries have no sku to tell them apart',
  });
});

test('an entry that is lost, twice or too many at the edge of a page is found', () => {
  expect(agree([page(1, 2, ['a', 'b']), page(2, 2, ['b'])], 'id')).toMatchObject({
    expected: ['each entry once'],
    actual: 'the string "b" again',
  });
  expect(agree([page(1, 2, ['a']), page(2, 2, ['c'])], 'id')?.expected).toEqual([
    '2 entries on page 1 of 3 entries, 2 a page',
  ]);
  expect(agree([page(1, 2, ['a', 'b', 'c']), page(2, 2, ['d'])], 'id')?.at).toBe('body items');
});

test('numbers that do not agree are named', () => {
  const second = page(2, 2, ['c']);
  for (const [wrong, at] of [
    [{ pages: 3 }, 'pages'],
    [{ page: 2 }, 'page'],
    [{ total: '3' }, 'total'],
  ] as const) {
    const found = agree([page(1, 2, ['a', 'b'], wrong), second], 'id');
    expect(found?.at).toContain(at === 'total' ? 'pagination' : `pagination.${at}`);
  }
  expect(agree([page(1, 2, ['a', 'b']), page(2, 2, ['c'], { total: 4 })], 'id')?.at).toBe(
    'body pagination.total',
  );
  expect(agree([], 'id')?.actual).toBe('no page');
});

test('links are there inside, and null or absent at the ends', () => {
  const links = (number: number, next: unknown, prev: unknown) =>
    linksToItsNeighbours(page(number, 1, ['a'], { next, prev }));
  expect(links(1, '/x?page=2', null)).toBeUndefined();
  expect(links(2, '/x?page=3', '/x?page=1')).toBeUndefined();
  expect(links(3, undefined, '/x?page=2')).toBeUndefined();
  expect(links(1, null, null)?.at).toBe('body pagination.next');
  expect(links(3, '/x?page=4', '/x?page=2')).toMatchObject({ expected: ['null', 'no such field'] });
  expect(links(2, '/x?page=3', '')?.at).toBe('body pagination.prev');
});

test('a page that does not say which it is, and one without neighbours, leads nowhere', () => {
  const bare = exampleExchange({ body: { items: [] } });
  expect(linksToItsNeighbours(bare)).toHaveProperty('unseen');
  const only = (change: object) => linksToItsNeighbours(page(1, 3, ['a', 'b', 'c'], change));
  expect(only({ next: null, prev: null })).toEqual({ unseen: 'the list has no second page' });
  expect(only({ next: '/x?page=2' })?.at).toBe('body pagination.next');
});

test('past the end there is nothing', () => {
  expect(isEmptyPage(page(9, 2, []))).toBeUndefined();
  expect(isEmptyPage(page(9, 2, [], { total: 0, pages: 0 }))).toEqual({
    unseen: 'no page of the list has entries',
  });
  expect(isEmptyPage(exampleExchange({ body: {} }))).toEqual({ unseen: 'the page has no list of entries' });
  expect(isEmptyPage(page(9, 2, ['a']))?.actual).toBe('1 entries');
  expect(isEmptyPage(exampleExchange({ status: 404, body: {} }))?.at).toBe('status');
});

/** A page of a list of three entries, but for what is given. */
function page(number: number, per_page: number, ids: readonly string[], change: object = {}) {
  const total = 3;
  const pagination = { page: number, per_page, pages: Math.ceil(total / per_page), total, ...change };
  return exampleExchange({ body: { items: ids.map((id) => ({ id })), pagination } });
}

/** Messages of the entries of one style on the whole list and on its pages, and whether these are the same entries. */
const cut: readonly (readonly [whole: string[], pages: string[][], isSame: boolean])[] = [
  [['a', 'b', 'c'], [['a', 'b'], ['c']], true],
  [['a', 'b', 'c'], [['c', 'b'], ['a']], true],
  // Two products of one style that were rejected for the same reasons.
  [['a', 'a', 'b'], [['a', 'b'], ['a']], true],
  [['a', 'b', 'c'], [['a', 'b'], ['b']], false],
  [['a', 'b', 'c'], [['a', 'b'], ['d']], false],
  [['a', 'b', 'c'], [['a', 'b'], []], false],
  [['a', 'b'], [['a', 'b'], ['b']], false],
];

for (const [whole, pages, isSame] of cut) {
  test(`pages of ${JSON.stringify(pages)} ${isSame ? 'hold' : 'do not hold'} the entries of ${whole.join(', ')}`, () => {
    let reads = 0;
    const rejected = (messages: readonly string[], count: number) =>
      exampleExchange({
        operationId: 'listRejectedProducts',
        body: {
          items: messages.map((rejection_message) => {
            reads += 1;
            // Nothing is promised about a field that the target adds.
            return { style_key: 's', rejection_message, reads };
          }),
          pagination: { pages: count },
        },
      });
    const found = holdTheEntriesOf(
      pages.map((messages) => rejected(messages, pages.length)),
      rejected(whole, 1),
    );
    if (isSame) expect(found).toBeUndefined();
    else expect(found).toMatchObject({ at: 'body items', gaps: [] });
  });
}

test('a list that is cut already, or has no entries, shows nothing of its pages', () => {
  const cutAlready = page(1, 2, ['a', 'b']);
  expect(holdTheEntriesOf([cutAlready], cutAlready)).toHaveProperty('unseen');
  expect(holdTheEntriesOf([], page(1, 2, [], { pages: 1 }))).toEqual({ unseen: 'the list has no entries' });
});

test('entries without a key of their own may look alike', () => {
  expect(agree([page(1, 2, ['a', 'a']), page(2, 2, ['a'])])).toBeUndefined();
  expect(agree([page(1, 2, [], { total: 0, pages: 0 })])).toEqual({ unseen: 'the list has no entries' });
});

function refusal(status: number, body: unknown): Exchange {
  return exampleExchange({ operationId: 'listRejectedProducts', status, body });
}
