/** Measures how long anything of a kind went on, once where several go on at the same time. */
export class Stopwatch {
  readonly #now: () => number;
  #running = 0;
  #since = 0;
  #milliseconds = 0;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds so far, without what still goes on. */
  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** Does something, and measures it. */
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
