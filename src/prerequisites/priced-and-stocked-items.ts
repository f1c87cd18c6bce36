import fc from 'fast-check';
import { unlinkedCountry } from '../arbitraries/invalid/unlinked-country.js';
import { priceItem } from '../arbitraries/price-item.js';
import type { ProductItem } from '../arbitraries/product-item.js';
import { stockItem } from '../arbitraries/stock-item.js';
import { unknownSku } from '../arbitraries/unknown-product-key.js';
import type { Effect } from '../batches/effect.js';
import type { BatchItems } from './batch-items.js';
import { mixtureOf } from './mixture.js';
import type { Prerequisites } from './prerequisites.js';

/** Products that the items choose from: few, so that several items are about the same one. */
const products = 3;

/** Items for stock updates, of drafts and of skus that nobody submitted (gap G-11). */
export async function stockItems(given: Prerequisites): Promise<BatchItems> {
  const drafts = await given.draftProducts(products);
  const good = stockItem(skusOf(drafts));
  const bad = unknownSku(given.prefix).chain((sku) => stockItem([sku]));
  return updates(given, drafts, {
    good,
    bad,
    effectOf: ({ sku, quantity }) => ({
      record: `product ${sku}`,
      field: 'quantity',
      acceptable: [quantity],
    }),
  });
}

/** Items for price updates, of drafts in their countries, of unknown skus and of countries not linked (gap G-11). */
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
  const bad = [
    unknownSku(given.prefix).chain((sku) => priceItem([sku], countries)),
    ...(unlinked === undefined ? [] : [unlinked.chain((country) => priceItem(skusOf(drafts), [country]))]),
  ];
  return updates(given, drafts, {
    good,
    bad: fc.oneof(...bad),
    effectOf: ({ sku, price }) => ({
      record: `product ${sku}`,
      field: `price ${price.country_code}`,
      acceptable: [price],
    }),
  });
}

interface Updates<Item> {
  readonly good: fc.Arbitrary<Item>;
  readonly bad: fc.Arbitrary<Item>;
  readonly effectOf: (item: Item) => Effect;
}

function updates<Item extends { readonly sku: string }>(
  given: Prerequisites,
  drafts: readonly ProductItem[],
  { good, bad, effectOf }: Updates<Item>,
): BatchItems {
  const skus = new Set(skusOf(drafts));
  return {
    wellFormed: fc.oneof({ arbitrary: good, weight: 4 }, { arbitrary: bad, weight: 1 }),
    futile: bad,
    mixtures: mixtureOf(good, bad, async (drawn) => {
      for (const { item } of drawn) skus.add(item.sku);
      return drawn.map((each) => ({ ...each, effects: each.good ? [effectOf(each.item)] : [] }));
    }),
    foreseen: (mixture) => mixture.placed(),
    records: () => given.records({ skus }),
  };
}

function skusOf(items: readonly ProductItem[]): readonly string[] {
  return items.map(({ sku }) => sku);
}
