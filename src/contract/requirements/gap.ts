/** Something of which the description says that it isn't shown, and what the suite assumes in its place. */
export interface Gap {
  /** `G-07`. */
  readonly id: string;
  /** Clauses of the description that leave it open. At least one. */
  readonly clause: readonly string[];
  readonly notShown: string;
  readonly assumed: string;
}
