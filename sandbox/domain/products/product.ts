import type { ProductValues } from './product-item.js';

/** The statuses that a product can be read in (clause 3.1, gap G-06). */
export const PRODUCT_STATUSES = [
  'draft',
  'pending_approval',
  'rejected',
  'pending_active',
  'active',
  'inactive',
  'problem',
] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** One product (one sku) of a merchant. */
export interface Product {
  values: ProductValues;
  status: ProductStatus;
  /** Counts the status updates; a review or an activation that belongs to an earlier one is void. */
  revision: number;
  /** The valid_at of the last stock update, in milliseconds. */
  stockValidAt?: number;
  /** The same for prices, by country code. */
  priceValidAt: Map<string, number>;
}

/** A product as the list gives it back (gap G-08). */
export type ProductRow = ProductValues & { status: ProductStatus };

/** The row of a product. */
export function productRow({ values, status }: Product): ProductRow {
  return { ...values, status };
}
