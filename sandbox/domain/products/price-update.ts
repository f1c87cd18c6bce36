import type { Static } from 'typebox';
import { object, optional, string } from '../../schema/build.js';
import type { Market } from '../reference-data.js';
import type { Catalogue } from './catalogue.js';
import { priceProblems } from './market-rules.js';
import { priceOf, priceSchema, skuSchema } from './product-item.js';
import { isOutdated, validAt } from './stock-update.js';

/** One item of the price update (gap G-11). */
export const priceItemSchema = object({
  sku: skuSchema,
  price: priceSchema,
  valid_at: optional(string({ format: 'date-time' })),
});
export type PriceItem = Static<typeof priceItemSchema>;

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
