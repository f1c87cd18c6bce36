import { member } from '../contract/values/path.js';
import type { ProductItem } from '../data/valid/product-item.js';
import type { Exchange } from '../http/exchange.js';
import { entriesOf, numberShown } from '../verdicts/oracles/violation.js';
import { BatchDriver, type BatchDriverOptions, type Deed } from './model-driver.js';
import type { OwnStyles, StylesReading } from './own-styles.js';
import {
  afterTime,
  gapsOf,
  type Status,
  type StatusRequirement,
  type Style,
  statuses,
} from './status-table.js';

/** The state of a style. */
export interface StyleState extends Style {
  /** Counted from 1. */
  readonly number: number;
  /** Its possible statuses. */
  possible: readonly Status[];
  /** The basis of the prediction, after the effect of the last status update was read. */
  requirement: StatusRequirement;
  /** The status that it showed at the last reading. */
  shown?: Status | undefined;
  /** Whether it was hidden before. */
  wasHidden?: true;
}

/** The requirement by which the next shown status is judged. */
export type Concern = (shown: string) => StatusRequirement;

/** By the number of each style. */
export type Concerns = ReadonlyMap<number, Concern>;

interface StatusModelOptions {
  /** Seconds of the target's clock in which a published product must become active. */
  readonly deadline: number;
  /** Whether a review may reject a valid product, as people do; a rejection is then as acceptable as active. */
  readonly mayReject: boolean;
  /** A style key that no style has. */
  readonly unknownStyleKey: string;
}

/** The numbers of a product that the model predicts. */
const numberNames = ['quantity', 'retail price'] as const;
type NumberName = (typeof numberNames)[number];

/**
 * The state of some styles that were drafts at first; their quantities and prices are known after the first reading.
 */
export class StatusModel {
  readonly styles: readonly StyleState[];
  readonly options: StatusModelOptions;
  /** Known numbers, by `quantity of` or `retail price of` the sku; prices in major units. */
  readonly numbers = new Map<string, number>();
  /** The basis of the numbers that an upsert set, until the next reading. */
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

  /** Ends a command: reads all products, notes what happened, and compares (clauses 2.1, 3.1, 4.1). */
  async observe(
    target: StatusDriver,
    { did, judgeResponse = async () => {}, concerns = new Map() }: Deed<Concerns>,
  ): Promise<void> {
    this.letTimePass();
    const reading = await target.poll();
    this.#showContradictions(target, reading);
    const numbers = numbersIn(reading, target);
    // Expected numbers would only make the trail longer.
    const differing = numbers
      .map(({ at, actual }) => ({ at, actual, expected: this.numbers.get(at) }))
      .filter(({ expected, actual }) => expected !== undefined && expected !== actual);
    target.note({
      did,
      model: [`${this}`, ...differing.map(({ at, expected }) => `${at} ${expected}`)].join('; '),
      read: [this.#inWords(reading), ...differing.map(({ at, actual }) => `${at} ${actual ?? 'none'}`)].join(
        '; ',
      ),
    });
    await judgeResponse();
    for (const style of this.styles) {
      await compareVariants(style, target, reading);
      await compareStatus(style, target, reading, concerns.get(style.number));
    }
    for (const product of reading.products) await compareActive(product, target);
    for (const number of numbers) await this.#compareNumber(number, target);
    this.numbersRestOn.clear();
  }

  /** Notes each transition that contradicts the model; the styles themselves note those of the table. */
  #showContradictions(target: StatusDriver, reading: StylesReading): void {
    const by = target.takeWrite() ?? 'time';
    for (const style of this.styles) {
      const { shown: from, possible } = style;
      const to = statusIn(reading, style.skus[0] ?? '');
      style.shown = statuses.find((status) => status === to);
      const isExpected = to === from || to === notListed || possible.some((status) => status === to);
      if (from !== undefined && !isExpected) target.moved({ machine: 'product', from, to, by, legal: false });
    }
  }

  /** States that a number is the known one, and adopts the one that is shown. */
  async #compareNumber({ at, sku, name, actual }: ShownNumber, target: StatusDriver): Promise<void> {
    const expected = this.numbers.get(at);
    if (expected !== undefined)
      await target.judge(this.numbersRestOn.get(at) ?? (name === 'quantity' ? 'STK-01' : 'PRC-01'), {
        at,
        shownBy: { key: sku },
        expected: [numberShown(expected)],
        actual: actual === undefined ? 'none' : numberShown(actual),
        gaps: ['G-08', 'G-11'],
      });
    if (actual !== undefined) this.numbers.set(at, actual);
  }

  /** The statuses that the products of each style show: `style 1 active; style 2 draft, active`. */
  #inWords(reading: StylesReading): string {
    return this.styles
      .map(({ number, skus }) => {
        const shown = skus.map((sku) => statusIn(reading, sku));
        return `style ${number} ${new Set(shown).size === 1 ? shown[0] : shown.join(', ')}`;
      })
      .join('; ');
  }
}

