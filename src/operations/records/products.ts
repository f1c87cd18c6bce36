import fc from 'fast-check';
import type { OperationId } from '../../contract/types.js';
import { unknownIds } from '../../data/invalid/product-choices.js';
import { longStyleKey, pastBounds, withoutRequiredField } from '../../data/invalid/product-item.js';
import { invalidStatusItems } from '../../data/invalid/update-items.js';
import { changeableText } from '../../data/text.js';
import { unknownKey } from '../../data/valid/identifiers.js';
import { changeableAmount, changeablePrice } from '../../data/valid/price.js';
import { changedProductItem, type ProductItem, productItem } from '../../data/valid/product-item.js';
import { type StatusItem, statusItem } from '../../data/valid/update-items.js';
import type { Effect, ForeseenItem } from '../../verdicts/oracles/batches/followed-batch.js';
import type { Prerequisites } from '../prerequisites/prerequisites.js';
import {
  type BatchItems,
  batchItems,
  largeMixture,
  listsAnything,
  type RecordsOf,
} from './operation-record.js';

/** The operations of products and their status. */
export const productRecords = {
  listProducts: {
    request: async (given) => {
      if (given.canWrite) await given.draftProduct();
      return {};
    },
  },
  listRejectedProducts: listsAnything,
  upsertProducts: {
    request: async (given) => ({ body: { items: [await given.productItem()] } }),
    leaves: 'products',
    items: upsertItems,
    mistakes: async (given) => {
      const [reference, key] = [await given.referenceData(), given.newKey()];
      return [
        longStyleKey(reference, given.prefix),
        ...[...withoutRequiredField, ...pastBounds].flatMap(([, mistake]) => mistake(reference, key) ?? []),
      ];
    },
  },
  updateProductStatus: {
    request: async (given) => {
      const { style_key } = await given.draftProduct();
      return { body: { items: [{ style_key, status: 'published' }] } };
    },
    leaves: 'a status update',
    items: statusItems,
    mistakes: async (given) => {
      const { style_key } = await given.draftProduct();
      return [...invalidStatusItems([style_key], ['draft']).values()];
    },
  },
} satisfies Partial<RecordsOf<OperationId>>;

/** Number of products that the items of upserts update, where each new product would stay. */
const productsOfItems = 3;

/** Items for upserts: valid products, and some that name values unknown to the reference data (clauses 2.2 and 4.2). */
async function upsertItems(given: Prerequisites): Promise<BatchItems> {
  const reference = await given.referenceData();
  const product = productItem(reference, given.newKey());
  const futile = fc
    .oneof(...unknownIds.flatMap(([, unknown]) => unknown(reference, given.newKey()) ?? []))
    .map(({ invalid }) => invalid);
  // No product can be deleted: where others use the merchant too, items whose effects nobody looks at update a few.
  let drafts: Promise<readonly ProductItem[]> | undefined;
  const usual = async () => {
    drafts ??= given.isShared ? given.draftProducts(productsOfItems) : Promise.resolve([]);
    const known = (await drafts).filter(({ category }) =>
      reference.categories.some(({ id }) => id === category),
    );
    return known.length === 0
      ? product
      : fc.constantFrom(...known).chain((draft) => changedProductItem(draft, reference));
  };
  const skus = new Set<string>();
  return batchItems<ProductItem, unknown>({
    usual,
    futile,
    unusual: async () =>
      fc.tuple(await usual(), changeableText).map(([item, text]) => ({
        ...item,
        name: given.prefix + text,
        weight: changeableAmount(Math.floor(item.weight / 2)),
        prices: item.prices.map(changeablePrice),
      })),
    good: product,
    bad: futile,
    place: async (drawn) =>
      drawn.map((each): ForeseenItem => {
        if (!each.good) return { ...each, effects: [] };
        // With new keys, a shrunk example does not collide with the products of an earlier one.
        const item = { ...each.item, sku: given.newKey(), style_key: given.newKey() };
        skus.add(item.sku);
        given.mayLeave([item]);
        return { item, good: true, effects: effectsOf(item) };
      }),
    large: (size) => largeMixture(size, product, futile),
    records: () => given.records({ skus }),
  });
}

/** A product as it was sent, as a draft (clause 3.1 rule 2); that the list returns every value is gap G-08. */
export function effectsOf({ prices, ...item }: ProductItem): Effect[] {
  const { sku, style_key } = item;
  const stated = { sku, style_key, status: 'draft' };
  const pricesByField = Object.fromEntries(prices.map((price) => [`price ${price.country_code}`, price]));
  return Object.entries({ ...stated, ...item, ...pricesByField }).map(([field, value]) => ({
    record: `product ${sku}`,
    field,
    // Nothing states whether the list shows null or omits the field.
    acceptable: value === null ? [null, undefined] : [value],
    gaps: field in stated ? [] : ['G-08'],
  }));
}

/** The possible statuses of a draft once it is published: on its way to approval, or further (clause 3.1, gap G-06). */
const published = ['pending_approval', 'rejected', 'pending_active', 'active', 'problem'];

/** A status for a draft that is made for it. */
type Own = Pick<StatusItem, 'status'>;

/** Items for status updates, for draft styles and for style keys that were never submitted (clauses 2.1 and 3.1). */
async function statusItems(given: Prerequisites): Promise<BatchItems> {
  const bystanders = await given.draftProducts(3);
  const styles = bystanders.map(({ style_key }) => style_key);
  const unknown = unknownKey(given.prefix).chain((style_key) => statusItem([style_key]));
  /** Has no style key yet: it will get a new draft's. */
  const publication: fc.Arbitrary<Own> = fc.constant({ status: 'published' });
  /** A product that was never active can't become inactive. */
  const untimely: fc.Arbitrary<Own> = fc.constant({ status: 'inactive' });
  const skus = new Set<string>();
  /** Products of earlier mixtures: their status changes by itself. */
  const onTheirWay = new Set<string>();
  return batchItems<Own, Own | StatusItem>({
    usual: async () => statusItem(styles),
    futile: unknown,
    unusual: async () =>
      fc
        .tuple(unknown, changeableText)
        .map(([item, text]) => ({ ...item, style_key: `${item.style_key} ${text}` })),
    good: publication,
    bad: fc.oneof(unknown, untimely),
    place: async (drawn) => {
      const drafts = await given.draftProducts(drawn.filter(({ item }) => !('style_key' in item)).length);
      for (const sku of skus) onTheirWay.add(sku);
      const next = drafts.values();
      return drawn.map(({ good, item }): ForeseenItem => {
        if ('style_key' in item) return { item, good, effects: [] };
        const { sku, style_key } = given.found(next.next().value, 'a draft was not made');
        skus.add(sku);
        const effect = { record: `product ${sku}`, field: 'status', acceptable: published, gaps: ['G-06'] };
        return { item: { style_key, ...item }, good, effects: good ? [effect] : [] };
      });
    },
    large: (size) => largeMixture(size, publication, unknown),
    records: () =>
      given.records({ skus: [...bystanders.map(({ sku }) => sku), ...skus], without: onTheirWay }),
  });
}
