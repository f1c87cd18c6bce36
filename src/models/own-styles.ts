import { member } from '../contract/values/path.js';
import { sampleOne } from '../data/draw.js';
import { type ProductItem, styleOf } from '../data/valid/product-item.js';
import type { Exchange } from '../http/exchange.js';
import type { Prerequisites } from '../operations/prerequisites/prerequisites.js';
import type { EntryOf, Pages } from '../operations/prerequisites/responses.js';
import type { Merchant } from '../target/merchants/merchant.js';
import { Blocked, openAt } from '../verdicts/finding.js';
import type { ResultItem } from '../verdicts/oracles/batches/followed-batch.js';
import type { ShownProduct } from '../verdicts/oracles/products/product.js';
import type { ShownTransition } from '../verdicts/recording/observations.js';
import type { Witness } from '../verdicts/recording/recorder.js';
import {
  endsOfReview,
  isRequestedStatus,
  type StatusUpdate,
  type Style,
  transitionBetween,
} from './status-table.js';

type ProductEntry = EntryOf<'listProducts', 'status'>;

/** The test's own products at one moment. */
export interface StylesReading {
  readonly products: readonly ShownProduct[];
  /** Whether all of them are past approval (clause 3.1, gap G-06). */
  readonly isApproved: boolean;
  /** Whether the list filtered by status active has all of them. */
  readonly isActive: boolean;
  /** The whole list, and all readings so far. */
  readonly whole: Witness;
  /** The list filtered by status active, and all readings so far. */
  readonly active: Witness;
  /** Entries of the whole list, by sku. */
  readonly entries: ReadonlyMap<string, ProductEntry>;
  /** The skus of more than one entry. */
  readonly twice: readonly string[];
  /** The last pages of both lists, by style key. */
  readonly exchanges: ReadonlyMap<string, { readonly whole: Exchange; readonly active: Exchange }>;
}

/** A status update, and the style that it names. */
interface StyleUpdate extends StatusUpdate {
  readonly styleKey: string;
}

export interface OwnStylesOptions {
  /** Reads the product list to its end. */
  readonly list: (query: Readonly<Record<string, string>>) => Promise<Listed>;
  /** The variants of each style, as they were upserted. */
  readonly items: readonly (readonly ProductItem[])[];
  /** Lets seconds of the target's clock pass. */
  readonly wait: (seconds: number) => Promise<void>;
  /** Whether nothing happens between two requests, because the clock is held. */
  readonly isHeld: boolean;
  /** Images that decide how a review ends; without any, it may reject a valid product, as people do. */
  readonly provocations: Merchant['provocations'];
  /** Seconds of the target's clock in which a published product must become active. */
  readonly deadline: number;
  /** The status updates of styles whose outcome is known so far, oldest first. */
  readonly updates?: () => readonly StyleUpdate[];
  /** Gets each transition of the table that two readings show. */
  readonly moved?: (transition: ShownTransition) => void;
}

/** The number of times that a reading is tried while products keep changing their status. */
const tries = 10;

