import fc from 'fast-check';
import { unknownId, unknownIdKinds } from '../arbitraries/invalid/product-item/unknown-id.js';
import { type ProductItem, productItem } from '../arbitraries/product-item.js';
import type { Effect, ForeseenItem } from '../batches/effect.js';
import type { BatchItems } from './batch-items.js';
import { mixtureOf } from './mixture.js';
import type { Prerequisites } from './prerequisites.js';

/** How many products are looked for one by one on a merchant that is shared. */
const lookedFor = 5;

/** Items for upserts: products, and some that name what the reference data doesn't know (clauses 2.2 and 4.2). */
export async function upsertItems(given: Prerequisites): Promise<BatchItems> {
  const reference = await given.referenceData();
  const product = productItem(reference, given.newKey());
  const futile = fc
    .oneof(...unknownIdKinds.flatMap((kind) => unknownId(reference, given.newKey(), kind) ?? []))
    .map(({ invalid }) => invalid);
  const skus = new Set<string>();
  return {
    wellFormed: fc.oneof({ arbitrary: product, weight: 4 }, { arbitrary: futile, weight: 1 }),
    futile,
    mixtures: mixtureOf(product, futile, async (drawn) =>
      drawn.map((each): ForeseenItem => {
        if (!each.good) return { ...each, effects: [] };
        // Of keys of its own, so that no smaller example meets the products of an earlier one.
        const item = { ...each.item, sku: given.newKey(), style_key: given.newKey() };
        skus.add(item.sku);
        return { item, good: true, effects: effectsOf(item) };
      }),
    ),
    foreseen: (mixture) => mixture.placed(),
    records: (items = []) => given.records({ skus: [...skus, ...items.slice(0, lookedFor).flatMap(skuOf)] }),
  };
}

function skuOf(item: unknown): string[] {
  return typeof item === 'object' && item !== null && 'sku' in item && typeof item.sku === 'string'
    ? [item.sku]
    : [];
}

/** A product as it was sent, and a draft (clause 3.1 rule 2); that the list gives back every value is gap G-08. */
function effectsOf({ prices, ...item }: ProductItem): Effect[] {
  const record = `product ${item.sku}`;
  const own = { sku: item.sku, style_key: item.style_key, status: 'draft' };
  const values = [
    ...Object.entries(item),
    ...prices.map((price) => [`price ${price.country_code}`, price] as const),
  ];
  return [
    ...Object.entries(own).map(([field, value]) => ({ record, field, acceptable: [value] })),
    ...values
      .filter(([field]) => !(field in own))
      .map(([field, value]) => ({
        record,
        field,
        // What is left open may be shown as null or not at all.
        acceptable: value === null ? [null, undefined] : [value],
        gaps: ['G-08'],
      })),
  ];
}
