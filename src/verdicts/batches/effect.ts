/** A merchant's products, orders and order items as they were read: the fields of each, under a readable name. */
export type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** What a successful item does to one field of one record. */
export interface Effect {
  /** Name of the record; if the record does not exist yet, the item creates it. */
  readonly record: string;
  readonly field: string;
  /** Every value that the field may have afterwards; absent if any value is acceptable. */
  readonly acceptable?: readonly unknown[];
  /** Gaps whose assumptions this rests on. */
  readonly gaps?: readonly string[];
}

/** An item whose outcome is known before it is submitted. */
export interface ForeseenItem {
  readonly item: unknown;
  /** True if the item must succeed, false if it must fail. */
  readonly good: boolean;
  /** What the item does if it succeeds; empty if it can't succeed. */
  readonly effects: readonly Effect[];
}
