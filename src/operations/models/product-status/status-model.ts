import { afterTime, type Status } from './product-status.js';
import type { StatusRequirement } from './status-requirement.js';

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

export interface StatusModelOptions {
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
