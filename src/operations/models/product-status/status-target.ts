import type { BatchAnswer } from '../batch-answer.js';
import type { Judge } from '../judge.js';
import type { StatusRequirement } from './status-requirement.js';

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