/** Styles that a test made, and what the lists show of them (clauses 3.1 and 4.1). */
export class OwnStyles {
  readonly #options: OwnStylesOptions;
  readonly #trail: string[] = [];
  #seconds = 0;
  /** The status that each style showed at the last reading, by its key. */
  readonly #shown = new Map<string, string>();
  /** The number of status updates at the last reading. */
  #known = 0;
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
      if (statusesIn(before) === statusesIn(after)) return this.#reading(after, active);
      before = after;
    }
    throw new Blocked(`the products changed their status at each of ${tries} readings`);
  }

  /**
   * Reads every second of the target's clock until a reading is as expected or the deadline has passed.
   * @returns all readings, at least one
   * @throws Blocked if a review that may do so has rejected a product
   */
  async readUntil(isReached: (reading: StylesReading) => boolean): Promise<StylesReading[]> {
    const { deadline, wait, provocations } = this.#options;
    const readings: StylesReading[] = [];
    for (let seconds = 0; ; seconds += 1) {
      const reading = await this.read();
      readings.push(reading);
      if (isReached(reading) || seconds >= deadline) return readings;
      if (provocations === undefined && reading.products.some(({ status }) => status === 'rejected'))
        throw new Blocked('the review rejected a product that was to become active');
      await wait(1);
      this.#seconds += 1;
    }
  }

  /** Notes which transition of the table explains each difference from the reading before. */
  #showMoves(products: readonly ShownProduct[]): void {
    const { updates, moved, provocations, items } = this.#options;
    const all = updates?.() ?? [];
    for (const [index, { style_key, skus }] of this.styles.entries()) {
      const before = this.#shown.get(style_key);
      const after = products.find(({ sku }) => sku === skus[0])?.status ?? '';
      this.#shown.set(style_key, after);
      const [update, ...others] = all.slice(this.#known).filter((each) => each.styleKey === style_key);
      if (before === undefined || others.length > 0) continue;
      const images = items[index]?.flatMap((item) => item.images) ?? [];
      const ends = endsOfReview(images, provocations);
      const transition = transitionBetween(before, after, update, ends);
      if (transition !== undefined) moved?.({ machine: 'product', ...transition, legal: true });
    }
    this.#known = all.length;
  }

  /**
   * Ends a test that can't judge the target.
   * @param gaps leave open whether a product reaches the status that the test needs
   * @throws Blocked with the reason
   */
  blockedBy(reason: string, ...gaps: readonly string[]): never {
    throw new Blocked(reason, openAt('updateProductStatus', gaps));
  }

  /** The list of each style, in the order of the styles. */
  #list(query: Readonly<Record<string, string>>): Promise<readonly Listed[]> {
    return Promise.all(this.keys.map((style_key) => this.#options.list({ ...query, style_key })));
  }

  #reading(whole: readonly Listed[], active: readonly Listed[]): StylesReading {
    const listed = whole.flatMap((each) => each.entries);
    const entries = new Map(listed.map((entry) => [entry.sku, entry]));
    const skus = listed.map(({ sku }) => sku);
    const listedAsActive = active.flatMap((each) => each.entries);
    const products = this.items.map(({ sku }) => ({
      sku,
      status: entries.get(sku)?.status,
      timesActive: listedAsActive.filter((entry) => entry.sku === sku).length,
    }));
    const shown = products.map(({ sku, status, timesActive }) => {
      const times = timesActive === 0 ? '' : ', among the active';
      return `${sku} ${status ?? 'not listed'}${times}`;
    });
    this.#showMoves(products);
    this.#trail.push(`read after ${this.#seconds} s: ${shown.join('; ')}`);
    const exchanges = this.keys.map((key, index) => {
      const [all, filtered] = [whole[index], active[index]];
      // Each style was read in both lists.
      if (all === undefined || filtered === undefined) throw new Error(`Style ${key} was not read.`);
      return [key, { whole: all.last, active: filtered.last }] as const;
    });
    const last = exchanges.at(-1)?.[1];
    if (last === undefined) throw new Error('No style was read.');
    const trail = [...this.#trail];
    return {
      products,
      isApproved: products.every(({ status }) => status === 'pending_active' || status === 'active'),
      isActive: products.every(({ timesActive }) => timesActive > 0),
      entries,
      twice: skus.filter((sku, index) => skus.indexOf(sku) < index),
      exchanges: new Map(exchanges),
      whole: { exchange: last.whole, trail },
      active: { exchange: last.active, trail },
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

/** The items of status updates that name a style and a status that can be set. */
export function statusUpdates(items: readonly ResultItem[]): readonly StyleUpdate[] {
  return items.flatMap(({ requestItem, success }) => {
    const [styleKey, value] = [member(requestItem, 'style_key'), member(requestItem, 'status')];
    if (typeof styleKey !== 'string' || typeof value !== 'string') return [];
    return isRequestedStatus(value) ? [{ styleKey, value, outcome: success ? 'success' : 'failed' }] : [];
  });
}
