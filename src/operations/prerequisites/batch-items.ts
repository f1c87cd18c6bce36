import fc from 'fast-check';
import { requestBodySchema } from '../../contract/request-schemas.js';
import type { OperationId } from '../../contract/types.js';
import { unknownId, unknownIdKinds } from '../../data/invalid/product-choices.js';
import { unknownStyleKey } from '../../data/keys.js';
import { changeableAmount, changeablePrice } from '../../data/price.js';
import { type ProductItem, productItem } from '../../data/product-item.js';
import { changeableText } from '../../data/text.js';
import { type StatusItem, statusItem } from '../../data/update-items.js';
import type { Effect, ForeseenItem } from '../../verdicts/batches/followed-batch.js';
import { type DrawnItem, largeMixtureOf, type Mixture, type Mixtures, mixturesOf } from './mixture.js';
import { cancelMove, movedItems, returnMove, shipMove } from './moved-items.js';
import type { Prerequisites } from './prerequisites.js';
import { priceItems, stockItems } from './priced-and-stocked-items.js';
import type { Reading } from './records.js';

/** The possible statuses of a draft once it is published: on its way to approval, or further (clause 3.1, gap G-06). */
const published = ['pending_approval', 'rejected', 'pending_active', 'active', 'problem'];

/** A status for a draft that is made for it. */
type Own = Pick<StatusItem, 'status'>;

/** Items for status updates, of draft styles and of style keys that nobody submitted (clauses 2.1 and 3.1). */
async function statusItems(given: Prerequisites): Promise<BatchItems> {
  const bystanders = await given.draftProducts(3);
  const styles = bystanders.map(({ style_key }) => style_key);
  const unknown = unknownStyleKey(given.prefix).chain((style_key) => statusItem([style_key]));
  /** Has no style key yet: it will get a new draft's. */
  const publication: fc.Arbitrary<Own> = fc.constant({ status: 'published' });
  /** A product that was never active can't become inactive. */
  const untimely: fc.Arbitrary<Own> = fc.constant({ status: 'inactive' });
  const skus = new Set<string>();
  /** Products of earlier mixtures: their status changes by itself. */
  const onTheirWay = new Set<string>();
  const place = async (drawn: readonly DrawnItem<Own, Own | StatusItem>[]) => {
    const drafts = await given.draftProducts(drawn.filter(({ item }) => !('style_key' in item)).length);
    for (const sku of skus) onTheirWay.add(sku);
    const next = drafts.values();
    return drawn.map(({ good, item }): ForeseenItem => {
      if ('style_key' in item) return { item, good, effects: [] };
      const { sku, style_key } = given.found(next.next().value, 'a draft was not made');
      skus.add(sku);
      const record = `product ${sku}`;
      const effects = [{ record, field: 'status', acceptable: published, gaps: ['G-06'] }];
      return { item: { style_key, ...item }, good, effects: good ? effects : [] };
    });
  };
  return {
    wellFormed: async () =>
      fc.oneof({ arbitrary: statusItem(styles), weight: 4 }, { arbitrary: unknown, weight: 1 }),
    futile: unknown,
    unusual: async () =>
      fc
        .tuple(unknown, changeableText)
        .map(([item, text]) => ({ ...item, style_key: `${item.style_key} ${text}` })),
    ...mixturesOf(publication, fc.oneof(unknown, untimely), place),
    large: (size) => largeMixtureOf(size, publication, unknown, place),
    foreseen: (mixture) => mixture.placed(),
    records: () =>
      given.records({ skus: [...bystanders.map(({ sku }) => sku), ...skus], without: onTheirWay }),
  };
}

/** Items for upserts: valid products, and some that name values unknown to the reference data (clauses 2.2 and 4.2). */
async function upsertItems(given: Prerequisites): Promise<BatchItems> {
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

/**
 * Draws items for a batch write, and creates everything that the items are about. Only the merchant's data or the
 * reference data shows what is wrong with the bad items of a mixture.
 */
export interface BatchItems extends Mixtures {
  /** Creates what well-formed items need, whether these succeed or fail. Several of the items may be equal. */
  wellFormed(): Promise<fc.Arbitrary<unknown>>;
  /** A well-formed item that can't have an effect, because the thing that it names doesn't exist. No two are equal. */
  readonly futile: fc.Arbitrary<unknown>;
  /**
   * A well-formed item whose texts are in no Unicode normal form, whose amounts have many digits and whose times, if
   * any, are in an unusual zone: if the target echoes it differently than it was sent, the difference shows. Whether
   * the target accepts such values is another question.
   */
  unusual(): Promise<fc.Arbitrary<unknown>>;
  /**
   * Batches of a given size, with good items where batches are known to go wrong and bad ones in between. Absent for
   * order items, because nobody can make that many.
   */
  large?(size: number): fc.Arbitrary<Mixture>;
  /** Creates what the items of a mixture are about, so that they can be submitted. */
  foreseen(mixture: Mixture): Promise<readonly ForeseenItem[]>;
  /** Reads the products and orders that may show an effect. */
  records(): Promise<Reading>;
}

/** For each batch write, the function that draws its items. */
const kinds = new Map<string, (given: Prerequisites) => Promise<BatchItems>>([
  ['upsertProducts', upsertItems],
  ['updateProductStatus', statusItems],
  ['updateProductStock', stockItems],
  ['updateProductPrices', priceItems],
  ['cancelOrderItems', (given) => movedItems(given, cancelMove)],
  ['shipOrderItems', (given) => movedItems(given, shipMove)],
  ['returnOrderItems', (given) => movedItems(given, returnMove)],
]);

/**
 * Draws items for a batch write, and creates everything that the items are about.
 * @throws Error if the operation is not a batch write
 */
export async function drawnItemsOf(operationId: string, given: Prerequisites): Promise<BatchItems> {
  const itemsOf = kinds.get(operationId);
  if (itemsOf === undefined) throw new Error(`${operationId} is not a batch write.`);
  return itemsOf(given);
}

/** The largest number of items in a batch (gap G-16); undefined if it is unknown. */
export function largestBatch(operationId: OperationId): number | undefined {
  const { properties } = requestBodySchema(operationId);
  const most = memberOf(memberOf(properties, 'items'), 'maxItems');
  return typeof most === 'number' ? most : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
