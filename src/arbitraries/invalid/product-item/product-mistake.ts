import type fc from 'fast-check';
import type { ProductItem } from '../../product-item.js';
import type { ReferenceData } from '../../reference-data.js';
import type { InvalidItem } from '../invalid-item.js';

/**
 * Makes product items with one mistake from what the target lists.
 * @returns undefined where the reference data gives no item that can have the mistake
 */
export type ProductMistake = (
  reference: ReferenceData,
  prefix: string,
) => fc.Arbitrary<InvalidItem<ProductItem>> | undefined;
