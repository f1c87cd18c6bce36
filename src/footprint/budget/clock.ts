/** The time of this machine, so that a test can replace it. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls an action later, and returns a function that prevents it. */
  after(milliseconds: number, action: () => void): () => void;
}
