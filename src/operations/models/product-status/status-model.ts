import type { BatchAnswer, Judge } from '../judge.js';
import {
  afterTime,
  afterUpdate,
  isBeforeApproval,
  type RequestedStatus,
  type Status,
} from './product-status.js';

/** The products of one style: a status update is for all of them. */
export interface Style {
  readonly style_key: string;
  readonly skus: readonly string[];
}

/** Variant 2 of style 1 is `{ style: 1, variant: 2 }`. */
export interface Variant {
  readonly style: number;
  readonly variant: number;
}

/** A style, and what is known of it. */
export interface StyleState extends Style {
  /** Counted from 1. */
  readonly number: number;
  /** Statuses in which it may be now. */
  possible: readonly Status[];
  /** What the prediction rests on once the effect of its last status update was read. */
  requirement: StatusRequirement;
}

interface StatusModelOptions {
  /** Seconds of the target's clock in which a published product must become active. */
  readonly deadline: number;
  /** Whether a review may reject a product that is valid, as people do; a rejection is then as good as active. */
  readonly mayReject?: boolean;
  /** Is no style's. */
  readonly unknownStyleKey?: string;
}

/** What is known of some styles that were drafts at first; quantities and prices are known from when they were first read. */
export class StatusModel {
  readonly styles: readonly StyleState[];
  readonly deadline: number;
  readonly mayReject: boolean;
  readonly unknownStyleKey: string;
  /** Quantities by sku. */
  readonly quantities = new Map<string, number>();
  /** Retail prices by sku, in major units. */
  readonly retailPrices = new Map<string, number>();

  /** What the next reading of a number is about that an upsert set, by `quantity of` or `retail price of` the sku. */
  readonly numbersRestOn = new Map<string, StatusRequirement>();

  constructor(styles: readonly Style[], options: StatusModelOptions) {
    const { deadline, mayReject = false, unknownStyleKey = 'style-that-nobody-made' } = options;
    this.styles = styles.map((style, index) => ({
      ...style,
      number: index + 1,
      possible: ['draft'],
      requirement: 'STS-12',
    }));
    this.deadline = deadline;
    this.mayReject = mayReject;
    this.unknownStyleKey = unknownStyleKey;
  }

  /** The style of a number counted from 1. */
  style(number: number | 'unknown'): StyleState | undefined {
    return number === 'unknown' ? undefined : this.styles[number - 1];
  }

  sku({ style, variant }: Variant): string | undefined {
    return this.style(style)?.skus[variant - 1];
  }

  /** Products on their way may have got further. */
  letTimePass(): void {
    for (const style of this.styles) style.possible = afterTime(style.possible, this.mayReject);
  }

  /** Styles that a published product's way is not over for. */
  onTheWay(): readonly StyleState[] {
    return this.styles.filter(({ possible }) => afterTime(possible, this.mayReject).length > 1);
  }

  /** `style 1 in pending_active or active; style 2 in draft`. */
  toString(): string {
    return this.styles
      .map(({ number, possible }) => `style ${number} in ${possible.join(' or ')}`)
      .join('; ');
  }
}

/** What the model of the product status has something to say about. */
export type StatusRequirement =
  | 'STS-01'
  | 'STS-02'
  | 'STS-03'
  | 'STS-04'
  | 'STS-05'
  | 'STS-06'
  | 'STS-07'
  | 'STS-08'
  | 'STS-09'
  | 'STS-11'
  | 'STS-12'
  | 'PRD-02'
  | 'PRD-04'
  | 'PRD-20'
  | 'PRD-21'
  | 'BAT-18'
  | 'STK-01'
  | 'PRC-01';

/**
 * The requirement that says how a status update must end: the one for its row of the table where the product's status
 * leaves one outcome, and BAT-18 where it may end either way (clauses 2.1, 3.1).
 */
export function requirementOf(possible: readonly Status[], value: RequestedStatus): StatusRequirement {
  const maySucceed = afterUpdate(possible, value, 'success').length > 0;
  const mayFail = afterUpdate(possible, value, 'failed').length > 0;
  if (maySucceed && mayFail) return 'BAT-18';
  if (value === 'inactive') return maySucceed ? 'STS-03' : 'STS-09';
  if (value === 'draft') return maySucceed ? 'STS-04' : 'STS-05';
  if (possible.includes('inactive')) return 'STS-11';
  return possible.includes('draft') ? 'STS-01' : 'STS-12';
}

/**
 * The requirement that says what a product must show after a status update has ended. Where it could have ended either
 * way, the outcome tells which row of the table it was; a refusal to take back is one too many for a product that then
 * shows to be still before approval (clause 3.1, rule 1).
 */
export function requirementOfEffect(
  possible: readonly Status[],
  value: RequestedStatus,
  outcome: 'success' | 'failed',
  shown: string,
): StatusRequirement {
  const requirement = requirementOf(possible, value);
  // No row of the table for what is asked for again.
  if (requirement !== 'BAT-18' || value === 'published' || possible.includes(value)) return requirement;
  if (value === 'inactive') return outcome === 'success' ? 'STS-03' : 'BAT-18';
  return outcome === 'success' || isBeforeApproval(shown) ? 'STS-04' : 'STS-05';
}

/** A product as the list shows it. */
export interface ListedProduct {
  readonly status: string;
  readonly quantity: number | undefined;
  /** The retail price in the country of the price updates, in major units. */
  readonly retailPrice: number | undefined;
}

/** A product that is upserted once more. */
export interface UpsertedProduct {
  readonly sku: string;
  readonly quantity: number | undefined;
  /** In major units. */
  readonly retailPrice: number | undefined;
}

/** The products at one moment, by sku; products of others left out. */
export interface Reading {
  readonly products: ReadonlyMap<string, ListedProduct>;
  /** What the list filtered by status active holds. */
  readonly activeSkus: readonly string[];
}

/** What the commands call (clauses 4.1 to 4.3, 4.6); batches are followed to their end. */
export interface StatusTarget extends Judge<StatusRequirement> {
  /**
   * Upserts products that exist as they were upserted before, but for these numbers, the retail price in the country of
   * the price updates; a number that is undefined is as it was at first.
   */
  upsert(items: readonly UpsertedProduct[]): Promise<BatchAnswer>;
  setStatus(items: readonly { readonly style_key: string; readonly status: string }[]): Promise<BatchAnswer>;
  setStock(items: readonly { readonly sku: string; readonly quantity: number }[]): Promise<BatchAnswer>;
  /** Sets retail prices, in major units, in one country that the target chooses once. */
  setPrices(items: readonly { readonly sku: string; readonly retailPrice: number }[]): Promise<BatchAnswer>;
  /** Lets seconds of the target's clock pass. */
  pass(seconds: number): Promise<void>;
  /**
   * Reads the whole list and the list of the active products, both at one moment: where the clock can't be held, again
   * until the whole list is the same before and after the other.
   */
  poll(): Promise<Reading>;
}
