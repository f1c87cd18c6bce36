import { isDeepStrictEqual } from 'node:util';
import { member } from './body.js';
import { inWords } from './in-words.js';
import { firstChange, holdTheSameEntries, type ReadList } from './unchanged.js';
import type { Unmet, Unseen } from './unmet.js';

/** Rows of the product list, one for each sku (gap G-08). */
type Rows = readonly unknown[];

const at = 'body items';

/** The sku has a row, and only one (clauses 1 and 4.2). */
export function showOnce(rows: Rows, sku: string): Unmet | undefined {
  const times = rows.filter((row) => member(row, 'sku') === sku).length;
  if (times === 1) return undefined;
  return { expected: [`one row of the sku ${sku}`], actual: `${times} rows`, at };
}

/**
 * The row of an item's sku gives back each field that was sent: the same numbers, the same characters, lists in the same
 * order (gap G-08). What was sent as null may be null or absent; what was not sent is not judged.
 */
export function giveBack(rows: Rows, item: object): Unmet | undefined {
  const sku = member(item, 'sku');
  const row = rows.find((each) => member(each, 'sku') === sku);
  if (row === undefined) return { expected: [`a row of the sku ${sku}`], actual: 'nothing', at };
  const sent: object = JSON.parse(JSON.stringify(item));
  for (const [field, value] of Object.entries(sent)) {
    const change = firstChange(value, member(row, field), `${at}[].${field}`);
    if (change === undefined || (value === null && change.after === undefined)) continue;
    const sentThere = `as sent: ${inWords(change.before)}`;
    const expected = value === null ? [sentThere, 'nothing'] : [sentThere];
    return { expected, actual: inWords(change.after), at: change.at };
  }
  return undefined;
}

const noRows: Unseen = { unseen: 'the product list has no rows' };

/** No row has the sku or the style key of one of the items; a list without any row shows nothing of that. */
export function showNothingOf(rows: Rows, ...items: readonly unknown[]): Unmet | Unseen | undefined {
  const [row] = rowsOf(rows, items);
  if (row === undefined) return rows.length === 0 ? noRows : undefined;
  return { expected: ['no row of the item'], actual: inWords(row), at: 'product list' };
}

const listed: ReadList = {
  operationId: 'listProducts',
  path: ['items', '0'],
  key: 'sku',
  at: 'product list',
};

/**
 * The rows that have the sku or the style key of one of the items are the same as before, in each field that the contract
 * documents (gap G-08).
 * @param before the rows as they were read earlier
 */
export function showTheSameOf(
  rows: Rows,
  before: Rows,
  ...items: readonly unknown[]
): Unmet | Unseen | undefined {
  const [own, former] = [rowsOf(rows, items), rowsOf(before, items)];
  const unmet = holdTheSameEntries(own, former, listed);
  if (unmet !== undefined) return unmet;
  return former.length === 0 ? { unseen: 'there is nothing in product list' } : undefined;
}

/** The rows are those of the skus, each once, and no others. */
export function areTheRowsOf(rows: Rows, skus: readonly string[]): Unmet | Unseen | undefined {
  const listed = rows.map((row) => member(row, 'sku'));
  if (isDeepStrictEqual(listed.toSorted(), skus.toSorted())) return rows.length === 0 ? noRows : undefined;
  return { expected: [`one row of each of ${inWords(skus)}, and no others`], actual: inWords(listed), at };
}

/**
 * A narrowed list has the rows of the whole list whose member holds the value, all of them, each once, and no others
 * (clause 4.1, gap G-08). A row that comes to hold it, or ceases to, between two readings of the whole may be there or not.
 * Where no row holds it, a list that has none of them is right and shows nothing.
 * @param wholes the whole list, read before and after the narrowed one
 */
export function areNarrowedTo(
  narrowed: Rows,
  name: string,
  value: unknown,
  wholes: readonly Rows[],
): Unmet | Unseen | undefined {
  const stray = strayIn(narrowed, name, value);
  if (stray !== undefined) return stray;
  const wanted = rowsWith(name, value);
  const listed = narrowed.map((row) => member(row, 'sku'));
  const twice = listed.find((sku, index) => listed.indexOf(sku) < index);
  if (twice !== undefined)
    return { expected: [`${wanted}, each once`], actual: `${inWords(twice)} again`, at };
  const matching = wholes.map(
    (rows) => new Set(rows.filter((row) => member(row, name) === value).map((row) => member(row, 'sku'))),
  );
  const [first = new Set()] = matching;
  const missing = [...first].find(
    (sku) => matching.every((skus) => skus.has(sku)) && !listed.some((each) => each === sku),
  );
  if (missing !== undefined)
    return { expected: [`all ${wanted}`], actual: `no row of the sku ${missing}`, at };
  const other = listed.find((sku) => !matching.some((skus) => skus.has(sku)));
  if (other === undefined || matching.length === 0)
    return matching.some((skus) => skus.size > 0) ? undefined : { unseen: `the whole list has no ${wanted}` };
  return { expected: [`${wanted} in the whole list too`], actual: `a row of the sku ${other}`, at };
}

/** All rows hold the value in the member: whoever moves rows meanwhile, none of another value belongs there (gap G-08). */
export function haveOnly(rows: Rows, name: string, value: unknown): Unmet | Unseen | undefined {
  return strayIn(rows, name, value) ?? (rows.length === 0 ? noRows : undefined);
}

function strayIn(rows: Rows, name: string, value: unknown): Unmet | undefined {
  const stray = rows.find((row) => member(row, name) !== value);
  if (stray === undefined) return undefined;
  return { expected: [`${rowsWith(name, value)}, and no others`], actual: inWords(stray), at };
}

function rowsWith(name: string, value: unknown): string {
  return `rows whose ${name} is ${JSON.stringify(value)}`;
}

function rowsOf(rows: Rows, items: readonly unknown[]): Rows {
  const [skus, styles] = ['sku', 'style_key'].map(
    (name) => new Set(items.map((item) => member(item, name)).filter((key) => typeof key === 'string')),
  );
  return rows.filter((row) => holds(skus, member(row, 'sku')) || holds(styles, member(row, 'style_key')));
}

function holds(keys: ReadonlySet<string> | undefined, key: unknown): boolean {
  return typeof key === 'string' && keys?.has(key) === true;
}
