import { isDeepStrictEqual } from 'node:util';
import { inOtherCase } from '../data/valid/identifiers.js';
import type { ProductItem } from '../data/valid/product-item.js';
import { productRecord } from '../operations/prerequisites/state.js';
import type { Merchant } from '../target/merchants/merchant.js';
import { Blocked } from '../verdicts/finding.js';
import type { Effect, Records } from '../verdicts/oracles/batches/followed-batch.js';
import { differByTheEffects } from '../verdicts/oracles/lists/changes.js';
import { asShown } from '../verdicts/oracles/violation.js';
import type { ModelDriver } from './model-driver.js';
import type { OwnStyles, StylesReading } from './own-styles.js';
import {
  afterTime,
  endsOfReview,
  gapsOf,
  type Status,
  type StatusRequirement,
  type Style,
  statuses,
  transitions,
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
  shown: string;
  /** Whether it was hidden before. */
  wasHidden?: true;
}

/** The requirement by which the next shown status is judged. */
export type Concern = (shown: string) => StatusRequirement;

/** What a command means for the reading after it. */
export interface Concerns {
  /** By the number of each style whose status it dealt with. */
  readonly styles?: ReadonlyMap<number, Concern>;
  /** What it changed in other fields of products. */
  readonly effects?: readonly Effect[];
  /** The requirement that says so, and that nothing else changes. */
  readonly requirement?: StatusRequirement;
}

/** The number of a style; or, in words, one that doesn't exist. */
export type StyleReference = number | 'an unknown style' | 'style 1 in the other case';

interface StatusModelOptions {
  /** Seconds of the target's clock in which a published product must become active. */
  readonly deadline: number;
  /** Images that decide how a review ends; without any, it may reject a valid product, as people do. */
  readonly provocations: Merchant['provocations'];
  /** A key that no style and no product has. */
  readonly unknownKey: string;
  /** Another version of a product item, one for each number. */
  readonly version: (item: ProductItem, number: number) => ProductItem;
  /** Lets seconds of the target's clock pass. */
  readonly wait: (seconds: number) => Promise<void>;
}

/**
 * The state of some styles that were drafts at first; the other fields of their products are known after the first
 * reading.
 */
export class StatusModel {
  readonly #own: Pick<OwnStyles, 'read'>;
  readonly styles: readonly StyleState[];
  readonly options: StatusModelOptions;
  /** Each product as it was last sent, by sku. */
  readonly sent: Map<string, ProductItem>;
  /** The fields of each product at the last reading, apart from its status. */
  records: Records = new Map();
  #reading: StylesReading | undefined;

  /** @param own reads the whole list and the list of the active products, both at one moment */
  constructor(own: Pick<OwnStyles, 'styles' | 'items' | 'read'>, options: StatusModelOptions) {
    this.#own = own;
    this.sent = new Map(own.items.map((item) => [item.sku, item]));
    this.styles = own.styles.map((style, index) => ({
      ...style,
      number: index + 1,
      possible: ['draft'],
      shown: 'draft',
      requirement: 'PRD-20',
    }));
    this.options = options;
  }

  /** The style of a number counted from 1; undefined if there is none. */
  style(number: StyleReference): StyleState | undefined {
    return typeof number === 'string' ? undefined : this.styles[number - 1];
  }

  /** The key of a style, or one that no style has; undefined if there is none. */
  keyOf(style: StyleReference): string | undefined {
    if (style === 'an unknown style') return this.options.unknownKey;
    return style === 'style 1 in the other case'
      ? inOtherCase(this.styles[0]?.style_key ?? '')
      : this.style(style)?.style_key;
  }

  /** Takes into account that products move on their own. */
  letTimePass(): void {
    for (const style of this.styles) style.possible = afterTime(style.possible, this.endsOf(style));
  }

  /** Where a publication of the style may end. */
  endsOf({ skus }: Style): readonly Status[] {
    const images = skus.flatMap((sku) => this.sent.get(sku)?.images ?? []);
    return endsOfReview(images, this.options.provocations);
  }

  /** Styles whose products may still move on their own. */
  onTheWay(): readonly StyleState[] {
    return this.styles.filter((style) => afterTime(style.possible, this.endsOf(style)).length > 1);
  }

  /** `style 1 in pending_active or active; style 2 in draft`. */
  toString(): string {
    return this.styles
      .map(({ number, possible }) => `style ${number} in ${possible.join(' or ')}`)
      .join('; ');
  }

