import fc from 'fast-check';
import type { ProductItem } from '../product-item.js';
import type { ReferenceData } from '../reference-data.js';
import { changedProductItem } from '../style.js';
import type { InvalidItem } from './invalid-item.js';

/** The same mistake in a new product and in an update of an existing one. */
export interface MistakenProduct {
  readonly creation: InvalidItem<ProductItem>;
  readonly update: InvalidItem<ProductItem>;
  /** The product before the update: valid, and different in much more than the field with the mistake. */
  readonly former: ProductItem;
  /** Products that must exist first; otherwise the mistake would not be one. */
  readonly beside: readonly ProductItem[];
}

/** A product item with one mistake, and the product that must exist for it. */
interface Mistake extends InvalidItem<ProductItem> {
  readonly beside?: ProductItem;
}

/**
 * Makes the same mistake in a new product and in an update.
 * @param mistake draws items with the mistake, each with different keys
 */
export function mistakenProduct(
  reference: ReferenceData,
  mistake: fc.Arbitrary<Mistake>,
): fc.Arbitrary<MistakenProduct> {
  const inUpdate = mistake.chain((update) =>
    changedProductItem(update.valid, reference).map((former) => ({
      update,
      // If another variant exists, keep the item's own combination, which is still free.
      former: update.beside === undefined ? former : { ...former, ...combinationOf(update.valid) },
    })),
  );
  return fc.tuple(mistake, inUpdate).map(([creation, { update, former }]) => ({
    creation,
    update,
    former,
    beside: [creation.beside, update.beside].filter((item) => item !== undefined),
  }));
}

/**
 * The second of two variants with the same combination, given that the first exists (gap G-02).
 * @param variants draws the pairs, such as sameVariantTwice
 */
export function besideItsTwin(
  variants: fc.Arbitrary<InvalidItem<readonly ProductItem[]>>,
): fc.Arbitrary<Mistake> {
  return variants.map(({ valid: [beside, valid], invalid, ...rest }) => {
    if (beside === undefined || valid === undefined) throw new Error('There are two variants.');
    return { ...rest, valid, beside, invalid: Array.isArray(invalid) ? invalid[1] : undefined };
  });
}

/** Replaces all keys, so that no example collides with the products of an earlier one. @param newKey makes a key */
export function withKeysOf(
  newKey: () => string,
  { creation, update, former, beside }: MistakenProduct,
): MistakenProduct {
  const keys = [...beside, former, creation.valid, update.valid].flatMap(({ sku, style_key }) => [
    sku,
    style_key,
  ]);
  const renamed = new Map<unknown, string>([...new Set(keys)].map((key) => [key, newKey()]));
  const rename = <Item extends object>(item: Item): Item => ({
    ...item,
    ...Object.fromEntries(
      Object.entries(item)
        .filter(([name]) => name === 'sku' || name === 'style_key')
        .map(([name, key]) => [name, renamed.get(key) ?? key]),
    ),
  });
  const renamedIn = (item: InvalidItem<ProductItem>) => ({
    ...item,
    valid: rename(item.valid),
    invalid: typeof item.invalid === 'object' && item.invalid !== null ? rename(item.invalid) : item.invalid,
  });
  return {
    creation: renamedIn(creation),
    update: renamedIn(update),
    former: rename(former),
    beside: beside.map(rename),
  };
}

function combinationOf({ color, size, second_size }: ProductItem): Partial<ProductItem> {
  return { color, size, second_size };
}
