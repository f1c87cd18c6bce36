import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type fc from 'fast-check';
import { operation } from '../../contract/operations.js';
import { inBatches } from '../../contract/schemas/request-rules.js';
import type { OperationId } from '../../contract/types.js';
import { gapsOfRequest } from '../../contract/unspecified.js';
import { member } from '../../contract/values/path.js';
import { sampleOne } from '../../data/draw.js';
import { type ProductItem, productItem, styleOf } from '../../data/valid/product-item.js';
import type { ReferenceData } from '../../data/valid/reference-data.js';
import type { Provocations } from '../../target/merchants/control-interface.js';
import { lessAndLessOften, looks } from '../../target/merchants/merchant.js';
import { Blocked, openAt } from '../../verdicts/finding.js';
import type { FollowedBatch } from '../../verdicts/oracles/batches/followed-batch.js';
import type { Witness } from '../../verdicts/recording/recorder.js';
import { MerchantData } from './merchant-data.js';
import { readReferenceData } from './reference-data.js';
import { bodyIfAny, bodyOf } from './responses.js';
import { type ProductKeys, readProductRows } from './state.js';

/** Provides products in every status that a test needs. */
export class ProductPrerequisites extends MerchantData {
  #reference: Promise<ReferenceData> | undefined;
  #made = 0;
  /** The products that the test upserted first as valid drafts, or took from other tests, by sku. */
  readonly #drafts = new Map<string, ProductItem>();

  /** Whether a rejection or a problem can be provoked. */
  get canReject(): boolean {
    return this.canWrite && this.options.merchant.provocations !== undefined;
  }

  /**
   * Images that provoke a rejection or a problem.
   * @throws Inapplicable if the target's configuration denies writes or names no such images
   */
  provocations(): Provocations {
    this.mayWrite();
    return this.configured(
      this.options.merchant.provocations,
      'it needs TARGET_REJECTED_IMAGE_URL and TARGET_PROBLEM_IMAGE_URL, which are not set',
      'no setting',
    );
  }

  /** The merchant's reference data, read once for a test. */
  referenceData(): Promise<ReferenceData> {
    const { merchant, knownChoices } = this.options;
    this.#reference ??= readReferenceData(this.api, merchant.imageUrl, knownChoices);
    return this.#reference;
  }

  /** The merchant's reference data, plus a category with second sizes if one is found within a few reads. */
  referenceDataWithSecondSizes(): Promise<ReferenceData> {
    const { merchant, knownChoices } = this.options;
    return readReferenceData(this.api, merchant.imageUrl, knownChoices, 'withSecondSizes');
  }

  /** Rows of the product list: all on a merchant that only the test uses, otherwise those with the items' keys. */
  productRows(...items: readonly ProductKeys[]): ReturnType<typeof readProductRows> {
    return readProductRows(this.api, this.isShared, items);
  }

  /** A valid product item that has not been submitted yet. */
  async productItem(): Promise<ProductItem> {
    return this.#drawn(productItem(await this.referenceData(), this.prefix));
  }

  #drawn<Value>(arbitrary: fc.Arbitrary<Value>): Value {
    this.#made += 1;
    return sampleOne(arbitrary, this.options.seed + this.#made);
  }

  /** Whether the merchant has no product with the item's keys; keys that begin with the run's prefix need no check. */
  async isUnused({ sku, style_key }: ProductKeys): Promise<boolean> {
    const others = Object.entries({ sku, style_key }).filter(([, key]) => !key.startsWith(this.prefix));
    for (const [name, key] of others)
      if ((await this.everyPage('listProducts', { [name]: key })).entries.length > 0) return false;
    return true;
  }

  /** A key that no product or style has. */
  newKey(): string {
    return `${this.prefix}${randomUUID().slice(0, 18)}`;
  }

  /**
   * Products that are drafts (clause 3.1 rule 2): drafts that other tests left, and new ones from one batch if those
   * don't suffice.
   */
  async draftProducts(count: number): Promise<readonly ProductItem[]> {
    this.mayWrite();
    const left = await this.leftDrafts(count);
    return [...left, ...(left.length < count ? await this.newDrafts(count - left.length) : [])];
  }

  /** A product that is a draft; another test may have made it. */
  async draftProduct(): Promise<ProductItem> {
    return this.found((await this.draftProducts(1))[0], 'a draft was not made');
  }

  /** New products that were upserted and are drafts: nothing has ever changed them. */
  async newDrafts(count: number): Promise<readonly ProductItem[]> {
    const items: ProductItem[] = [];
    while (items.length < count) items.push(await this.productItem());
    await this.upserted(items);
    return items;
  }

