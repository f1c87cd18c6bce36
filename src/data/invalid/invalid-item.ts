import fc from 'fast-check';
import { firstPlaceAt, member, parsePath, withValueAt } from '../../contract/values/path.js';
import { changedProductItem, type ProductItem } from '../valid/product-item.js';
import type { ReferenceData } from '../valid/reference-data.js';

/** An item with one mistake, and the same item without it: a control that shows why the target refuses the item. */
export interface InvalidItem<Item> {
  readonly valid: Item;
  readonly invalid: unknown;
  /** In words: the field, its rule, and the value that it has instead. */
  readonly violation: string;
  /** The field with the mistake, such as `ean`, or its place, such as `prices[].retail_price`. */
  readonly field: string;
}

const longestShown = 60;

/**
 * Pairs a valid item with an invalid version of it.
 * @param right the rule for the field, such as `at most 120 characters`
 * @param put the value that it has instead
 * @param change the top-level fields that differ; undefined removes a field
 */
export function invalidItem<Item extends object>(
  valid: Item,
  field: string,
  right: string,
  put: unknown,
  change: Readonly<Record<string, unknown>>,
): InvalidItem<Item> {
  const fields = Object.entries({ ...valid, ...change }).filter(([, value]) => value !== undefined);
  const violation = `${field}: ${right}, but got ${shown(put)}`;
  return { valid, invalid: Object.fromEntries(fields), violation, field };
}

/**
 * Pairs a valid item with a version of it that has a different value at one place.
 * @param place such as `prices[].retail_price`; `[]` is the first member of a list or a map
 * @param put the other value; undefined removes the field
 * @param other further top-level fields that differ
 */
export function invalidAt<Item extends object>(
  valid: Item,
  place: string,
  right: string,
  put: unknown,
  other: Readonly<Record<string, unknown>> = {},
): InvalidItem<Item> {
  const path = firstPlaceAt(valid, parsePath(place) ?? []);
  const [field = ''] = path;
  // This never adds an entry to a list: if a target silently corrected an additional one, the result could equal an
  // existing one, and the target would refuse it as a duplicate.
  const changed = member(withValueAt(valid, path, put), field);
  return invalidItem(valid, place, right, put, { ...other, [field]: changed });
}

/** The value from which a wrong one at a place derives: a sale price is compared with the retail price. */
export function rightValueAt(item: unknown, place: string): unknown {
  const path = parsePath(place.replace(/sale_price$/, 'retail_price')) ?? [];
  return firstPlaceAt(item, path).reduce(member, item);
}

/** A value on one line; a long one is cut, with its length in characters. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const written = JSON.stringify(value);
  const characters = [...(typeof value === 'string' ? value : written)];
  return characters.length <= longestShown
    ? written
    : `${JSON.stringify(characters.slice(0, 20).join(''))}... (${characters.length} characters)`;
}

/** A product item with one mistake, and the product that must exist first if the item is wrong only next to it. */
export interface InvalidProduct extends InvalidItem<ProductItem> {
  readonly beside?: ProductItem;
}

/** The same mistake in a new product and in an update of an existing one. */
export interface MistakenProduct {
  readonly creation: InvalidItem<ProductItem>;
  readonly update: InvalidItem<ProductItem>;
  /** The product before the update: valid, and different in much more than the field with the mistake. */
  readonly former: ProductItem;
  /** Products that must exist first; without them, the item would not be wrong. */
  readonly beside: readonly ProductItem[];
}

/**
 * Makes the same mistake in a new product and in an update.
 * @param mistake draws items with the mistake, each with different keys
 */
export function mistakenProduct(
  reference: ReferenceData,
  mistake: fc.Arbitrary<InvalidProduct>,
): fc.Arbitrary<MistakenProduct> {
  const inUpdate = mistake.chain((update) => {
    const { color, size, second_size } = update.valid;
    return changedProductItem(update.valid, reference).map((former) => ({
      update,
      // If a second variant exists, keep the item's own combination, which is still free.
      former: update.beside === undefined ? former : { ...former, color, size, second_size },
    }));
  });
  return fc.tuple(mistake, inUpdate).map(([creation, { update, former }]) => ({
    creation,
    update,
    former,
    beside: [creation.beside, update.beside].filter((item) => item !== undefined),
  }));
}

/** Replaces all keys, so that no example collides with the products of an earlier one. @param newKey makes a key */
export function withKeysOf(newKey: () => string, mistaken: MistakenProduct): MistakenProduct {
  const { creation, update, former, beside } = mistaken;
  const products = [...beside, former, creation.valid, update.valid];
  const keys = new Set(products.flatMap(({ sku, style_key }) => [sku, style_key]));
  return renamedIn(mistaken, new Map([...keys].map((key) => [key, newKey()])));
}

/** The same mistake in a product with other keys. */
export function withKeys(
  { sku, style_key }: Pick<ProductItem, 'sku' | 'style_key'>,
  item: InvalidItem<ProductItem>,
): InvalidItem<ProductItem> {
  const { valid } = item;
  return renamedIn(item, new Map().set(valid.sku, sku).set(valid.style_key, style_key));
}

/** A value of JSON with other keys of products at any depth. */
function renamedIn<Value>(value: Value, renamed: ReadonlyMap<unknown, string>): Value {
  return JSON.parse(JSON.stringify(value), (name, each) =>
    name === 'sku' || name === 'style_key' ? (renamed.get(each) ?? each) : each,
  );
}
