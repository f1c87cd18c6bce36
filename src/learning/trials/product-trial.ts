import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { OperationId } from '../../contract/types.js';
import { parsePath, valuesAt, valuesIn } from '../../contract/values/path.js';
import { type ProductItem, productItem } from '../../data/valid/product-item.js';
import type { Exchange } from '../../http/exchange.js';
import { readReferenceData } from '../../operations/prerequisites/reference-data.js';
import { lessAndLessOften, looks } from '../../target/merchants/merchant.js';
import { nameElsewhere } from '../align/unseen-names.js';
import type { Step } from '../propose/findings.js';
import { entriesIn } from '../survey/read-target.js';
import { mostSeconds, type TrialTools } from './trial-tools.js';

/** The number of items that are drawn; one of them is sent. */
const candidates = 40;

/** Values that no other product shows by chance. */
const telling = { quantity: 4327, newQuantity: 5843, weight: 1613, retail: 83.17, sale: 71.53 } as const;

/** Learns from a product of its own: the same each time, because the API can't delete it. */
export class ProductTrial {
  readonly #tools: TrialTools;
  #item: ProductItem | undefined;
  /** Whether an earlier call left the product: then it isn't a draft. */
  #wasThere = false;
  /** Whether an equal submission got the id of the batch in flight; undefined if that could not be tried. */
  isSameBatch: boolean | undefined;

  constructor(tools: TrialTools) {
    this.#tools = tools;
  }

