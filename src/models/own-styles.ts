import { sampleOne } from '../data/draw.js';
import { type ProductItem, styleOf } from '../data/valid/product-item.js';
import type { Exchange } from '../http/exchange.js';
import type { Prerequisites } from '../operations/prerequisites/prerequisites.js';
import type { EntryOf, Pages } from '../operations/prerequisites/responses.js';
import { Blocked } from '../verdicts/finding.js';
import type { ShownProduct } from '../verdicts/oracles/products/product.js';
import type { Style } from './status-table.js';

type ProductEntry = EntryOf<'listProducts', 'status'>;

/** The test's own products at one moment. */
export interface StylesReading {
  readonly products: readonly ShownProduct[];
  /** The last page of the whole list. */
  readonly last: Exchange;
  /** Entries of the whole list, by sku. */
  readonly entries: ReadonlyMap<string, ProductEntry>;
  /** The skus of more than one entry. */
  readonly twice: readonly string[];
  /** The last page of a style in one of both lists. */
  readonly exchangeOf: (styleKey: string, list: 'whole' | 'active') => Exchange;
}

export interface OwnStylesOptions {
  /** Reads the product list to its end. */
  readonly list: (query: Readonly<Record<string, string>>) => Promise<Listed>;
  /** The variants of each style, as they were upserted. */
  readonly items: readonly (readonly ProductItem[])[];
  /** Whether nothing happens between two requests, because the clock is held. */
  readonly isHeld: boolean;
}

/** The number of times that a reading is tried while products keep changing their status. */
const tries = 10;

/** Styles that a test made, and what the lists show of them (clauses 3.1 and 4.1). */
export class OwnStyles {
  readonly #options: OwnStylesOptions;
  readonly styles: readonly Style[];

  constructor(options: OwnStylesOptions) {
    this.#options = options;
    this.styles = options.items.map((variants) => ({
      style_key: variants[0]?.style_key ?? '',
      skus: variants.map(({ sku }) => sku),
    }));
  }

  /** The variants of all styles, as they were upserted. */
  get items(): readonly ProductItem[] {
    return this.#options.items.flat();
  }

  get keys(): readonly string[] {
    return this.styles.map(({ style_key }) => style_key);
  }

  /** Items of a status update, one for each style. */
  setTo(status: string): { readonly style_key: string; readonly status: string }[] {
    return this.keys.map((style_key) => ({ style_key, status }));
  }

  /**
   * Reads the whole list and the list of the active products, both at one moment.
   * @throws Blocked if the products change so often that no two reads agree
   */
  async read(): Promise<StylesReading> {
    let before = await this.#list({});
    for (let times = 0; times < tries; times += 1) {
      const active = await this.#list({ status: 'active' });
      const after = this.#options.isHeld ? before : await this.#list({});
      if (statusesIn(before) === statusesIn(after)) return this.#reading({ whole: after, active });
      before = after;
    }
    throw new Blocked(`the products changed their status at each of ${tries} readings`);
  }

  /** The list of each style, in the order of the styles. */
  #list(query: Readonly<Record<string, string>>): Promise<readonly Listed[]> {
    return Promise.all(this.keys.map((style_key) => this.#options.list({ ...query, style_key })));
  }

  /** The entries of each style in its list: a target that doesn't know the filter lists others, too. */
  #ownIn(lists: readonly Listed[]): readonly ProductEntry[] {
    return this.styles.flatMap(({ style_key, skus }, index) =>
      (lists[index]?.entries ?? []).filter((row) => skus.includes(row.sku) || row.style_key === style_key),
    );
  }

  #reading(lists: Readonly<Record<'whole' | 'active', readonly Listed[]>>): StylesReading {
    const listed = this.#ownIn(lists.whole);
    const entries = new Map(listed.map((entry) => [entry.sku, entry]));
    const skus = listed.map(({ sku }) => sku);
    const listedAsActive = this.#ownIn(lists.active);
    const products = this.items.map(({ sku }) => ({
      sku,
      status: entries.get(sku)?.status,
      timesActive: listedAsActive.filter((entry) => entry.sku === sku).length,
    }));
    const exchangeOf = (styleKey: string, list: keyof typeof lists) => {
      const read = lists[list][this.keys.indexOf(styleKey)];
      if (read === undefined) throw new Error(`Style ${styleKey} was not read.`);
      return read.last;
    };
    return {
      products,
      entries,
      twice: skus.filter((sku, index) => skus.indexOf(sku) < index),
      exchangeOf,
      last: exchangeOf(this.keys.at(-1) ?? '', 'whole'),
    };
  }
}

type Listed = Pick<Pages<ProductEntry>, 'entries' | 'last'>;

function statusesIn(lists: readonly Listed[]): string {
  return JSON.stringify(lists.map(({ entries }) => entries.map(({ sku, status }) => [sku, status])));
}

/**
 * Upserts styles in one batch, which creates them as drafts (clause 3.1 rule 2). Where one variant is enough, it may be
 * a draft that another test left.
 * @param sizes the number of variants of each style
 * @param seed decides their values; their keys are always new
 * @param images the only image of each style that needs a certain one
 * @returns the variants of each style
 * @throws Blocked if no category has enough choices for this number of variants
 */
export async function draftStyles(
  given: Prerequisites,
  sizes: readonly number[],
  seed: number,
  images: readonly (string | undefined)[] = [],
): Promise<readonly (readonly ProductItem[])[]> {
  const reference = await given.referenceData();
  const isAny = (index: number) => sizes[index] === 1 && images[index] === undefined;
  const singles = sizes.filter((_, index) => isAny(index)).length;
  const isKnown = ({ category }: ProductItem) => reference.categories.some(({ id }) => id === category);
  const left = (await given.leftDrafts(singles)).filter(isKnown).values();
  const made: ProductItem[] = [];
  const styles = sizes.map((size, index) => {
    const known = isAny(index) ? left.next().value : undefined;
    if (known !== undefined) return [known];
    const style = styleOf(reference, given.prefix, { variants: { min: size, max: size } });
    if (style === undefined)
      throw new Blocked(`no category has colors and sizes for ${size} variants of a style`);
    const image = images[index];
    const own = { ...(image !== undefined && { images: [image] }), style_key: given.newKey() };
    const variants = sampleOne(style, seed + index).map((item) => ({ ...item, ...own, sku: given.newKey() }));
    made.push(...variants);
    return variants;
  });
  if (made.length > 0) await given.upserted(made);
  return styles;
}
