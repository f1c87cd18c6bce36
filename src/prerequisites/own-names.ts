/** What a test names in the requests that may change something: all that it made, or would have made. */
export interface OwnNames {
  readonly skus: Set<string>;
  readonly styleKeys: Set<string>;
  /** Those that are not deleted yet. */
  readonly subscriptionIds: Set<string>;
  /** URLs and descriptions of subscriptions. */
  readonly subscriptionTexts: Set<string>;
  /** Numbers of the orders that it may move. */
  readonly orders: Set<string>;
}

/** The orders that the configuration names, each for one test of the run. */
export interface NamedOrders {
  readonly numbers: readonly string[];
  /** Takes an order. @returns false where another test has taken it */
  take(number: string): boolean;
  /** Leaves an order that was taken, and nothing done with it, to another test. */
  giveBack(number: string): void;
}
