import type { ProductStatus } from '../domain/products/product.js';
import { mergeProductItem, type ProductItem } from '../domain/products/product-item.js';
import type { OpenSandbox } from './open-sandbox.js';
import { productItem } from './product-item.js';

/** Puts a product into the catalogue of a sandbox, in a status, without asking anybody. */
export function putProduct(
  { merchants, merchant }: OpenSandbox,
  change: Partial<ProductItem> = {},
  status: ProductStatus = 'active',
): void {
  const item = productItem(merchants, merchant, change);
  merchant.catalogue.put(mergeProductItem(item, undefined));
  const product = merchant.catalogue.find(item.sku);
  if (product !== undefined) product.status = status;
}