  /** Ends a command: reads all products, notes what happened, and compares (clauses 2.1, 3.1, 4.1). */
  async observe(
    target: ModelDriver,
    did: string,
    concerns: Concerns = {},
    judgeResponse: () => Promise<void> = async () => {},
  ): Promise<void> {
    this.letTimePass();
    const reading = await this.#own.read();
    this.#reading = reading;
    this.#showMoves(target, reading);
    const before = this.records;
    this.records = recordsIn(reading);
    const read = [this.#inWords(reading), ...changesIn(this.records, before)];
    target.note({ did, model: `${this}`, read: read.join('; ') });
    await judgeResponse();
    for (const style of this.styles) {
      this.#needProvocation(style, reading);
      await this.#compareVariants(style, target, reading);
      await this.#compareStatus(style, target, reading, concerns.styles?.get(style.number));
    }
    for (const style of this.styles) await this.#compareActive(style, target, reading);
    if (before.size > 0) await this.#compareFields(target, reading, before, concerns);
  }

  /** States that a style that was published has come to an end of its review within the deadline (clause 3.1). */
  async compareEnd(target: ModelDriver, style: StyleState): Promise<void> {
    if (this.#reading === undefined) return;
    const { number, style_key, possible } = style;
    await target.judge('STS-01', this.#reading.exchangeOf(style_key, 'whole'), {
      at: `style ${number} (${style_key}) ${this.options.deadline} s after its publication at the latest`,
      expected: this.endsOf(style),
      actual: possible.join(' or '),
      gaps: ['G-08'],
    });
  }

  /** @throws Blocked if the review doesn't do what the image of a style should provoke */
  #needProvocation(style: StyleState, reading: StylesReading): void {
    const shown = statusIn(reading, style.skus[0] ?? '');
    const isAsOthers = afterTime(style.possible, ['active']).some((status) => status === shown);
    if (!isAsOthers || style.possible.some((status) => status === shown)) return;
    throw new Blocked(`the image that should make a product ${this.endsOf(style)[0]} did not do so`);
  }

  /** Notes the transition of each style since the last reading. */
  #showMoves(target: ModelDriver, reading: StylesReading): void {
    for (const style of this.styles) {
      const [from, to] = [style.shown, statusIn(reading, style.skus[0] ?? '')];
      style.shown = to;
      const known = transitions.find((each) => each.from === from && each.to === to);
      const isForeseen = style.possible.some((status) => status === to);
      if (![from, notListed].includes(to)) target.moved('product', [from, to], isForeseen, known);
    }
  }

  async #compareVariants(style: StyleState, target: ModelDriver, reading: StylesReading): Promise<void> {
    const { number, style_key, skus } = style;
    if (skus.length === 1) return;
    const shown = skus.map((sku) => statusIn(reading, sku));
    const same = 'the same status for all';
    const isAlike = new Set(shown).size === 1 && skus.some((sku) => reading.entries.has(sku));
    await target.judge('STS-08', reading.exchangeOf(style_key, 'whole'), {
      at: `variants of style ${number} (${style_key})`,
      expected: [same],
      actual: isAlike ? same : shown.join(', '),
      gaps: ['G-08'],
    });
  }

  async #compareStatus(style: StyleState, target: ModelDriver, reading: StylesReading, concern?: Concern) {
    const { number, style_key, possible, skus } = style;
    const actual = statusIn(reading, skus[0] ?? '');
    await target.judge(concern?.(actual) ?? style.requirement, reading.exchangeOf(style_key, 'whole'), {
      at: `status of style ${number} (${style_key})`,
      expected: possible,
      actual,
      gaps: ['G-08', ...gapsOf(...possible, actual)],
    });
    const known = statuses.find((status) => status === actual);
    if (known !== undefined) style.possible = [known];
  }

  /** States that the list of the active products has those of a style that are active, and no others. */
  async #compareActive(style: StyleState, target: ModelDriver, reading: StylesReading): Promise<void> {
    for (const { sku, status, timesActive } of reading.products) {
      // A product in no list shows nothing.
      if (!style.skus.includes(sku) || (status === undefined && timesActive === 0)) continue;
      const unless = status === 'inactive' ? 'STS-03' : 'STS-02';
      const requirement = status === 'active' || status === undefined ? 'PRD-04' : unless;
      const times = timesActive === 1 ? 'once' : `${timesActive} times`;
      await target.judge(requirement, reading.exchangeOf(style.style_key, 'active'), {
        at: `active products, ${sku} being ${status ?? 'in no list'}`,
        expected: [status === 'active' ? 'listed once' : notListed],
        actual: timesActive === 0 ? notListed : `listed ${times}`,
        gaps: ['G-08'],
      });
    }
  }

  /** States that the other fields changed by the effects of a command alone. */
  async #compareFields(
    target: ModelDriver,
    reading: StylesReading,
    before: Records,
    { effects = [], requirement = 'BAT-18' }: Concerns,
  ): Promise<void> {
    const { last: exchange } = reading;
    // Whatever else an upsert of a known sku should do, it must not create a second product.
    if (requirement.startsWith('PRD-'))
      await target.judge('PRD-02', exchange, {
        at: 'skus of more than one entry of the list',
        expected: ['none'],
        actual: reading.twice.join(', ') || 'none',
        gaps: ['G-08'],
      });
    const result = differByTheEffects(this.records, before, effects);
    await target.judgeResult(requirement, exchange, result, [], true);
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

/** The fields of each product, apart from its status. */
function recordsIn({ entries }: StylesReading): Records {
  const records = [...entries.values()].map(productRecord);
  return new Map(records.map(([name, { status: _, ...fields }]) => [name, fields]));
}

/** The fields that differ from those before: `product A quantity: the number 3, then the number 7`. */
function changesIn(records: Records, before: Records): readonly string[] {
  return [...before].flatMap(([name, former]) =>
    Object.entries({ ...records.get(name) }).flatMap(([field, value]) =>
      isDeepStrictEqual(value, former[field])
        ? []
        : [`${name} ${field}: ${asShown(former[field])}, then ${asShown(value)}`],
    ),
  );
}

const notListed = 'not listed';

function statusIn({ entries }: StylesReading, sku: string): string {
  return entries.get(sku)?.status ?? notListed;
}
