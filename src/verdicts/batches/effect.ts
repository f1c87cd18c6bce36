/** A merchant's products, orders and order items as they were read: fields of each, under a name for a reader. */
export type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** What a succeeded item does to one field of one record. */
export interface Effect {
  /** Name of the record; one that was not there before is made. */
  readonly record: string;
  readonly field: string;
  /** Every value that the field may have afterwards; absent where any will do. */
  readonly acceptable?: readonly unknown[];
  /** Gaps on whose assumptions that rests. */
  readonly gaps?: readonly string[];
}

/** An item of which is known before it is submitted what must become of it. */
export interface ForeseenItem {
  readonly item: unknown;
  /** Whether it must succeed; else it must fail. */
  readonly good: boolean;
  /** What it does when it succeeds; none where it can't. */
  readonly effects: readonly Effect[];
}
