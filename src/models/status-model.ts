import { regularPrice } from '../data/valid/price.js';
import type { ProductItem } from '../data/valid/product-item.js';
import type { PriceItem, StatusItem, StockItem } from '../data/valid/update-items.js';
import type { Exchange } from '../http/exchange.js';
import { entriesOf, member } from '../verdicts/oracles/violation.js';
import type { ShownTransition } from '../verdicts/recording/observations.js';
import { type BatchAnswer, BatchDriver, type Submit, type VerifyStatement } from './model-driver.js';
import type { OwnStyles, StylesReading } from './own-styles.js';
import {
  afterTime,
  gapsOf,
  type ListedProduct,
  type Reading,
  type Status,
  type StatusRequirement,
  type Style,
  statuses,
  type Variant,
} from './status-table.js';

/** The state of a style. */
interface StyleState extends Style {
  /** Counted from 1. */
  readonly number: number;
  /** Its possible statuses. */
  possible: readonly Status[];
  /** The basis of the prediction, after the effect of the last status update was read. */
  requirement: StatusRequirement;
  /** The status that it showed at the last reading. */
  shown?: Status | undefined;
}

/** The requirement by which the next shown status is judged. */
export type Concern = (shown: string) => StatusRequirement;

interface StatusModelOptions {
  /** Seconds of the target's clock in which a published product must become active. */
  readonly deadline: number;
  /** Whether a review may reject a valid product, as people do; a rejection is then as acceptable as active. */
  readonly mayReject: boolean;
  /** A style key that no style has. */
  readonly unknownStyleKey: string;
}

/**
 * The state of some styles that were drafts at first; their quantities and prices are known after the first reading.
 */
export class StatusModel {
  readonly styles: readonly StyleState[];
  readonly options: StatusModelOptions;
  /** Quantities by sku. */
  readonly quantities = new Map<string, number>();
  /** Retail prices by sku, in major units. */
  readonly retailPrices = new Map<string, number>();
  /**
   * The basis of the numbers that an upsert set, until the next reading, by `quantity of` or `retail price of` the sku.
   */
  readonly numbersRestOn = new Map<string, StatusRequirement>();

  constructor(styles: readonly Style[], options: StatusModelOptions) {
    this.styles = styles.map((style, index) => ({
      ...style,
      number: index + 1,
      possible: ['draft'],
      requirement: 'STS-12',
    }));
    this.options = options;
  }

  /** The style of a number counted from 1. */
  style(number: number | 'unknown'): StyleState | undefined {
    return number === 'unknown' ? undefined : this.styles[number - 1];
  }

  sku({ style, variant }: Variant): string | undefined {
    return this.style(style)?.skus[variant - 1];
  }

  /** Takes into account that products move on their own. */
  letTimePass(): void {
    for (const style of this.styles) style.possible = afterTime(style.possible, this.options.mayReject);
  }

  /** Styles whose products may still move on their own. */
  onTheWay(): readonly StyleState[] {
    return this.styles.filter(({ possible }) => afterTime(possible, this.options.mayReject).length > 1);
  }

  /** `style 1 in pending_active or active; style 2 in draft`. */
  toString(): string {
    return this.styles
      .map(({ number, possible }) => `style ${number} in ${possible.join(' or ')}`)
      .join('; ');
  }

