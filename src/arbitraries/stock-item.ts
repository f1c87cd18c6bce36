import fc from 'fast-check';

/** A new quantity of a product (gap G-11). Without valid_at it counts from now on. */
export interface StockItem {
  readonly sku: string;
  readonly quantity: number;
}

/**
 * A stock update with a quantity from 0 to 1000000, both included (gap G-11).
 * @param skus those to choose from; at least one
 */
export function stockItem(skus: readonly string[]): fc.Arbitrary<StockItem> {
  return fc.record({
    sku: fc.constantFrom(...skus),
    quantity: fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(0, 1, 1_000_000)),
  });
}
