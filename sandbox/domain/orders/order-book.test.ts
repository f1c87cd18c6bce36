import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { createIdentifiers } from '../identifiers.js';
import { createCatalogue } from '../products/catalogue.js';
import { mergeProductItem, type ProductItem } from '../products/product-item.js';
import { createRandom } from '../random.js';
import { createClock } from '../time/clock.js';
import { createTimeline } from '../time/timeline.js';
import { ITEM_STATUSES, orderStatusOf } from './order.js';
import { createOrderBook } from './order-book.js';
import { type Basket, makeOrder, NothingToOrder } from './order-maker.js';
import { itemStatusAfter } from './order-moves.js';

test('open items are shipped or cancelled, shipped ones returned, and nothing else', () => {
  const moves = ITEM_STATUSES.flatMap((status) =>
    (['ship', 'cancel', 'return'] as const).map((move) => [
      `${status} ${move}`,
      itemStatusAfter(status, move),
    ]),
  );
  expect(Object.fromEntries(moves.filter(([, next]) => next !== undefined))).toEqual({
    'open ship': 'shipped',
    'open cancel': 'cancelled',
    'shipped return': 'returned',
  });
});

test('an order has the status of its items, else it is mixed', () => {
  const of = (...statuses: (typeof ITEM_STATUSES)[number][]) =>
    orderStatusOf(statuses.map((status) => ({ status })));
  expect(of('open')).toBe('open');
  expect(of('shipped', 'shipped')).toBe('shipped');
  expect(of('open', 'shipped')).toBe('mixed');
});

const german = {
  country: { code: 'DE', name: 'Germany' },
  locale: { code: 'de-DE', name: 'German' },
  currency: { code: 'EUR', name: 'Euro' },
};
const polish = {
  country: { code: 'PL', name: 'Poland' },
  locale: { code: 'pl-PL', name: 'Polish' },
  currency: { code: 'PLN', name: 'Złoty' },
};

function openBook() {
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    (error) => expect(error).toBeUndefined(),
  );
  const events: unknown[] = [];
  const book = createOrderBook(timeline, (event, { status }) => events.push([event, status]), {
    itemStatusAfter,
  });
  const catalogue = createCatalogue();
  const put = (sku: string, change: Partial<ProductItem> = {}, isActive = true) => {
    const item: ProductItem = {
      style_key: 'style',
      sku,
      color: 1,
      brand: 1,
      category: 1,
      weight: 1,
      country_of_origin: 'PT',
      attributes: [],
      prices: [{ country_code: 'PL', retail_price: 10.01, sale_price: 9.99 }],
      images: [],
      ...change,
    };
    catalogue.put(mergeProductItem(item, undefined));
    const product = catalogue.find(sku);
    if (product !== undefined && isActive) product.status = 'active';
  };
  let id = 0;
  const order = (basket: Basket) =>
    makeOrder(basket, {
      catalogue,
      book,
      markets: [german, polish],
      timeline,
      identifiers: createIdentifiers(`order ${id}`),
      random: createRandom(1),
      nextItemId: () => ++id,
    });
  return { book, put, order, events, pass: (seconds: number) => timeline.change({ advance: seconds }) };
}

test('an order is made from active products, at the prices of a country where they are sold', () => {
  const { book, put, order } = openBook();
  put('a');
  put('b', { prices: [{ country_code: 'DE', retail_price: 5 }] });
  const made = order({ skus: ['a', 'b'], items: 3 });
  expect(made).toMatchObject({
    status: 'open',
    currency_code: 'PLN',
    shipping_country_code: 'PL',
    cost_with_tax: 2498,
    cost_without_tax: 2083,
    delivery_document_url: `/api/v1/orders/${made.order_number}/delivery-document`,
  });
  expect(made.order_items.map(({ id, sku, price_with_tax }) => [id, sku, price_with_tax])).toEqual([
    [1, 'a', 999],
    [2, 'b', 500],
    [3, 'a', 999],
  ]);
  expect(book.find(made.order_number)).toBe(made);
});

test('nothing can be ordered that is not active', () => {
  const { put, order } = openBook();
  put('draft', {}, false);
  expect(() => order({})).toThrow(NothingToOrder);
  put('a');
  expect(() => order({ skus: ['a', 'draft'] })).toThrow(NothingToOrder);
  expect(order({}).order_items).toHaveLength(1);
});

test('a move writes the tracking, the status and the time, and is told to subscribers', () => {
  const { book, put, order, events, pass } = openBook();
  put('a');
  const made = order({ items: 2 });
  pass(60);
  const tracking = { carrier_key: 'DHL', shipment_tracking_key: 's', return_tracking_key: null };
  expect(book.move([1], 'ship', tracking)).toEqual([]);
  expect(made).toMatchObject({ status: 'mixed', carrier_key: 'DHL', updated_at: '1970-01-01T00:01:00.000Z' });
  expect(made.order_items[0]).toMatchObject({
    status: 'shipped',
    shipment_tracking_key: 's',
    return_tracking_key: null,
  });
  expect(book.move([1], 'return', { return_tracking_key: 'r' })).toEqual([]);
  expect(made.order_items[0]).toMatchObject({
    status: 'returned',
    shipment_tracking_key: 's',
    return_tracking_key: 'r',
  });
  expect(events).toEqual([
    ['order.created', 'open'],
    ['order_items.shipped', undefined],
    ['order.updated', 'mixed'],
    ['order_items.returned', undefined],
    ['order.updated', 'mixed'],
  ]);
});

test('a move of an unknown, repeated or unfit item moves none', () => {
  const { book, put, order } = openBook();
  put('a');
  const made = order({ items: 2 });
  expect(book.move([1, 9], 'ship')).toEqual(['order item 9 is not known']);
  expect(book.move([1, 1], 'ship')).toEqual(['order item 1 is named more than once']);
  expect(book.move([1, 2], 'return')).toEqual(
    [1, 2].map((id) => `order item ${id} is open: return is not possible`),
  );
  expect(made.order_items.map(({ status }) => status)).toEqual(['open', 'open']);
});

test('an order that is cancelled has no delivery document', () => {
  const { book, put, order } = openBook();
  put('a');
  const made = order({ items: 2 });
  book.move([1], 'cancel');
  expect(made.delivery_document_url).not.toBeNull();
  book.move([2], 'cancel');
  expect(made).toMatchObject({ status: 'cancelled', delivery_document_url: null });
});

test('whatever is done, items take allowed moves only and the order agrees with them', () => {
  const moves = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('ship', 'cancel', 'return')),
  );
  fc.assert(
    fc.property(moves, (sequence) => {
      const { book, put, order } = openBook();
      put('a');
      const made = order({ items: 3 });
      const model: (typeof ITEM_STATUSES)[number][] = ['open', 'open', 'open'];
      return sequence.every(([id, move]) => {
        const next = itemStatusAfter(model[id - 1] ?? 'open', move);
        if (next !== undefined) model[id - 1] = next;
        const succeeded = book.move([id], move).length === 0;
        const statuses = made.order_items.map(({ status }) => status);
        const agrees = statuses.join() === model.join() && made.status === orderStatusOf(made.order_items);
        return succeeded === (next !== undefined) && agrees;
      });
    }),
  );
});
