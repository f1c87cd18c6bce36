import fc from 'fast-check';
import { type Price, price } from './price.js';

/** A new price of a product in one country (gap G-11). Without valid_at it counts from now on. */
export interface PriceItem {
  readonly sku: string;
  readonly price: Price;
}

/**
 * A price update (gap G-11).
 * @param skus those to choose from; at least one
 * @param countries codes of linked countries to choose from; at least one
 */
export function priceItem(skus: readonly string[], countries: readonly string[]): fc.Arbitrary<PriceItem> {
  return fc.record({ sku: fc.constantFrom(...skus), price: fc.oneof(...countries.map(price)) });
}