  /** A new product that was upserted and is a draft: nothing has ever changed it. */
  async newDraft(): Promise<ProductItem> {
    return this.found((await this.newDrafts(1))[0], 'a draft was not made');
  }

  /**
   * Up to `count` drafts that other tests left, with their present stock and prices. None on a merchant that only the
   * test uses.
   * @param category the category that they must have; any if undefined
   */
  async leftDrafts(count: number, category?: number): Promise<readonly ProductItem[]> {
    const { knownDrafts, ownNames } = this.options;
    if (knownDrafts === undefined || !this.canWrite || count === 0) return [];
    const taken = await knownDrafts.take(count, ...(category === undefined ? [] : [category]));
    for (const { sku, style_key } of taken) {
      ownNames?.skus.add(sku);
      ownNames?.styleKeys.add(style_key);
    }
    const listed = await Promise.all(taken.map((draft) => this.#asListed(draft)));
    const drafts = listed.filter((draft) => draft !== undefined);
    this.mayLeave(drafts);
    return drafts;
  }

  /**
   * Passes the test's drafts on to other tests.
   * @param isUsable whether a draft is still one, and nothing will change it
   */
  async leaveDrafts(isUsable: (product: ProductKeys) => boolean): Promise<void> {
    const drafts = [...this.#drafts.values()];
    const isSingle = ({ style_key }: ProductItem) =>
      drafts.filter((each) => each.style_key === style_key).length === 1;
    await this.options.knownDrafts?.giveBack(drafts.filter((draft) => isSingle(draft) && isUsable(draft)));
    this.#drafts.clear();
  }

  /** Notes valid products that the test upserts as drafts, so that other tests may use them after this one. */
  mayLeave(items: readonly ProductItem[]): void {
    for (const item of items) this.#drafts.set(item.sku, item);
  }

  /**
   * A draft with the stock and prices that the list shows; undefined if it is no longer a draft, not listed alone, or
   * overwritten.
   */
  async #asListed(draft: ProductItem): Promise<ProductItem | undefined> {
    const response = await this.api.listProducts({ query: { style_key: draft.style_key } });
    const [row, ...others] = bodyIfAny(response, 'items.*.sku')?.items ?? [];
    if (others.length > 0 || row?.sku !== draft.sku || member(row, 'status') !== 'draft') return undefined;
    const isOverwritten = Object.entries({ ...draft, quantity: null }).some(([field, value]) => {
      const shown = member(row, field);
      return typeof value !== 'object' && shown !== undefined && shown !== value;
    });
    const [quantity, prices] = [member(row, 'quantity'), member(row, 'prices')];
    const isPricedAlike = isDeepStrictEqual(countriesOf(prices), countriesOf(draft.prices));
    if (isOverwritten || !isPricedAlike || typeof quantity !== 'number') return undefined;
    return { ...draft, quantity, prices: prices as ProductItem['prices'] };
  }

  /** A product that was published and has become active (clause 3.1). */
  async activeProduct(): Promise<ProductItem> {
    const item = await this.draftProduct();
    await this.activated([item]);
    return item;
  }

  /** Upserts products. @returns the last batch @throws Blocked if one of them is refused */
  async upserted(items: readonly ProductItem[]): Promise<FollowedBatch> {
    this.mayWrite();
    const batch = await this.#acceptedInParts('upsertProducts', items);
    this.mayLeave(items);
    return batch;
  }

  /** Publishes drafts and waits until all of them are active. */
  async activated(items: readonly Pick<ProductItem, 'sku' | 'style_key'>[]): Promise<void> {
    await this.published(items.map(({ style_key }) => style_key));
    for (const { sku } of items) {
      const { skus } = await this.listedAsActive(sku);
      if (!skus.includes(sku))
        throw new Blocked(
          `the published product is not listed as active after ${this.deadline} s of the target's clock`,
          openAt('listProducts', gapsOfRequest(operation('listProducts'))),
        );
    }
  }

  /**
   * Waits until the whole list shows the products in a status, regardless of the filtered list.
   * @throws Blocked if that takes longer than the deadline
   */
  async shownAs(status: string, ...items: readonly ProductKeys[]): Promise<void> {
    let awaited = items;
    for await (const _ of this.#looks(`a product to become ${status}`)) {
      // On a merchant that others use too, read the list style by style, and only the styles still awaited.
      const styles = new Set(awaited.map(({ style_key }) => style_key));
      const shown = new Set<string>();
      for (const query of this.isShared ? [...styles].map((style_key) => ({ style_key })) : [{}])
        for (const row of (await this.everyPage('listProducts', query)).entries)
          if (row.status === status) shown.add(row.sku);
      awaited = awaited.filter(({ sku }) => !shown.has(sku));
      if (awaited.length === 0) return;
    }
    throw new Blocked(`the products were not ${status} within ${this.deadline} s of the target's clock`);
  }

  /** Sets styles to published. @returns the last batch @throws Blocked if that is refused */
  async published(styleKeys: readonly string[]): Promise<FollowedBatch> {
    const items = [...new Set(styleKeys)].map((style_key) => ({ style_key, status: 'published' }));
    return this.#acceptedInParts('updateProductStatus', items);
  }

  /** Submits items in batches no larger than the target accepts. @returns the last one */
  async #acceptedInParts(id: OperationId, items: readonly unknown[]): Promise<FollowedBatch> {
    let batch: FollowedBatch | undefined;
    // Generated values may differ from the contract's type: the target judges them.
    for (const part of inBatches(id, items))
      batch = await this.accepted(this.api.send(operation(id), { body: { items: part } }));
    return this.found(batch, 'there is no item to submit');
  }

  /**
   * Rejected styles: made for the purpose if the target's review can be provoked, otherwise the listed ones.
   * @param count how many to make; the first has two products, if a category has enough to choose from
   * @param keyOf makes their style keys from unused keys
   * @returns their style keys
   * @throws Inapplicable if there are none, and none can be made
   * @throws Blocked if the review took longer than the deadline
   */
  async rejectedStyles(
    count: number,
    keyOf: (key: string) => string = (key) => key,
  ): Promise<readonly string[]> {
    if (!this.canReject) {
      const { entries } = await this.everyPage('listRejectedProducts');
      const found = [...new Set(entries.map(({ style_key }) => style_key))];
      // It throws: if the run may write, only the missing images keep it from making some.
      if (found.length === 0 && this.canWrite) this.provocations();
      this.firstListed(found, 'rejected product');
      return found;
    }
    const twoVariants = styleOf(await this.referenceData(), this.prefix, { variants: { min: 2, max: 2 } });
    const items = twoVariants === undefined ? [] : [...this.#drawn(twoVariants)];
    while (new Set(items.map(({ style_key }) => style_key)).size < count)
      items.push(await this.productItem());
    const named = items.map((item) => ({ ...item, style_key: keyOf(item.style_key) }));
    return this.#published(named, this.provocations().rejectedImageUrl, 'rejected');
  }

  /** A style that was approved and has a problem. @returns its style key @throws Inapplicable if none can be provoked */
  async styleWithProblem(): Promise<string> {
    const { problemImageUrl } = this.provocations();
    const [style = ''] = await this.#published([await this.productItem()], problemImageUrl, 'problem');
    return style;
  }

  /** Publishes new products with an image that provokes a status, and waits until they are shown with it. */
  async #published(items: readonly ProductItem[], image: string, status: string): Promise<readonly string[]> {
    await this.upserted(items.map((item) => ({ ...item, images: [image] })));
    const styles = [...new Set(items.map(({ style_key }) => style_key))];
    await this.published(styles);
    await this.shownAs(status, ...items);
    return styles;
  }

  /**
   * Reads the list of active products until it has the sku, or the deadline has passed.
   * @returns the last read, and the reads that led to it
   */
  async listedAsActive(sku: string): Promise<Witness & { readonly skus: readonly string[] }> {
    const trail: string[] = [];
    for await (const seconds of this.#looks('a product to be approved')) {
      const exchange = await this.api.listProducts({ query: { status: 'active', sku } });
      const skus = bodyOf(exchange, 'items.*.sku').items.map((product) => product.sku);
      trail.push(`${seconds} s: ${skus.includes(sku) ? 'active' : 'not active'}`);
      if (skus.includes(sku) || seconds >= this.deadline) return { exchange, trail, skus };
    }
    throw new Error('The last look is at the deadline.');
  }

  #looks(awaited: string): AsyncGenerator<number> {
    const { clock } = this.options.merchant;
    return looks(clock, lessAndLessOften(this.deadline, clock), awaited);
  }
}

function countriesOf(prices: unknown): readonly unknown[] {
  return Array.isArray(prices) ? prices.map((price) => member(price, 'country_code')).toSorted() : [];
}
