import fc from 'fast-check';
import type { OperationId } from '../../contract/types.js';
import { wordsOf } from '../draw.js';
import { amountsOf, regularPrice } from '../valid/price.js';
import { unlinkedCountry } from '../valid/reference-data.js';
import {
  type CancelItem,
  cancelItem,
  keyOfLength,
  type OrderItemId,
  type PriceItem,
  priceItem,
  type ReturnItem,
  returnItem,
  type SettableStatus,
  type ShipItem,
  type StatusItem,
  type StockItem,
  settableStatuses,
  shipItem,
  statusItem,
  stockItem,
} from '../valid/update-items.js';
import {
  amountAbove,
  anotherTypeAt,
  boundMistakesAt,
  type ContractMistake,
  missingAt,
} from './contract-mistakes.js';
import { type InvalidItem, invalidAt, invalidItem, otherThan, valueAt } from './invalid-item.js';

type Mistakes = ReadonlyMap<string, ContractMistake>;

/** All ways to break the rules of the contract at some places of an item. */
function mistakesAt(
  operationId: OperationId,
  places: readonly string[],
  more: readonly ContractMistake[] = [],
): Mistakes {
  const ofPlace = (place: string) => [
    ...boundMistakesAt(operationId, place, keyOfLength),
    ...anotherTypeAt(operationId, place),
    ...missingAt(operationId, place),
  ];
  return new Map([...places.flatMap(ofPlace), ...more].map((mistake) => [mistake.name, mistake]));
}

/** A value that is not an id, after right ones, so that the item still names an order item. */
const notAnId: ContractMistake = {
  name: 'order_items with a value that is not an id',
  place: 'order_items',
  right: 'a list of ids',
  put: (own) => {
    const ids: readonly unknown[] = Array.isArray(own) ? own : [];
    return fc.constantFrom(...[[ids[0]], true, 0.5, {}, null].map((other) => [...ids, other]));
  },
};

const stock = mistakesAt('updateProductStock', ['quantity', 'sku']);

const prices = mistakesAt(
  'updateProductPrices',
  ['price.country_code', 'price.retail_price', 'price.sale_price', 'price', 'sku'],
  amountsOf('updateProductPrices', 'sale_price') === undefined
    ? []
    : [
        {
          name: 'price.sale_price above the retail price',
          place: 'price.sale_price',
          right: 'at most retail_price',
          // The right value that is given is the retail price.
          put: amountAbove,
        },
      ],
);

const ofShipment = ['order_items', 'carrier_key', 'shipment_tracking_key', 'return_tracking_key'];
const shipments = mistakesAt('shipOrderItems', ofShipment, [notAnId]);
const returns = mistakesAt('returnOrderItems', ['order_items', 'return_tracking_key'], [notAnId]);
const cancellations = mistakesAt('cancelOrderItems', ['id']);

/** Items with one mistake each, by the name of the mistake, such as `quantity below the lower limit` (gap G-11). */
type InvalidItems<Item> = ReadonlyMap<string, fc.Arbitrary<InvalidItem<Item>>>;

/** Stock updates with one mistake each. @param skus skus to choose from */
export function invalidStockItems(skus: readonly string[]): InvalidItems<StockItem> {
  return spoiled(stock, () => stockItem(skus));
}

/**
 * Price updates with one mistake each. If the retail price is wrong, there is no sale price, which could exceed it.
 * @param skus skus to choose from; at least one
 * @param countries codes of linked countries to choose from; at least one
 */
export function invalidPriceItems(
  skus: readonly string[],
  countries: readonly string[],
): InvalidItems<PriceItem> {
  const item = priceItem(skus, countries);
  const withoutSale = item.map(({ price, ...rest }): PriceItem => {
    return { ...rest, price: regularPrice('updateProductPrices', price.country_code, price.retail_price) };
  });
  return spoiled(prices, (place) => (place === 'price.retail_price' ? withoutSale : item));
}

/** Shipments with one mistake each. @param ids the ids of open order items */
export function invalidShipItems(ids: readonly OrderItemId[], carrierKey: string): InvalidItems<ShipItem> {
  return spoiled(shipments, () => shipItem(ids, carrierKey));
}

