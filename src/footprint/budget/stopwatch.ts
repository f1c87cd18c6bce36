/** Measures how long activities of one kind last; simultaneous ones count once. */
export class Stopwatch {
  readonly #now: () => number;
  #running = 0;
  #since = 0;
  #milliseconds = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds so far, without activities that still run. */
  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** Measures an action. */
  async during<Result>(action: Promise<Result>): Promise<Result> {
    if (this.#running === 0) this.#since = this.#now();
    this.#running += 1;
    try {
      return await action;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#milliseconds += this.#now() - this.#since;
    }
  }
}
