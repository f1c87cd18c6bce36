/** Measures how long anything of a kind went on, once where several go on at the same time. */
export class Stopwatch {
  #running = 0;
  #since = 0;
  #milliseconds = 0;

  /** Milliseconds so far, without what still goes on. */
  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** Does something, and measures it. */
  async during<Result>(action: Promise<Result>): Promise<Result> {
    if (this.#running === 0) this.#since = performance.now();
    this.#running += 1;
    try {
      return await action;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#milliseconds += performance.now() - this.#since;
    }
  }
}
