import fc from 'fast-check';
import { invalidPriceItems, invalidStockItems } from '../../data/invalid/update-items.js';
import { changeableText } from '../../data/text.js';
import { unknownKey } from '../../data/valid/identifiers.js';
import { changeablePrice, otherPrice } from '../../data/valid/price.js';
import type { ProductItem } from '../../data/valid/product-item.js';
import { unlinkedCountry } from '../../data/valid/reference-data.js';
import {
  otherQuantity,
  type PriceItem,
  priceItem,
  type StockItem,
  stockItem,
} from '../../data/valid/update-items.js';
import type { Effect, ForeseenItem } from '../../verdicts/oracles/batches/followed-batch.js';
import type { Prerequisites } from '../prerequisites/prerequisites.js';
import { type BatchItems, batchItems, largeMixtureOf, type RecordsOf } from './operation-record.js';

/** The operations of stock and prices. */
export const stockAndPriceRecords: RecordsOf<'updateProductStock' | 'updateProductPrices'> = {
  // Stock and price change, so that a successful update shows.
  updateProductStock: {
    needs: 'a write',
    request: async (given) => ({ body: { items: [otherStock(await given.draftProduct())] } }),
    leaves: 'nothing',
    items: stockItems,
    mistakes: async (given) => [...invalidStockItems([(await given.draftProduct()).sku]).values()],
  },
  updateProductPrices: {
    needs: 'a write',
    request: async (given) => {
      const { sku, prices } = await given.draftProduct();
      return { body: { items: prices.slice(0, 1).map((price) => ({ sku, price: otherPrice(price) })) } };
    },
    leaves: 'nothing',
    items: priceItems,
    mistakes: async (given) => {
      const draft = await given.draftProduct();
      return [...invalidPriceItems([draft.sku], countriesOf(draft)).values()];
    },
  },
};

/** Number of products that the items choose from: few, so that several items name the same one. */
const products = 3;

/** Items for stock updates, for drafts and for skus that were never submitted (gap G-11). */
async function stockItems(given: Prerequisites): Promise<BatchItems> {
  const drafts = await given.draftProducts(products);
  const bad = unknownKey(given.prefix).chain((sku) => stockItem([sku]));
  return updates<StockItem>(given, drafts, {
    good: stockItem(skusOf(drafts)),
    bad,
    unusual: withUnusualValues(bad),
    other: otherStock,
    effectOf: ({ sku, quantity }) => ({
      record: `product ${sku}`,
      field: 'quantity',
      acceptable: [quantity],
    }),
  });
}

function otherStock({ sku, quantity }: ProductItem): StockItem {
  return { sku, quantity: otherQuantity(quantity) };
}

/** Items for price updates: for drafts in their countries, for unknown skus, and for unlinked countries (gap G-11). */
async function priceItems(given: Prerequisites): Promise<BatchItems> {
  const { countries } = await given.referenceData();
  const drafts = await given.draftProducts(products);
  const unlinked = unlinkedCountry(countries);
  const unknown = unknownKey(given.prefix).chain((sku) => priceItem([sku], countries));
  const bad = [
    unknown,
    ...(unlinked === undefined ? [] : [unlinked.chain((country) => priceItem(skusOf(drafts), [country]))]),
  ];
  return updates<PriceItem>(given, drafts, {
    good: fc.oneof(...drafts.map((draft) => priceItem([draft.sku], countriesOf(draft)))),
    bad: fc.oneof(...bad),
    unusual: withUnusualValues(unknown).map((item) => ({ ...item, price: changeablePrice(item.price) })),
    other: ({ sku, prices }) => ({
      sku,
      price: otherPrice(given.found(prices[0], 'the draft has no price')),
    }),
    effectOf: ({ sku, price }) => ({
      record: `product ${sku}`,
      field: `price ${price.country_code}`,
      // If the target's price update has no sale price, nothing says what becomes of the product's sale.
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
  return batchItems<Item, Item>({
    usual: async () => good,
    futile: bad,
    unusual: async () => unusual,
    good,
    bad,
    place: async (drawn) => {
      for (const { item } of drawn) skus.add(item.sku);
      return drawn.map((each) => ({ ...each, effects: each.good ? [effectOf(each.item)] : [] }));
    },
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
    records: () => given.records({ skus }),
  });
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

function countriesOf({ prices }: ProductItem): readonly string[] {
  return prices.map(({ country_code }) => country_code);
}