  /**
   * Ends a command: reads all products, notes what happened, and compares.
   * @param did the action of the command, in words
   * @param judgeAnswer states what the answer to the command itself must have been, before the products are compared
   * @param concerns by the number of each style that the command dealt with
   */
  async observe(
    target: StatusDriver,
    did: string,
    judgeAnswer: () => Promise<void> = async () => {},
    concerns: ReadonlyMap<number, Concern> = new Map(),
  ): Promise<void> {
    this.letTimePass();
    const reading = await target.poll();
    this.#showContradictions(target, reading);
    // Expected numbers would only make the trail longer.
    const differing = this.#numbers(reading).filter(
      ({ expected, actual }) => expected !== undefined && expected !== actual,
    );
    target.note({
      did,
      model: [`${this}`, ...differing.map(({ at, expected }) => `${at} ${expected}`)].join('; '),
      read: [this.#inWords(reading), ...differing.map(({ at, actual }) => `${at} ${actual ?? 'none'}`)].join(
        '; ',
      ),
    });
    await judgeAnswer();
    await this.#compare(target, reading, concerns);
  }

  /** Notes each transition that contradicts the model; the styles themselves note those of the table. */
  #showContradictions(target: StatusDriver, reading: Reading): void {
    for (const style of this.styles) {
      const { shown: from, possible } = style;
      const to = statusIn(reading, style.skus[0] ?? '');
      style.shown = statuses.find((status) => status === to);
      const isExpected = to === from || to === notListed || possible.some((status) => status === to);
      if (from === undefined || isExpected) continue;
      target.moved({ machine: 'product', from, to, by: reading.write ?? 'time', legal: false });
    }
  }

  /** States for each product what the list must show, and adopts the values that it shows (clauses 2.1, 3.1, 4.1). */
  async #compare(
    target: StatusDriver,
    reading: Reading,
    concerns: ReadonlyMap<number, Concern>,
  ): Promise<void> {
    for (const style of this.styles) {
      await compareVariants(style, target, reading);
      await compareStatus(style, target, reading, concerns.get(style.number));
    }
    for (const sku of new Set([...this.styles.flatMap(({ skus }) => skus), ...reading.activeSkus]))
      await compareActive(sku, target, reading);
    for (const { requirement, known, sku, at, expected, actual } of this.#numbers(reading)) {
      if (expected !== undefined)
        await target.judge(this.numbersRestOn.get(at) ?? requirement, {
          at,
          expected: [String(expected)],
          actual: String(actual ?? 'none'),
          gaps: ['G-08', 'G-11'],
        });
      if (actual !== undefined) known.set(sku, actual);
    }
    this.numbersRestOn.clear();
  }

  #numbers({ products }: Reading) {
    const { quantities, retailPrices } = this;
    return [...products].flatMap(([sku, { quantity, retailPrice }]) =>
      (
        [
          ['STK-01', `quantity of ${sku}`, quantities, quantity],
          ['PRC-01', `retail price of ${sku}`, retailPrices, retailPrice],
        ] as const
      ).map(([requirement, at, known, actual]) => ({
        requirement,
        at,
        known,
        sku,
        expected: known.get(sku),
        actual,
      })),
    );
  }

  /** The statuses that the products of each style show: `style 1 active; style 2 draft, active`. */
  #inWords(reading: Reading): string {
    return this.styles
      .map(({ number, skus }) => {
        const shown = skus.map((sku) => statusIn(reading, sku));
        return `style ${number} ${new Set(shown).size === 1 ? shown[0] : shown.join(', ')}`;
      })
      .join('; ');
  }
}

async function compareVariants(
  { number, style_key, skus }: StyleState,
  target: StatusDriver,
  reading: Reading,
): Promise<void> {
  if (skus.length === 1) return;
  const shown = skus.map((sku) => statusIn(reading, sku));
  const same = 'the same status for all';
  const isAlike = new Set(shown).size === 1 && skus.some((sku) => reading.products.has(sku));
  await target.judge('STS-08', {
    at: `variants of style ${number} (${style_key})`,
    expected: [same],
    actual: isAlike ? same : shown.join(', '),
    gaps: ['G-08'],
  });
}

async function compareStatus(
  style: StyleState,
  target: StatusDriver,
  reading: Reading,
  concern: Concern | undefined,
): Promise<void> {
  const actual = statusIn(reading, style.skus[0] ?? '');
  const requirement = concern?.(actual) ?? style.requirement;
  const at = `status of style ${style.number} (${style.style_key})`;
  const gaps = ['G-08', ...gapsOf(...style.possible, actual)];
  await target.judge(requirement, { at, expected: style.possible, actual, gaps });
  const known = statuses.find((status) => status === actual);
  if (known !== undefined) style.possible = [known];
}

async function compareActive(
  sku: string,
  target: StatusDriver,
  { products, activeSkus }: Reading,
): Promise<void> {
  const status = products.get(sku)?.status;
  const entries = activeSkus.filter((active) => active === sku).length;
  // A product in no list shows nothing.
  if (status === undefined && entries === 0) return;
  const unless = status === 'inactive' ? 'STS-03' : 'STS-02';
  await target.judge(status === 'active' || status === undefined ? 'PRD-04' : unless, {
    at: `active products, ${sku} being ${status ?? 'in no list'}`,
    expected: [status === 'active' ? 'listed once' : 'not listed'],
    actual: entries === 0 ? 'not listed' : entries === 1 ? 'listed once' : `listed ${entries} times`,
    gaps: ['G-08'],
  });
}

