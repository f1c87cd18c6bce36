/** The clock of this machine, as an interface that tests can replace. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls an action later, and returns a function that prevents it. */
  after(milliseconds: number, action: () => void): () => void;
}
