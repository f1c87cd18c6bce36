import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { type Basket, makeOrder, NothingToOrder } from './order-maker.js';
import { createOrderBook, ITEM_STATUSES, itemStatusAfter, orderStatusOf } from './orders.js';
import { createCatalogue, mergeProductItem, type ProductItem } from './products.js';
import { createIdentifiers, createRandom } from './random.js';
import { createClock, createTimeline } from './time.js';

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

test('nothing can be ordered that is not active', () => {
  const { put, order } = openBook();
  put('draft', {}, false);
  expect(() => order({})).toThrow(NothingToOrder);
  put('a');
  expect(() => order({ skus: ['a', 'draft'] })).toThrow(NothingToOrder);
  expect(order({}).order_items).toHaveLength(1);
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
