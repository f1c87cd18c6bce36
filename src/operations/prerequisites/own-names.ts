/** The names of a test's things in requests that may change something: all that it made, or would have made. */
export interface OwnNames {
  readonly skus: Set<string>;
  readonly styleKeys: Set<string>;
  /** Ids of those that are not deleted yet. */
  readonly subscriptionIds: Set<string>;
  /** URLs and descriptions of subscriptions. */
  readonly subscriptionTexts: Set<string>;
  /** Ids of the order items that it may move, by the number of their order; `whole` if it has all of them. */
  readonly orders: Map<string, ReadonlySet<string> | 'whole'>;
}
