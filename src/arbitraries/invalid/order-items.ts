import fc from 'fast-check';
import {
  type CancelItem,
  cancelItem,
  keyOfLength,
  type OrderItemId,
  type ReturnItem,
  returnItem,
  type ShipItem,
  shipItem,
} from '../order-items.js';
import { type InvalidItem, invalidItem } from './invalid-item.js';
import { otherThan } from './json-shape.js';

/** What can be wrong with a value: what is right, and what to put in its place. */
interface Mistake {
  readonly right: string;
  readonly put: (own: unknown) => fc.Arbitrary<unknown>;
}

type Mistakes = Readonly<Record<string, Mistake & { readonly field: string }>>;

const missing: Mistake = { right: 'required', put: () => fc.constantFrom(undefined, null) };
const noString: Mistake = {
  right: 'a string',
  put: (own) => fc.constantFrom(...otherThan('a string', own)),
};
const noList: Mistake = { right: 'an array', put: (own) => fc.constantFrom(...otherThan('an array', own)) };
const emptyList: Mistake = { right: 'at least one id', put: () => fc.constant([]) };
const empty: Mistake = { right: 'at least 1 character', put: () => fc.constant('') };
const tooLong: Mistake = {
  right: 'at most 255 characters',
  put: () => keyOfLength(256),
};
/** Integers and strings are no mistake: which of them an id is, is not shown (gap G-05). */
const wrongId: Mistake = {
  right: 'an id',
  put: (own) => fc.constantFrom([own], { id: own }, true, false, 0.5, {}, []),
};
/** Beside a right id, so that the item names an order item all the same. */
const wrongIdInList: Mistake = {
  right: 'a list of ids',
  put: (own) => fc.constantFrom(...[[own], true, 0.5, {}, null].map((id) => [...asList(own), id])),
};

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const listMistakes = {
  'order_items missing': { field: 'order_items', ...missing },
  'order_items that is no list': { field: 'order_items', ...noList },
  'order_items empty': { field: 'order_items', ...emptyList },
  'order_items with what is no id': { field: 'order_items', ...wrongIdInList },
} as const satisfies Mistakes;

const shipMistakes = {
  ...listMistakes,
  'carrier_key missing': { field: 'carrier_key', ...missing },
  'carrier_key that is no string': { field: 'carrier_key', ...noString },
  'shipment_tracking_key missing': { field: 'shipment_tracking_key', ...missing },
  'shipment_tracking_key that is no string': { field: 'shipment_tracking_key', ...noString },
  'shipment_tracking_key empty': { field: 'shipment_tracking_key', ...empty },
  'shipment_tracking_key of 256 characters': { field: 'shipment_tracking_key', ...tooLong },
  'return_tracking_key missing': { field: 'return_tracking_key', ...missing },
  'return_tracking_key that is no string': { field: 'return_tracking_key', ...noString },
} as const satisfies Mistakes;

const cancelMistakes = {
  'id missing': { field: 'id', ...missing },
  'id of another type': { field: 'id', ...wrongId },
} as const satisfies Mistakes;

const returnMistakes = {
  ...listMistakes,
  'return_tracking_key missing': { field: 'return_tracking_key', ...missing },
  'return_tracking_key that is no string': { field: 'return_tracking_key', ...noString },
  'return_tracking_key empty': { field: 'return_tracking_key', ...empty },
  'return_tracking_key of 256 characters': { field: 'return_tracking_key', ...tooLong },
} as const satisfies Mistakes;

export type ShipMistake = keyof typeof shipMistakes;
export type CancelMistake = keyof typeof cancelMistakes;
export type ReturnMistake = keyof typeof returnMistakes;

/** What can be wrong with each kind of order item update, as `order_items empty` (gap G-11). */
export const shipMistakeNames = namesOf(shipMistakes);
export const cancelMistakeNames = namesOf(cancelMistakes);
export const returnMistakeNames = namesOf(returnMistakes);

/** A shipment with one mistake (gap G-11). @param ids of open order items; at least one */
export function invalidShipItem(
  ids: readonly OrderItemId[],
  carrierKey: string,
  name: ShipMistake,
): fc.Arbitrary<InvalidItem<ShipItem>> {
  return spoiled(shipItem(ids, carrierKey), shipMistakes[name]);
}

/** A cancellation with one mistake (gap G-11). @param ids of open order items; at least one */
export function invalidCancelItem(
  ids: readonly OrderItemId[],
  name: CancelMistake,
): fc.Arbitrary<InvalidItem<CancelItem>> {
  return spoiled(cancelItem(ids), cancelMistakes[name]);
}

/** A return with one mistake (gap G-11). @param ids of shipped order items; at least one */
export function invalidReturnItem(
  ids: readonly OrderItemId[],
  name: ReturnMistake,
): fc.Arbitrary<InvalidItem<ReturnItem>> {
  return spoiled(returnItem(ids), returnMistakes[name]);
}

function spoiled<Item extends object>(
  valid: fc.Arbitrary<Item>,
  { field, right, put }: Mistakes[string],
): fc.Arbitrary<InvalidItem<Item>> {
  return valid.chain((item) =>
    put(Object.entries(item).find(([name]) => name === field)?.[1]).map((value) =>
      invalidItem(item, field, right, value, { [field]: value }),
    ),
  );
}

function namesOf<Names extends object>(mistakes: Names): (keyof Names)[] {
  return Object.keys(mistakes).filter((name): name is keyof Names & string => name in mistakes);
}
