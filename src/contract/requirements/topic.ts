/** A group of requirements that stand together: `BAT` is the prefix of `BAT-09`. */
export interface Topic {
  readonly prefix: string;
  readonly title: string;
  /** Clauses of the description that the topic is about. */
  readonly clause: readonly string[];
}