/** A number that the list shows for a product; undefined if it shows none. */
interface ShownNumber {
  readonly at: string;
  readonly sku: string;
  readonly name: NumberName;
  readonly actual: number | undefined;
}

function numbersIn({ entries }: StylesReading, target: StatusDriver): readonly ShownNumber[] {
  return [...entries].flatMap(([sku, { quantity, prices }]) => {
    const price = entriesOf(prices).find((each) => member(each, 'country_code') === target.countryOf(sku));
    return numberNames.map((name) => {
      const actual = name === 'quantity' ? quantity : member(price, 'retail_price');
      return { at: `${name} of ${sku}`, sku, name, actual: typeof actual === 'number' ? actual : undefined };
    });
  });
}

async function compareVariants(
  { number, style_key, skus }: StyleState,
  target: StatusDriver,
  reading: StylesReading,
): Promise<void> {
  if (skus.length === 1) return;
  const shown = skus.map((sku) => statusIn(reading, sku));
  const same = 'the same status for all';
  const isAlike = new Set(shown).size === 1 && skus.some((sku) => reading.entries.has(sku));
  await target.judge('STS-08', {
    at: `variants of style ${number} (${style_key})`,
    shownBy: { key: style_key },
    expected: [same],
    actual: isAlike ? same : shown.join(', '),
    gaps: ['G-08'],
  });
}

async function compareStatus(
  style: StyleState,
  target: StatusDriver,
  reading: StylesReading,
  concern: Concern | undefined,
): Promise<void> {
  const actual = statusIn(reading, style.skus[0] ?? '');
  const requirement = concern?.(actual) ?? style.requirement;
  const at = `status of style ${style.number} (${style.style_key})`;
  const gaps = ['G-08', ...gapsOf(...style.possible, actual)];
  const shownBy = { key: style.style_key };
  await target.judge(requirement, { at, shownBy, expected: style.possible, actual, gaps });
  const known = statuses.find((status) => status === actual);
  if (known !== undefined) style.possible = [known];
}

async function compareActive(
  { sku, status, timesActive: entries }: StylesReading['products'][number],
  target: StatusDriver,
): Promise<void> {
  // A product in no list shows nothing.
  if (status === undefined && entries === 0) return;
  const unless = status === 'inactive' ? 'STS-03' : 'STS-02';
  await target.judge(status === 'active' || status === undefined ? 'PRD-04' : unless, {
    at: `active products, ${sku} being ${status ?? 'in no list'}`,
    shownBy: { key: sku, list: 'active' },
    expected: [status === 'active' ? 'listed once' : 'not listed'],
    actual: entries === 0 ? 'not listed' : entries === 1 ? 'listed once' : `listed ${entries} times`,
    gaps: ['G-08'],
  });
}

const notListed = 'not listed';

function statusIn({ entries }: StylesReading, sku: string): string {
  return entries.get(sku)?.status ?? notListed;
}

interface StatusDriverOptions extends BatchDriverOptions<StatusRequirement> {
  readonly styles: OwnStyles;
  /** Lets seconds of the target's clock pass. */
  readonly wait: (seconds: number) => Promise<void>;
}

/** Plays the model of the product status against the target, with its own styles. */
export class StatusDriver extends BatchDriver<StatusRequirement> {
  readonly #styles: OwnStyles;
  /** Lets seconds of the target's clock pass. */
  readonly pass: (seconds: number) => Promise<void>;
  #reading: StylesReading | undefined;

  constructor({ styles, wait, ...options }: StatusDriverOptions) {
    super(options);
    this.#styles = styles;
    this.pass = wait;
  }

  /** Reads the whole list and the list of the active products, both at one moment. */
  async poll(): Promise<StylesReading> {
    this.#reading = await this.#styles.read();
    return this.#reading;
  }

  /** The item that made a product. */
  itemOf(sku: string): ProductItem | undefined {
    return this.#styles.items.find((each) => each.sku === sku);
  }

  /** The country in which the price of a product is set: the first for which it was upserted with a price. */
  countryOf(sku: string): string {
    return this.itemOf(sku)?.prices[0]?.country_code ?? '';
  }

  /** The list of the style that has a key, or one of whose products has it. */
  protected readingOf(key = '', list: 'active' | 'whole' = 'whole'): Exchange | undefined {
    const style = this.#styles.styles.find(({ style_key, skus }) => [style_key, ...skus].includes(key));
    return this.#reading?.exchanges.get(style?.style_key ?? '')?.[list] ?? this.#reading?.whole.exchange;
  }
}
