import { isDeepStrictEqual } from 'node:util';
import { documentedPart, isDocumented } from '../../../contract/schemas/documented-fields.js';
import { eachEntry, member } from '../../../contract/values/path.js';
import { below, inBody, inWordsOf } from '../../../contract/values/place.js';
import { holdTheSameEntries, lists } from '../lists/changes.js';
import {
  asShown,
  firstChange,
  type Inconclusive,
  type OracleResult,
  type Violation,
  violationAt,
  withoutNulls,
} from '../violation.js';

/** Rows of the product list, one for each sku (gap G-08). */
type Rows = readonly unknown[];

const at = inBody('items');
const inList = inWordsOf('words', 'product list');

/** The sku has exactly one row (clauses 1 and 4.2). */
export function showOnce(rows: Rows, sku: string): Violation | undefined {
  const times = rows.filter((row) => member(row, 'sku') === sku).length;
  if (times === 1) return undefined;
  return violationAt(at, `one row with the sku ${sku}`, `${times} rows`);
}

/**
 * The row of an item's sku shows each field as it was sent: the same numbers, the same characters, lists in the same
 * order (gap G-08). A field that was sent as null may be null or absent, even in a price; fields that were not sent, or
 * that the target's list lacks according to its file, are not judged.
 */
export function giveBack(rows: Rows, item: object): Violation | undefined {
  const sku = member(item, 'sku');
  const row = rows.find((each) => member(each, 'sku') === sku);
  if (row === undefined) return violationAt(at, `a row with the sku ${sku}`, 'nothing');
  const sent: object = JSON.parse(JSON.stringify(item));
  const { operationId, path } = lists.products;
  for (const [field, value] of Object.entries(sent)) {
    if (!isDocumented(operationId, [...path, field])) continue;
    const shown = documentedPart(operationId, member(row, field), [...path, field]);
    const change = firstChange(withoutNulls(value), withoutNulls(shown), below(below(at, eachEntry), field));
    if (change === undefined || (value === null && change.after === undefined)) continue;
    const sentThere = `as sent: ${asShown(change.before)}`;
    const expected = value === null ? [sentThere, 'nothing'] : [sentThere];
    return violationAt(change.at, expected, asShown(change.after));
  }
  return undefined;
}

const noRows: Inconclusive = { inconclusive: 'the product list has no rows' };

/** No row has the sku or the style key of one of the items; a list without rows shows nothing. */
export function showNothingOf(rows: Rows, ...items: readonly unknown[]): OracleResult {
  const [row] = rowsOf(rows, items);
  if (row === undefined) return rows.length === 0 ? noRows : undefined;
  return violationAt(inList, 'no row of the item', asShown(row));
}

/**
 * The rows with the sku or the style key of one of the items are the same as before, in each field that the contract
 * documents (gap G-08).
 * @param before the rows of an earlier reading
 */
export function showTheSameOf(rows: Rows, before: Rows, ...items: readonly unknown[]): OracleResult {
  const [own, former] = [rowsOf(rows, items), rowsOf(before, items)];
  const violation = holdTheSameEntries(own, former, { ...lists.products, at: inList });
  if (violation !== undefined) return violation;
  return former.length === 0 ? { inconclusive: 'there is nothing in product list' } : undefined;
}

/** The list has exactly one row for each of the skus, and no others. */
export function beTheRowsOf(rows: Rows, skus: readonly string[]): OracleResult {
  const listed = rows.map((row) => member(row, 'sku'));
  if (isDeepStrictEqual(listed.toSorted(), skus.toSorted())) return rows.length === 0 ? noRows : undefined;
  return violationAt(at, `one row for each of ${asShown(skus)}, and no others`, asShown(listed));
}

function rowsOf(rows: Rows, items: readonly unknown[]): Rows {
  const isOf = (row: unknown, name: string) => {
    const key = member(row, name);
    return typeof key === 'string' && items.some((item) => member(item, name) === key);
  };
  return rows.filter((row) => isOf(row, 'sku') || isOf(row, 'style_key'));
}

/** One of the test's own products as the lists show it at one moment. */
export interface ShownProduct {
  readonly sku: string;
  /** Its status in the whole list; undefined if the list lacks the product. */
  readonly status: string | undefined;
  /** How often it occurs in the list filtered by status active. */
  readonly timesActive: number;
}

/** Statuses that the description names (clause 3.1); that others exist is assumed. */
const named: readonly (string | undefined)[] = ['draft', 'active', 'inactive', undefined];

/** The whole list shows each of the products with one of these statuses (clause 3.1; its place: gap G-08). */
export function beShownAs(products: readonly ShownProduct[], ...statuses: readonly string[]): OracleResult {
  if (products.length === 0) return { inconclusive: 'there are no products to look for' };
  const other = products.find((product) => !statuses.some((each) => each === product.status));
  if (other === undefined) return undefined;
  const isNamed = [...statuses, other.status].every((each) => named.includes(each));
  const actual = `${asShown(other.status)} of ${other.sku}`;
  return violationAt(inBody('items[].status'), statuses, actual, isNamed ? ['G-08'] : ['G-08', 'G-06']);
}