/** Cancellations with one mistake each. @param ids the ids of open order items */
export function invalidCancelItems(ids: readonly OrderItemId[]): InvalidItems<CancelItem> {
  return spoiled(cancellations, () => cancelItem(ids));
}

/** Returns with one mistake each. @param ids the ids of shipped order items */
export function invalidReturnItems(ids: readonly OrderItemId[]): InvalidItems<ReturnItem> {
  return spoiled(returns, () => returnItem(ids));
}

/** @param valid draws a valid item, given the place of the mistake */
function spoiled<Item extends object>(
  mistakes: Mistakes,
  valid: (place: string) => fc.Arbitrary<Item>,
): InvalidItems<Item> {
  return new Map(
    [...mistakes].map(([name, { place, right, put }]) => [
      name,
      valid(place).chain((item) =>
        // A sale price is compared with the retail price.
        put(valueAt(item, place === 'price.sale_price' ? 'price.retail_price' : place), '').map((value) =>
          invalidAt(item, place, right, value),
        ),
      ),
    ]),
  );
}

/**
 * A price update for a country that is not linked to the merchant (clause 2.2 rule 1).
 * @param skus skus to choose from; at least one
 * @param countries codes of all linked countries
 * @returns undefined if all known countries are linked
 */
export function priceForCountryNotLinked(
  skus: readonly string[],
  countries: readonly string[],
): fc.Arbitrary<InvalidItem<PriceItem>> | undefined {
  const other = unlinkedCountry(countries);
  if (other === undefined) return undefined;
  return fc
    .tuple(priceItem(skus, countries), other)
    .map(([item, code]) => invalidAt(item, 'price.country_code', 'one linked to the merchant', code));
}

/** Statuses that only the service sets, and texts similar to the statuses that a merchant can set (clause 3.1). */
const otherStatuses = [
  ...wordsOf('active Published PUBLISHED publish deleted pending_approval rejected pending_active problem'),
  ...wordsOf('archived null draft,published'),
  '',
  'published ',
  ' draft',
];

const word = fc
  .stringMatching(/^[a-z_]{1,12}$/)
  .filter((drawn) => settableStatuses.every((status) => status !== drawn));

/** The choices for the valid status update from which an invalid one derives. */
interface StatusControl {
  /** At least one. */
  readonly styleKeys: readonly string[];
  /** Statuses that the styles may change to from their current ones, for example draft for drafts. */
  readonly statuses: readonly SettableStatus[];
}

/** A status that no merchant can set: one that only the service sets, a misspelled one, or any word (clause 3.1). */
export function otherStatus(control: StatusControl): fc.Arbitrary<InvalidItem<StatusItem>> {
  return inField(control, 'status', settableStatuses.join(', '), () =>
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...otherStatuses) }, { weight: 1, arbitrary: word }),
  );
}

/** The ways in which a required field can be lacking: missing or null. */
export const waysToLack = [undefined, null] as const;

/** A status update that lacks its style key or its status, which are both required (clause 2.1). */
export function withoutStatusField(
  control: StatusControl,
  field: keyof StatusItem,
  ways: readonly (undefined | null)[] = waysToLack,
): fc.Arbitrary<InvalidItem<StatusItem>> {
  return inField(control, field, 'required', () => fc.constantFrom(...ways));
}

/** A status update with a value that is not a string (clause 2.1). */
export function statusFieldOfAnotherType(
  control: StatusControl,
  field: keyof StatusItem,
): fc.Arbitrary<InvalidItem<StatusItem>> {
  return inField(control, field, 'a string', (item) =>
    fc.constantFrom(...otherThan('a string', item[field])),
  );
}

function inField(
  { styleKeys, statuses }: StatusControl,
  field: keyof StatusItem,
  right: string,
  values: (item: StatusItem) => fc.Arbitrary<unknown>,
): fc.Arbitrary<InvalidItem<StatusItem>> {
  return statusItem(styleKeys, statuses).chain((item) =>
    values(item).map((put) => invalidItem(item, field, right, put, { [field]: put })),
  );
}
