/** A group of requirements with a common prefix: `BAT` is the prefix of `BAT-09`. */
export interface Topic {
  readonly prefix: string;
  readonly title: string;
  /** The clauses of the description that the topic covers. */
  readonly clause: readonly string[];
}
