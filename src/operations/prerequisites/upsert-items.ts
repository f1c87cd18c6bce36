import fc from 'fast-check';
import { unknownId, unknownIdKinds } from '../../data/invalid/product-choices.js';
import { changeableAmount, changeablePrice } from '../../data/price.js';
import { type ProductItem, productItem } from '../../data/product-item.js';
import { changeableText } from '../../data/text.js';
import type { Effect, ForeseenItem } from '../../verdicts/batches/effect.js';
import type { BatchItems } from './batch-items.js';
import { type DrawnItem, largeMixtureOf, mixturesOf } from './mixture.js';
import type { Prerequisites } from './prerequisites.js';

/** Items for upserts: valid products, and some that name values unknown to the reference data (clauses 2.2 and 4.2). */
export async function upsertItems(given: Prerequisites): Promise<BatchItems> {
  const reference = await given.referenceData();
  const product = productItem(reference, given.newKey());
  const futile = fc
    .oneof(...unknownIdKinds.flatMap((kind) => unknownId(reference, given.newKey(), kind) ?? []))
    .map(({ invalid }) => invalid);
  const unusual = fc.tuple(product, changeableText).map(([item, name]) => ({
    ...item,
    name,
    weight: changeableAmount(Math.floor(item.weight / 2)),
    prices: item.prices.map(changeablePrice),
  }));
  const skus = new Set<string>();
  const place = async (drawn: readonly DrawnItem<ProductItem, unknown>[]) =>
    drawn.map((each): ForeseenItem => {
      if (!each.good) return { ...each, effects: [] };
      // New keys keep a smaller example from meeting the products of an earlier one.
      const item = { ...each.item, sku: given.newKey(), style_key: given.newKey() };
      skus.add(item.sku);
      return { item, good: true, effects: effectsOf(item) };
    });
  return {
    wellFormed: async () => fc.oneof({ arbitrary: product, weight: 4 }, { arbitrary: futile, weight: 1 }),
    futile,
    unusual: async () => unusual,
    ...mixturesOf(product, futile, place),
    large: (size) => largeMixtureOf(size, product, futile, place),
    foreseen: (mixture) => mixture.placed(),
    records: () => given.records({ skus }),
  };
}

/** A product as it was sent, as a draft (clause 3.1 rule 2); that the list returns every value is gap G-08. */
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
        // Nothing states whether the list shows null or omits the field.
        acceptable: value === null ? [null, undefined] : [value],
        gaps: ['G-08'],
      })),
  ];
}
