import fc from 'fast-check';
import { type Price, price } from '../../price.js';
import { type ProductItem, productItem } from '../../product-item.js';
import { invalidItem } from '../invalid-item.js';
import type { ProductMistake } from './product-mistake.js';

/** Changes the first price, which must be right before. */
function inFirstPrice(
  field: keyof Price,
  right: string,
  put: (retail: number) => fc.Arbitrary<number>,
): ProductMistake {
  return (reference, prefix) =>
    productItem(reference, prefix).chain((drawn) => {
      // Without a sale, so that a wrong retail price is not below a sale price as well.
      const item = field === 'retail_price' ? withoutSale(drawn) : drawn;
      const [first, ...others] = item.prices;
      return put(first?.retail_price ?? 1).map((value) =>
        invalidItem(item, `prices[].${field}`, right, value, {
          prices: [{ ...first, [field]: value }, ...others],
        }),
      );
    });
}

function withoutSale(item: ProductItem): ProductItem {
  return { ...item, prices: item.prices.map((each) => ({ ...each, sale_price: null })) };
}

/** Adds a price, so that each country keeps its own. */
function besidePrices(right: string, put: (item: ProductItem) => fc.Arbitrary<Price>): ProductMistake {
  return (reference, prefix) =>
    productItem(reference, prefix).chain((item) =>
      put(item).map((added) =>
        invalidItem(item, 'prices[].country_code', right, added.country_code, {
          prices: [...item.prices, added],
        }),
      ),
    );
}

const below0 = fc.integer({ min: -100_000, max: -1 }).map((cents) => cents / 100);

/** The bounds of prices (gap G-02), each passed. */
export const priceBounds = {
  // Without countries of publication, which may be left out: they would miss their prices.
  'no price': (reference, prefix) =>
    productItem(reference, prefix).map((item) =>
      invalidItem(item, 'prices', 'at least one', [], { countries: undefined, prices: [] }),
    ),
  'two prices for one country': besidePrices('one price for each country', ({ countries }) =>
    fc.constantFrom(...countries).chain(price),
  ),
  'price for a code that is no alpha-2 code': besidePrices('an ISO 3166-1 alpha-2 code', () =>
    fc.constantFrom('', 'D', 'de', 'DEU', '276', 'Germany').chain(price),
  ),
  'retail price of 0': inFirstPrice('retail_price', 'above 0', () => fc.constant(0)),
  'retail price below 0': inFirstPrice('retail_price', 'above 0', () => below0),
  'sale price of 0': inFirstPrice('sale_price', 'above 0 or null', () => fc.constant(0)),
  'sale price below 0': inFirstPrice('sale_price', 'above 0 or null', () => below0),
  'sale price above the retail price': inFirstPrice('sale_price', 'at most retail_price', (retail) =>
    fc
      .oneof(fc.constant(1), fc.integer({ min: 1, max: 10_000 }))
      .map((more) => (Math.round(retail * 100) + more) / 100),
  ),
} as const satisfies Readonly<Record<string, ProductMistake>>;
