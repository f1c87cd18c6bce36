import { expect, test } from '#unit-test';
import { createCatalogue } from './catalogue.js';
import { updatePrice } from './price-update.js';
import { mergeProductItem } from './product-item.js';
import { updateStock } from './stock-update.js';

const SUBMITTED = Date.parse('2025-06-01T00:00:00Z');
const markets = ['DE', 'FR', 'IT'].map((code) => ({
  country: { code, name: code },
  locale: { code, name: code },
  currency: { code: 'EUR', name: 'Euro' },
}));

function openCatalogue() {
  const catalogue = createCatalogue();
  catalogue.put(
    mergeProductItem(
      {
        style_key: 'style',
        sku: 'sku',
        color: 1,
        brand: 1,
        category: 1,
        weight: 1,
        country_of_origin: 'PT',
        attributes: [],
        quantity: 1,
        prices: [
          { country_code: 'DE', retail_price: 10 },
          { country_code: 'FR', retail_price: 20, sale_price: 15 },
        ],
        images: [],
      },
      undefined,
    ),
  );
  const events: unknown[] = [];
  const stock = (quantity: number, valid_at?: string, sku = 'sku') =>
    updateStock(
      { sku, quantity, ...(valid_at !== undefined && { valid_at }) },
      catalogue,
      SUBMITTED,
      (event, message) => events.push([event, message]),
    );
  const price = (country_code: string, retail_price: number, valid_at?: string, sale_price?: number | null) =>
    updatePrice(
      {
        sku: 'sku',
        price: { country_code, retail_price, ...(sale_price !== undefined && { sale_price }) },
        ...(valid_at !== undefined && { valid_at }),
      },
      catalogue,
      markets,
      SUBMITTED,
    );
  const values = () => catalogue.find('sku')?.values;
  return { stock, price, values, events };
}

test('a stock update changes the quantity and is told to subscribers', () => {
  const { stock, values, events } = openCatalogue();
  expect(stock(7)).toEqual([]);
  expect(values()?.quantity).toBe(7);
  expect(events).toEqual([['stock.updated', { sku: 'sku', quantity: 7 }]]);
});

test('a stock update for an unknown sku fails', () => {
  const { stock, events } = openCatalogue();
  expect(stock(7, undefined, 'other')).toEqual(['sku is not known']);
  expect(events).toEqual([]);
});

test('a stock update older than the last one fails, one of the same time does not', () => {
  const { stock, values } = openCatalogue();
  expect(stock(2, '2025-01-02T00:00:00Z')).toEqual([]);
  expect(stock(3, '2025-01-02T00:59:59+01:00')).toHaveLength(1);
  expect(values()?.quantity).toBe(2);
  expect(stock(4, '2025-01-02T01:00:00+01:00')).toEqual([]);
  expect(values()?.quantity).toBe(4);
});

test('a stock update without a time applies, and counts as of its submission', () => {
  const { stock, values } = openCatalogue();
  stock(2, '2030-01-01T00:00:00Z');
  expect(stock(3)).toEqual([]);
  expect(stock(4, '2025-05-31T23:59:59Z')).toHaveLength(1);
  expect(stock(5, '2025-06-01T00:00:00Z')).toEqual([]);
  expect(values()?.quantity).toBe(5);
});

test('a price update changes the price of its country only', () => {
  const { price, values } = openCatalogue();
  expect(price('DE', 12, undefined, 11)).toEqual([]);
  expect(values()?.prices).toEqual([
    { country_code: 'DE', retail_price: 12, sale_price: 11 },
    { country_code: 'FR', retail_price: 20, sale_price: 15 },
  ]);
});

test('a price update for a linked country without a price adds one', () => {
  const { price, values } = openCatalogue();
  expect(price('IT', 5, undefined, null)).toEqual([]);
  expect(values()?.prices.at(-1)).toEqual({ country_code: 'IT', retail_price: 5, sale_price: null });
});

test('a price update for a country that is not linked fails', () => {
  const { price, values } = openCatalogue();
  expect(price('PL', 5)).toEqual([expect.stringContaining('PL is not linked')]);
  expect(values()?.prices).toHaveLength(2);
});

test('a sale price above the retail price fails, as high as it does not', () => {
  const { price } = openCatalogue();
  expect(price('DE', 10, undefined, 10.01)).toHaveLength(1);
  expect(price('DE', 10, undefined, 10)).toEqual([]);
});

test('the times of price updates count for each country', () => {
  const { price } = openCatalogue();
  expect(price('DE', 1, '2025-01-02T00:00:00Z')).toEqual([]);
  expect(price('FR', 1, '2025-01-01T00:00:00Z')).toEqual([]);
  expect(price('DE', 1, '2025-01-01T00:00:00Z')).toHaveLength(1);
});
