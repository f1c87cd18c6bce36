import type { Static } from 'typebox';
import { object, optional, string } from '../schema/build.js';
import { priceProblems } from './product-rules.js';
import { type Catalogue, priceOf, priceSchema, quantitySchema, skuSchema } from './products.js';
import type { Market } from './reference-data.js';
import type { Emit } from './subscriptions.js';

/** One item of the price update (gap G-11). */
export const priceItemSchema = object({
  sku: skuSchema,
  price: priceSchema,
  valid_at: optional(string({ format: 'date-time' })),
});
type PriceItem = Static<typeof priceItemSchema>;

/**
 * Sets the price of a product in one country and leaves the other prices alone; refuses a country that is
 * not linked and an update older than the last one for this country. `submittedAt` in milliseconds. Gap G-11.
 */
export function updatePrice(
  { sku, price, valid_at }: PriceItem,
  catalogue: Catalogue,
  markets: readonly Market[],
  submittedAt: number,
): string[] {
  const product = catalogue.find(sku);
  if (product === undefined) return ['sku is not known'];
  const problems = priceProblems(price, new Set(markets.map(({ country }) => country.code)));
  if (problems.length > 0) return problems;
  if (isOutdated(valid_at, product.priceValidAt.get(price.country_code)))
    return ['valid_at must not be before that of the last price update'];
  product.priceValidAt.set(price.country_code, validAt(valid_at, submittedAt));
  const isKnown = product.values.prices.some(({ country_code }) => country_code === price.country_code);
  const prices = isKnown
    ? product.values.prices.map((former) =>
        former.country_code === price.country_code ? priceOf(price) : former,
      )
    : [...product.values.prices, priceOf(price)];
  product.values = { ...product.values, prices };
  return [];
}

/** One item of the stock update (gap G-11). */
export const stockItemSchema = object({
  sku: skuSchema,
  quantity: quantitySchema,
  valid_at: optional(string({ format: 'date-time' })),
});
type StockItem = Static<typeof stockItemSchema>;

/**
 * Sets the quantity of a product, unless the update is older than the last one that was applied. An update without
 * valid_at always applies and counts as valid from its submission, `submittedAt` in milliseconds. Gap G-11.
 */
export function updateStock(
  item: StockItem,
  catalogue: Catalogue,
  submittedAt: number,
  emit: Emit,
): string[] {
  const product = catalogue.find(item.sku);
  if (product === undefined) return ['sku is not known'];
  if (isOutdated(item.valid_at, product.stockValidAt))
    return ['valid_at must not be before that of the last stock update'];
  product.stockValidAt = validAt(item.valid_at, submittedAt);
  product.values = { ...product.values, quantity: item.quantity };
  emit('stock.updated', { sku: item.sku, quantity: item.quantity });
  return [];
}

/** Whether an update is valid from an earlier moment than the last one that was applied. */
export function isOutdated(valid_at: string | undefined, last: number | undefined): boolean {
  return valid_at !== undefined && last !== undefined && Date.parse(valid_at) < last;
}

/** The moment from which an update is valid, in milliseconds since 1970. */
function validAt(valid_at: string | undefined, submittedAt: number): number {
  return valid_at === undefined ? submittedAt : Date.parse(valid_at);
}
