import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { listTheWholeOrder, nameTheirOwnDocuments, showTheStatusOfTheirItems } from './order.js';

const page = (...items: readonly object[]) => exampleExchange({ operationId: 'listOrders', body: { items } });

oracleTest('an order whose item ids are not yet known is compared by its products', () => {
  const listed = (...ids: readonly number[]) => {
    const orders = { order_number: 'N-1', order_items: ids.map((id) => ({ id, sku: 'a' })) };
    const made = { order_number: 'N-1', order_items: ids.map(() => ({ sku: 'a' })) };
    return listTheWholeOrder([page(orders)], made);
  };
  return [
    [listed(1, 2), 'holds'],
    [listed(1, 1), 'body items[0].order_items: the number 1 again'],
  ];
});

oracleTest('an order has the status of its items, or the status mixed', () => {
  const status = (order: string | undefined, ...items: readonly (string | undefined)[]) =>
    showTheStatusOfTheirItems(page({ status: order, order_items: items.map((each) => ({ status: each })) }));
  const inconclusive = 'inconclusive: no listed order has items that show a status';
  return [
    // The description shows neither the status of an order nor that of an item.
    [status('open'), inconclusive],
    [status('open', undefined), inconclusive],
    [status(undefined, 'open'), inconclusive],
  ];
});

oracleTest('no order names the document of another order, in any form of URL', () => {
  const urls = (...all: readonly unknown[]) =>
    nameTheirOwnDocuments(
      page(...all.map((url, index) => ({ order_number: `N ${index + 1}`, delivery_document_url: url }))),
    );
  const at = 'body items[1].delivery_document_url';
  const row = { order_number: 'N-1', delivery_document_url: '/17' };
  const path = (number: string) => `/api/v1/orders/${number}/delivery-document`;
  return [
    [urls(path('N%201'), `https://files.example.com${path('N%202')}?signature=1#page`), 'holds'],
    [urls(null, undefined, '', '', 7, 7), 'holds'],
    [urls('/17', '/17'), `${at}: the string "/17", as for the order N 1 [G-05 G-11], a warning`],
    // Rows of a list that has a row for each item.
    [nameTheirOwnDocuments(page(row, row)), 'holds'],
  ];
});
