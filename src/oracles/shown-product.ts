import { inWords } from './in-words.js';
import type { Unmet, Unseen } from './unmet.js';

/** A product of the test's own as the lists show it at one moment. */
export interface ShownProduct {
  readonly sku: string;
  /** Its status in the whole list; undefined where that doesn't have it. */
  readonly status: string | undefined;
  /** How often the list filtered by status active has it. */
  readonly timesActive: number;
}

/** Statuses that the description names (clause 3.1); that there are others is assumed. */
const named: readonly (string | undefined)[] = ['draft', 'active', 'inactive'];
/** Where the lists show a product and its status is assumed. */
const gaps = ['G-08'];
const status = 'body items[].status';
const noProducts: Unseen = { unseen: 'there are no products to look for' };

/** The whole list shows each of the products with one of these statuses (clause 3.1). */
export function areShownAs(
  products: readonly ShownProduct[],
  ...statuses: readonly string[]
): Unmet | Unseen | undefined {
  if (products.length === 0) return noProducts;
  const other = products.find((product) => !statuses.some((each) => each === product.status));
  if (other === undefined) return undefined;
  const isNamed = [...statuses, other.status].every((each) => each === undefined || named.includes(each));
  return {
    expected: statuses,
    actual: `${inWords(other.status)} of ${other.sku}`,
    at: status,
    gaps: isNamed ? gaps : [...gaps, 'G-06'],
  };
}

/** The products are listed, two or more, with one status for all of them (clause 2.1). */
export function areShownAlike(products: readonly ShownProduct[]): Unmet | Unseen | undefined {
  if (products.length < 2) return { unseen: 'the style does not have two products' };
  const shown = new Set(products.map((product) => product.status));
  if (shown.size === 1 && !shown.has(undefined)) return undefined;
  return {
    expected: [`one status for all ${products.length} products of the style`],
    actual: products.map(({ sku, status }) => `${inWords(status)} of ${sku}`).join(', '),
    at: status,
    gaps,
  };
}

/**
 * The list filtered by status active has none of the products that the whole list shows as something else (clause 3.1).
 * Where it shows none as something else, nothing could be wrong: how long a product takes to become active isn't shown.
 */
export function areActiveOnlyWhereShownSo(products: readonly ShownProduct[]): Unmet | Unseen | undefined {
  const others = products.filter((product) => product.status !== 'active');
  const wrong = others.find((product) => product.timesActive > 0);
  if (wrong === undefined)
    return others.some((product) => product.status !== undefined)
      ? undefined
      : {
          unseen: 'the whole list shows none of the products as something else than active',
          open: ['G-06'],
        };
  return {
    expected: ['no such product in the list filtered by status active'],
    actual: `${wrong.sku}, which the whole list shows with ${inWords(wrong.status)}`,
    at: 'body items',
    gaps,
  };
}

/** The list filtered by status active has each product that the whole list shows as active, once (clause 4.1). */
export function areActiveWhereShownSo(products: readonly ShownProduct[]): Unmet | Unseen | undefined {
  const active = products.filter((product) => product.status === 'active');
  return active.length === 0 ? noneActive : areListedAsActive(active);
}

const noneActive: Unseen = { unseen: 'the whole list shows none of the products as active' };

/** The list filtered by status active has each of the products, once (clauses 3.1 and 4.1). */
export function areListedAsActive(products: readonly ShownProduct[]): Unmet | Unseen | undefined {
  if (products.length === 0) return noProducts;
  const wrong = products.find((product) => product.timesActive !== 1);
  if (wrong === undefined) return undefined;
  return {
    expected: [`the product ${wrong.sku} once in the list filtered by status active`],
    actual: `${wrong.timesActive} times, and ${inWords(wrong.status)} in the whole list`,
    at: 'body items',
    gaps,
  };
}

/** An entry of the product list. */
interface Entry {
  readonly sku: string;
  readonly status?: unknown;
}

/**
 * The list filtered by status active has the active products of the whole list, each once, and no others (clause 4.1).
 * What changed its status meanwhile is left out. It takes a product that is active and one that is not: a filter that lets
 * none through, or all, would be right otherwise.
 * @param filtered entries of all its pages
 * @param before entries of the whole list, read before the other
 * @param after the same, read behind it
 */
export function areTheActiveOnes(
  filtered: readonly Entry[],
  before: readonly Entry[],
  after: readonly Entry[],
): Unmet | Unseen | undefined {
  const seen = new Set<boolean>();
  const [former, later] = [before, after].map((list) => new Map(list.map((each) => [each.sku, each.status])));
  for (const sku of new Set([...before, ...filtered].map((each) => each.sku))) {
    const is = former?.get(sku);
    if (is !== later?.get(sku)) continue;
    if (is !== undefined) seen.add(is === 'active');
    const times = filtered.filter((each) => each.sku === sku).length;
    if (times === (is === 'active' ? 1 : 0)) continue;
    return {
      expected: [`${is === 'active' ? 'once' : 'not'}: the whole list shows ${inWords(is)} of ${sku}`],
      actual: `${times} times`,
      at: 'body items',
      gaps,
    };
  }
  if (!seen.has(true)) return noneActive;
  return seen.has(false) ? undefined : { unseen: 'the whole list shows all products as active' };
}