const notListed = 'not listed';

function statusIn({ products }: Reading, sku: string): string {
  return products.get(sku)?.status ?? notListed;
}

/** Numbers of a product; those that are undefined are as they were in its first upsert. */
interface Numbers {
  readonly sku: string;
  readonly quantity: number | undefined;
  /** In major units, in the country of the price updates. */
  readonly retailPrice: number | undefined;
}

interface StatusDriverOptions {
  readonly styles: OwnStyles;
  readonly submit: Submit;
  /** Lets seconds of the target's clock pass. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly verify: VerifyStatement<StatusRequirement>;
  /** Gets each transition that contradicts the model. */
  readonly moved: (transition: ShownTransition) => void;
}

/** Plays the model of the product status against the target, with its own styles. */
export class StatusDriver extends BatchDriver<StatusRequirement> {
  readonly #styles: OwnStyles;
  /** Lets seconds of the target's clock pass. */
  readonly pass: (seconds: number) => Promise<void>;
  readonly moved: StatusDriverOptions['moved'];
  #reading: StylesReading | undefined;

  constructor({ styles, submit, wait, verify, moved }: StatusDriverOptions) {
    super(verify, submit);
    this.#styles = styles;
    this.pass = wait;
    this.moved = moved;
  }

  setStatus(
    items: readonly (Omit<StatusItem, 'status'> & { readonly status: string })[],
  ): Promise<BatchAnswer> {
    return this.submit('updateProductStatus', items);
  }

  /** Repeats the items that made the products, except for the numbers. */
  upsert(numbers: readonly Numbers[]): Promise<BatchAnswer> {
    const upserted = numbers.flatMap(({ sku, quantity, retailPrice }) => {
      const item = this.#itemOf(sku);
      if (item === undefined) return [];
      const [price, ...prices] = item.prices;
      const changed =
        price === undefined || retailPrice === undefined
          ? item.prices
          : [regularPrice('upsertProducts', price.country_code, retailPrice), ...prices];
      return [{ ...item, quantity: quantity ?? item.quantity, prices: changed }];
    });
    return this.submit('upsertProducts', upserted);
  }

  setStock(items: readonly StockItem[]): Promise<BatchAnswer> {
    return this.submit('updateProductStock', items);
  }

  /** Sets retail prices in major units. */
  setPrices(prices: readonly { readonly sku: string; readonly retailPrice: number }[]): Promise<BatchAnswer> {
    const items = prices.map(({ sku, retailPrice }): PriceItem => {
      const price = regularPrice('updateProductPrices', this.#countryOf(sku), retailPrice);
      return { sku, price };
    });
    return this.submit('updateProductPrices', items);
  }

  /** Reads the whole list and the list of the active products, both at one moment. */
  async poll(): Promise<Reading> {
    const reading = await this.#styles.read();
    this.#reading = reading;
    const products = [...reading.entries].map(([sku, entry]): [string, ListedProduct] => {
      const price = entriesOf(entry.prices).find(
        (each) => member(each, 'country_code') === this.#countryOf(sku),
      );
      const retailPrice = numberIn(member(price, 'retail_price'));
      return [sku, { status: entry.status, quantity: numberIn(entry.quantity), retailPrice }];
    });
    return {
      write: this.takeWrite(),
      products: new Map(products),
      activeSkus: reading.products.flatMap(({ sku, timesActive }) => Array(timesActive).fill(sku)),
    };
  }

  /** The list of the style that a statement names. */
  protected readingAbout(at: string): Exchange | undefined {
    const style = this.#styles.styles.find(({ style_key, skus }) =>
      [style_key, ...skus].some((key) => at.includes(key)),
    );
    const lists = this.#reading?.exchanges.get(style?.style_key ?? '');
    const found = at.startsWith('active products') ? lists?.active : lists?.whole;
    return found ?? this.#reading?.whole.exchange;
  }

  /** The country in which the price of a product is set: the first for which it was upserted with a price. */
  #countryOf(sku: string): string {
    return this.#itemOf(sku)?.prices[0]?.country_code ?? '';
  }

  #itemOf(sku: string): ProductItem | undefined {
    return this.#styles.items.find((each) => each.sku === sku);
  }
}

/** A number that a list shows; undefined if it shows none. */
function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
