/** Something that the description says it doesn't show, and what the suite assumes instead. */
export interface Gap {
  /** `G-07`. */
  readonly id: string;
  /** The clauses of the description that leave it open; at least one. */
  readonly clause: readonly string[];
  readonly notShown: string;
  readonly assumed: string;
}
