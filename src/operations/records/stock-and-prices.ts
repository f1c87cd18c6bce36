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
import { type BatchItems, batchItems, largeMixture, mostMixed, type RecordsOf } from './operation-record.js';

/** The operations of stock and prices. */
export const stockAndPriceRecords: RecordsOf<'updateProductStock' | 'updateProductPrices'> = {
  // Stock and price change, so that a successful update shows.
  updateProductStock: {
    request: async (given) => ({ body: { items: [otherStock(await given.draftProduct())] } }),
    leaves: 'nothing',
    items: stockItems,
    mistakes: async (given) => [...invalidStockItems([(await given.draftProduct()).sku]).values()],
  },
  updateProductPrices: {
    request: async (given) => ({ body: { items: [otherPriceOf(given, await given.draftProduct())] } }),
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
  return updates<StockItem>(given, await given.draftProducts(products), {
    drawn: (sku) => stockItem([sku]),
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
  const unlinked = unlinkedCountry((await given.referenceData()).countries);
  const drafts = await given.draftProducts(products);
  const skus = drafts.map(({ sku }) => sku);
  return updates<PriceItem>(given, drafts, {
    drawn: (sku, countries) => priceItem([sku], countries),
    mistaken: unlinked?.chain((country) => priceItem(skus, [country])),
    other: (draft) => otherPriceOf(given, draft),
    effectOf: ({ sku, price }) => ({
      record: `product ${sku}`,
      field: `price ${price.country_code}`,
      // If the target's price update has no sale price, nothing says what becomes of the product's sale.
      acceptable: 'sale_price' in price ? [price] : undefined,
    }),
  });
}

function otherPriceOf(given: Prerequisites, { sku, prices }: ProductItem): PriceItem {
  return { sku, price: otherPrice(given.found(prices[0], 'the draft has no price')) };
}

interface Updates<Item> {
  /** Draws an update of a product, in one of its countries if each has its own value. */
  readonly drawn: (sku: string, countries: readonly string[]) => fc.Arbitrary<Item>;
  /** Updates of drafts that must fail. */
  readonly mistaken?: fc.Arbitrary<Item>;
  /** An update that changes a draft. */
  readonly other: (draft: ProductItem) => Item;
  readonly effectOf: (item: Item) => Effect;
}

/**
 * Stands for a good item of a large batch, which updates its own draft, so that no later update of the same draft hides
 * the outcome.
 */
const itsOwn = 'an update of its own draft';

/**
 * A time in an unusual zone, with a fraction of a second: a target that only keeps the instant would write it
 * differently.
 */
const changeableTime = '2025-03-01T01:30:00.5+05:45';

function updates<Item extends StockItem | PriceItem>(
  given: Prerequisites,
  drafts: readonly ProductItem[],
  { drawn, mistaken, other, effectOf }: Updates<Item>,
): BatchItems {
  const skus = new Set(drafts.map(({ sku }) => sku));
  const unknown = unknownKey(given.prefix).chain((sku) => drawn(sku, drafts.flatMap(countriesOf)));
  const bad = mistaken === undefined ? unknown : fc.oneof(unknown, mistaken);
  const good = fc.oneof(...drafts.map((draft) => drawn(draft.sku, countriesOf(draft))));
  return batchItems<Item | typeof itsOwn, Item>({
    usual: async () => good,
    futile: bad,
    unusual: async () =>
      fc.tuple(unknown, changeableText).map(([item, text]) => ({
        ...item,
        sku: `${item.sku} ${text}`,
        valid_at: changeableTime,
        ...('price' in item && { price: changeablePrice(item.price) }),
      })),
    good,
    bad,
    place: async (placed) => {
      const own = (await given.draftProducts(placed.filter(({ item }) => item === itsOwn).length)).values();
      return placed.map(({ good, item: each }): ForeseenItem => {
        const item = each === itsOwn ? other(given.found(own.next().value, 'a draft was not made')) : each;
        // Where others use the merchant too, the unknown skus of a large batch would be too many to read.
        if (good || placed.length <= mostMixed) skus.add(item.sku);
        return { item, good, effects: good ? [effectOf(item)] : [] };
      });
    },
    large: (size) => largeMixture(size, fc.constant(itsOwn), bad),
    records: () => given.records({ skus }),
  });
}

function countriesOf({ prices }: ProductItem): readonly string[] {
  return prices.map(({ country_code }) => country_code);
}
