import fc from 'fast-check';
import type { OperationId } from '../../contract/types.js';
import { wordsOf } from '../draw.js';
import { amountsOf, regularPrice } from '../valid/price.js';
import {
  carrierOf,
  idsOf,
  keyOfLength,
  type MovableOrder,
  type OrderMove,
  type PriceItem,
  priceItem,
  type SettableStatus,
  type StatusItem,
  type StockItem,
  settableStatuses,
  statusItem,
  stockItem,
} from '../valid/update-items.js';
import {
  amountAbove,
  type ContractMistake,
  contractMistakes,
  type InvalidItems,
  mistakeIn,
  spoiled,
} from './contract-mistakes.js';

/** The mistakes of an operation, without those that wrongTypes of a product tries one by one. */
function mistakesOf(
  operationId: OperationId,
  ...more: readonly ContractMistake[]
): readonly ContractMistake[] {
  const ofContract = contractMistakes(operationId, (_, characters) => keyOfLength(characters)).filter(
    ({ kind, place }) => kind !== 'silent type' && place !== 'valid_at' && place !== 'order_items[]',
  );
  return [...ofContract, ...more];
}

/** A value that is not an id, after right ones, so that the item still names an order item. */
const notAnId = mistakeIn('order_items', 'with a value that is not an id', 'a list of ids', (own) => {
  const ids: readonly unknown[] = Array.isArray(own) ? own : [];
  return fc.constantFrom(...[[ids[0]], true, 0.5, {}, null].map((other) => [...ids, other]));
});

const stock = mistakesOf('updateProductStock');

const prices = mistakesOf(
  'updateProductPrices',
  ...(amountsOf('updateProductPrices', 'sale_price') === undefined
    ? []
    : [mistakeIn('price.sale_price', 'above the retail price', 'at most retail_price', amountAbove)]),
);

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

/** Items of a move with one mistake each. @param order an order whose items can make the move */
export function invalidMoves<Item extends object>(
  move: OrderMove<Item>,
  order: MovableOrder,
): InvalidItems<Item> {
  const mistakes = mistakesOf(move.operationId, ...(move.namesSeveral ? [notAnId] : []));
  return spoiled(mistakes, () => move.drawn(idsOf(order), carrierOf(order)));
}

/** Statuses that only the service sets, and strings similar to the statuses that a merchant can set (clause 3.1). */
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

const statuses = mistakesOf(
  'updateProductStatus',
  mistakeIn('status', 'that no merchant can set', settableStatuses.join(', '), () =>
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...otherStatuses) }, { weight: 1, arbitrary: word }),
  ),
).filter(({ name }) => name !== 'style_key too long');

/**
 * Status updates with one mistake each: a field is missing or not a string (clause 2.1), or the status is one that only
 * the service sets, a misspelled one, or any word (clause 3.1).
 * @param styleKeys at least one
 * @param allowed statuses that the styles may change to from their current ones, for example draft for drafts
 */
export function invalidStatusItems(
  styleKeys: readonly string[],
  allowed: readonly SettableStatus[],
): InvalidItems<StatusItem> {
  return spoiled(statuses, () => statusItem(styleKeys, allowed));
}
