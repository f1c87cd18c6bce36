import fc from 'fast-check';
import { unknownSku } from '../../data/keys.js';
import { changeablePrice, otherPrice } from '../../data/price.js';
import type { ProductItem } from '../../data/product-item.js';
import { unlinkedCountry } from '../../data/reference-data.js';
import { changeableText } from '../../data/text.js';
import {
  otherQuantity,
  type PriceItem,
  priceItem,
  type StockItem,
  stockItem,
} from '../../data/update-items.js';
import type { Effect, ForeseenItem } from '../../verdicts/batches/followed-batch.js';
import type { BatchItems } from './batch-items.js';
import { largeMixtureOf, mixturesOf } from './mixture.js';
import type { Prerequisites } from './prerequisites.js';

/** Number of products that the items choose from: few, so that several items are about the same one. */
const products = 3;

/** Items for stock updates, of drafts and of skus that nobody submitted (gap G-11). */
export async function stockItems(given: Prerequisites): Promise<BatchItems> {
  const drafts = await given.draftProducts(products);
  const good = stockItem(skusOf(drafts));
  const bad = unknownSku(given.prefix).chain((sku) => stockItem([sku]));
  return updates<StockItem>(given, drafts, {
    good,
    bad,
    unusual: withUnusualValues(bad),
    other: ({ sku, quantity }) => ({ sku, quantity: otherQuantity(quantity) }),
    effectOf: ({ sku, quantity }) => ({
      record: `product ${sku}`,
      field: 'quantity',
      acceptable: [quantity],
    }),
  });
}

/** Items for price updates, of drafts in their countries, of unknown skus and of unlinked countries (gap G-11). */
export async function priceItems(given: Prerequisites): Promise<BatchItems> {
  const { countries } = await given.referenceData();
  const drafts = await given.draftProducts(products);
  const good = fc.oneof(
    ...drafts.map(({ sku, prices }) =>
      priceItem(
        [sku],
        prices.map(({ country_code }) => country_code),
      ),
    ),
  );
  const unlinked = unlinkedCountry(countries);
  const unknown = unknownSku(given.prefix).chain((sku) => priceItem([sku], countries));
  const bad = [
    unknown,
    ...(unlinked === undefined ? [] : [unlinked.chain((country) => priceItem(skusOf(drafts), [country]))]),
  ];
  return updates<PriceItem>(given, drafts, {
    good,
    bad: fc.oneof(...bad),
    unusual: withUnusualValues(unknown).map((item) => ({ ...item, price: changeablePrice(item.price) })),
    other: ({ sku, prices }) => ({
      sku,
      price: otherPrice(given.found(prices[0], 'the draft has no price')),
    }),
    effectOf: ({ sku, price }) => ({
      record: `product ${sku}`,
      field: `price ${price.country_code}`,
      // What becomes of a sale that the target's update can't name is free.
      ...('sale_price' in price ? { acceptable: [price] } : {}),
    }),
  });
}

interface Updates<Item> {
  readonly good: fc.Arbitrary<Item>;
  readonly bad: fc.Arbitrary<Item>;
  readonly unusual: fc.Arbitrary<Item>;
  /** An update that changes a draft. */
  readonly other: (draft: ProductItem) => Item;
  readonly effectOf: (item: Item) => Effect;
}

function updates<Item extends { readonly sku: string }>(
  given: Prerequisites,
  drafts: readonly ProductItem[],
  { good, bad, unusual, other, effectOf }: Updates<Item>,
): BatchItems {
  const skus = new Set(skusOf(drafts));
  return {
    wellFormed: async () => fc.oneof({ arbitrary: good, weight: 4 }, { arbitrary: bad, weight: 1 }),
    futile: bad,
    unusual: async () => unusual,
    ...mixturesOf(good, bad, async (drawn) => {
      for (const { item } of drawn) skus.add(item.sku);
      return drawn.map((each) => ({ ...each, effects: each.good ? [effectOf(each.item)] : [] }));
    }),
    large: (size) =>
      // Each good item has its own draft, so that no later update of the same draft hides the outcome.
      largeMixtureOf(size, fc.constant('good'), bad, async (drawn) => {
        const own = (await given.draftProducts(drawn.filter((each) => each.good).length)).values();
        return drawn.map((each): ForeseenItem => {
          if (!each.good) return { ...each, effects: [] };
          const item = other(given.found(own.next().value, 'a draft was not made'));
          skus.add(item.sku);
          return { item, good: true, effects: [effectOf(item)] };
        });
      }),
    foreseen: (mixture) => mixture.placed(),
    records: () => given.records({ skus }),
  };
}

/**
 * A time in an unusual zone, with a fraction of a second: a target that only keeps the instant would write it
 * differently.
 */
const changeableTime = '2025-03-01T01:30:00.5+05:45';

function withUnusualValues<Item extends { readonly sku: string }>(
  item: fc.Arbitrary<Item>,
): fc.Arbitrary<Item> {
  return fc
    .tuple(item, changeableText)
    .map(([each, text]) => ({ ...each, sku: `${each.sku} ${text}`, valid_at: changeableTime }));
}

function skusOf(items: readonly ProductItem[]): readonly string[] {
  return items.map(({ sku }) => sku);
}
