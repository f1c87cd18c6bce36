/** What changed between two runs of a target. */
export interface Comparison {
  /** The earlier run. */
  readonly run: { readonly startedAt: string; readonly seed: number; readonly profile: string };
  /** Ids of requirements that are violated now, and were not. */
  readonly newlyFailing: readonly string[];
  /** That were violated, and passed now. */
  readonly fixed: readonly string[];
  /** That passed now, and had not been verified. */
  readonly newlyCovered: readonly string[];
  /** About which something was known, and nothing now. */
  readonly noLongerVerified: readonly string[];
  /** Titles of tests that were carried out, and were not now. */
  readonly noLongerRan: readonly string[];
}