  /** Creates a product, updates its stock and price, and publishes it. */
  async product(): Promise<void> {
    const items = await this.#tools.attempt('a product could not be made up', () => this.#items());
    if (items === undefined) return;
    const sku = this.#sku;
    const before = await this.#tools.attempt('the list of products could not be read', () =>
      this.#tools.survey.ask('listProducts', { query: { sku } }),
    );
    this.#wasThere = [...valuesIn(before?.json, '').values()].flat().includes(sku);
    const item = await this.#made(items);
    if (item === undefined) return;
    this.#item = item;
    const { style_key } = item;
    const [price] = item.prices;
    this.#tools.expect('listProducts', 'items[]', item);
    const moment = (await this.#listed(item, {}, this.#wasThere ? undefined : 'draft')) ?? '';
    await this.#submittedTwice(item);
    const stock = { sku, quantity: telling.newQuantity };
    const [, , submitted] = await Promise.all([
      this.#timedBatch('updateProductStock', stock, moment),
      this.#timedBatch('updateProductPrices', { sku, price }, moment),
      this.#tools.batch('updateProductStatus', { style_key, status: 'published' }),
    ]);
    if (submitted === undefined) return;
    this.#tools.expect('listProducts', 'items[]', stock);
    await this.#tools.attempt('the list of products could not be read', async () => {
      for await (const _ of looks(this.#tools.clock, [0, ...lessAndLessOften(mostSeconds)]))
        if ((await this.#listed(item, { status: 'active' })) !== undefined) return;
    });
    this.#tools.survey.learn();
  }

  /** The keys of the product; empty if there is none. */
  get keys(): readonly string[] {
    return this.#item === undefined ? [] : [this.#item.sku, this.#item.style_key];
  }

  /** What stays on the target although everything was removed, in a sentence. */
  kept(): readonly string[] {
    if (this.#item === undefined) return [];
    const again = this.#wasThere ? ' An earlier call had left it, and this one used it again.' : '';
    return [
      `The API can't delete products: the product ${this.#item.sku} stays, out of the catalogue, and the next call uses it again.${again}`,
    ];
  }

  get #sku(): string {
    return `${this.#tools.prefix}sku`;
  }

  /** Creates the product; returns undefined if that failed. */
  async #made(items: readonly ProductItem[]): Promise<ProductItem | undefined> {
    const { survey } = this.#tools;
    const isDescribed = survey.isDescribed('upsertProducts');
    const composed = isDescribed ? undefined : await this.#composed(items);
    if (composed !== undefined) return composed;
    const { steps } = survey.learnedOf('upsertProducts');
    const bounded = items.filter((each) => keepsBounds({ items: [each] }, steps));
    const named = items.filter((each) => each.material_composition_textile !== undefined);
    const preferred = isDescribed ? bounded : named;
    // A target may require fields that are optional in the contract, so the item with the fewest nulls is sent; it also
    // shows the most.
    const item = fullestOf(preferred.length > 0 ? preferred : items);
    return (await this.#tools.batch('upsertProducts', item)) && item;
  }

  /** Items of the same product each time, also on other machines: the API can't delete it. */
  async #items(): Promise<readonly ProductItem[]> {
    const { survey, settings, prefix } = this.#tools;
    const { baseUrl, name, imageUrl } = settings;
    const reference = await readReferenceData(survey.api, imageUrl);
    const seed = createHash('sha256').update(`${baseUrl} ${name}`).digest().readInt32BE();
    const price = { retail_price: telling.retail, sale_price: telling.sale };
    return fc.sample(productItem(reference, prefix), { seed, numRuns: candidates }).map((item) => ({
      ...item,
      sku: this.#sku,
      style_key: `${prefix}style`,
      name: `${prefix}learn`,
      quantity: telling.quantity,
      weight: telling.weight,
      prices: item.prices.map((each) => ({ ...each, ...price })),
    }));
  }

  /**
   * Where there is no description, creates the product with the composition whose field isn't shown (gap G-03), in the
   * name that the listed products have for it. The name is right if the list then shows the composition.
   * @returns the product; undefined if the name is unknown or wrong
   */
  async #composed(items: readonly ProductItem[]): Promise<ProductItem | undefined> {
    const { survey } = this.#tools;
    const others = items.filter((each) => each.material_composition_non_textile !== undefined);
    const at = 'items[].material_composition_non_textile';
    const shown = nameElsewhere(survey.vocabulary, at);
    if (others.length === 0 || shown === undefined) return undefined;
    const item = fullestOf(others);
    const evidence = `it is ${shown.name} at ${shown.place} too, which shows the value that we sent`;
    const forget = survey.suppose('upsertProducts', [
      { part: 'request', kind: 'rename', at, to: shown.name, evidence, source: 'accepted', gap: 'G-03' },
    ]);
    await this.#tools.batch('upsertProducts', item);
    const listed = await this.#tools.attempt('the list of products could not be read', () =>
      survey.ask('listProducts', { query: { sku: item.sku } }),
    );
    const row = entriesIn(listed).find(({ sku }) => sku === item.sku);
    const sent = item.material_composition_non_textile;
    if (isDeepStrictEqual(row?.material_composition_non_textile, sent)) return item;
    forget();
    return undefined;
  }

  /** Submits the item twice at the same time, and waits for both batches. */
  async #submittedTwice(item: ProductItem): Promise<void> {
    await this.#tools.attempt('an item could not be submitted twice', async () => {
      const { batches, survey } = this.#tools;
      const submit = () => batches.identified(survey.ask('upsertProducts', { body: { items: [item] } }));
      // A fast target may have finished the first batch before its response is read.
      const [first, second] = await Promise.all([submit(), submit()]);
      this.isSameBatch = second.batchRequestId.toLowerCase() === first.batchRequestId.toLowerCase();
      for (const batch of [first, second]) await batches.finished(batch);
    });
  }

  /**
   * Sends a batch of one item that takes effect at a time on the target's clock; if that fails, sends it without the
   * time.
   */
  async #timedBatch(write: OperationId, item: object, moment: string): Promise<void> {
    const timed = { ...item, valid_at: moment };
    const done = moment === '' ? undefined : await this.#tools.batch(write, timed);
    if (done === undefined) await this.#tools.batch(write, item);
  }

  /**
   * Looks for the product in the list.
   * @param filter parameters of the list besides the sku
   * @param status our word for the status of the product, if known
   * @returns the time of the response by its Date header, empty without one; undefined if the product isn't listed
   */
  async #listed(
    { sku }: ProductItem,
    filter: { readonly status?: string },
    status?: string,
  ): Promise<string | undefined> {
    const query = { sku, ...filter };
    const exchange = await this.#tools.survey.ask('listProducts', { query });
    const row = entriesIn(exchange).find((each) => each.sku === sku);
    const shown = row?.status;
    if (status !== undefined && typeof shown === 'string')
      this.#tools.survey.expectWord('listProducts', 'items[].status', status, shown);
    return row === undefined ? undefined : momentOf(exchange);
  }
}

/** The target's time of the response, in seconds; empty if the response has none. */
function momentOf(exchange: Exchange): string {
  const moment = Date.parse(exchange.header('date') ?? '');
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString().replace('.000', '');
}

/** Whether one of our bodies is within the learned bounds of a request. */
function keepsBounds(body: object, steps: readonly Step[]): boolean {
  const isWithin = (value: unknown, bounds: unknown) => {
    const { minItems, minLength, minimum, maxItems, maxLength, maximum } = Object(bounds);
    const size = typeof value === 'number' ? value : Object(value).length;
    return !(size < (minItems ?? minLength ?? minimum) || size > (maxItems ?? maxLength ?? maximum));
  };
  return steps
    .filter(({ part, kind }) => part === 'request' && kind === 'bound')
    .every(({ at, to }) => valuesAt(body, parsePath(at) ?? []).every((value) => isWithin(value, to)));
}

function fullestOf(items: readonly ProductItem[]): ProductItem {
  return items.reduce((fullest, each) => (nullsIn(each) < nullsIn(fullest) ? each : fullest));
}

function nullsIn(item: object): number {
  return Object.values(item).filter((each) => each === null || (Array.isArray(each) && each.length === 0))
    .length;
}
