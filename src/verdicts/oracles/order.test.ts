import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import {
  holdExactlyWhatMatches,
  listOrdersByNumber,
  listTheWholeOrder,
  nameTheirOwnDocuments,
  showTheStatusOfTheirItems,
} from './order.js';

const page = (...items: readonly object[]) => exampleExchange({ operationId: 'listOrders', body: { items } });
const orderOf = (order_number: string, status: string, ...statuses: string[]) => ({
  order_number,
  status,
  order_items: statuses.map((each, index) => ({ id: index + 1, sku: 'a', status: each })),
});
const other = orderOf('N-2', 'open', 'open');

oracleTest('that an order shows its number rests on a gap, and a list without orders shows nothing', () => [
  [listOrdersByNumber(page({ order_number: '' })), 'body items[0].order_number: the string "" [G-01]'],
  [listOrdersByNumber(page()), 'inconclusive: the list has no orders'],
]);

oracleTest('an order whose ids are not known yet is compared by its products', () => {
  const made = { order_number: 'N-1', order_items: [1, 2].map((id) => ({ id, sku: 'a' })) };
  const unlisted = { order_number: 'N-1', order_items: [{ sku: 'a' }, { sku: 'a' }] };
  const having = (...items: readonly string[]) => ({
    order_number: 'N-1',
    order_items: items.map(([id, sku]) => ({ id: Number(id), sku })),
  });
  const at = 'body items[0].order_items';
  return [
    [listTheWholeOrder([page(having('1a', '2a'))], unlisted), 'holds'],
    [listTheWholeOrder([page(having('1a', '1a'))], unlisted), `${at}: the number 1 again`],
    [
      listTheWholeOrder([page(having())], { ...made, order_items: [] }),
      'inconclusive: the order was made without items',
    ],
  ];
});

oracleTest('an order has the status of its items, or is mixed', () => {
  const status = (...orders: readonly object[]) => showTheStatusOfTheirItems(page(...orders));
  const inconclusive = 'inconclusive: no listed order has items that show a status';
  return [
    [status(other, orderOf('N-5', 'mixed', 'open')), 'body items[1].status: the string "mixed" [G-01]'],
    [status(orderOf('N-7', 'open')), inconclusive],
    // The description shows neither the status of an order nor that of an item.
    [status({ order_number: 'N-9', status: 'open', order_items: [{ id: 1 }] }), inconclusive],
    [status({ order_number: 'N-10', order_items: [{ id: 1, status: 'open' }] }), inconclusive],
  ];
});

oracleTest('a filter that nothing matches shows nothing', () => {
  const shipped = { name: 'N-3', matches: false };
  const none = 'inconclusive: nothing in the whole list matches the number 7';
  return [[holdExactlyWhatMatches([], [shipped], 7), none]];
});

oracleTest('an order names no document of another order, whatever the URL of a document looks like', () => {
  const urls = (...all: readonly unknown[]) =>
    nameTheirOwnDocuments(
      page(
        ...all.map((delivery_document_url, index) => ({
          order_number: `N ${index + 1}`,
          delivery_document_url,
        })),
      ),
    );
  const row = { order_number: 'N-1', delivery_document_url: '/17' };
  const path = (number: string) => `/api/v1/orders/${number}/delivery-document`;
  const wrong = (url: string, index: number, other: string) =>
    `body items[${index}].delivery_document_url: the string ${JSON.stringify(url)}, as for the order ${other} [G-05 G-11], a warning`;
  return [
    [urls(path('N%201'), `https://files.example.com${path('N%202')}?signature=1#page`), 'holds'],
    [urls('https://files.example.com/17', '/documents/N%201'), 'holds'],
    [urls(null, undefined, '', '', 7, 7), 'holds'],
    [urls('/documents/17', '/documents/17'), wrong('/documents/17', 1, 'N 1')],
    // Rows of a list that has one for each item.
    [nameTheirOwnDocuments(page(row, row)), 'holds'],
  ];
});
