import { wholeNumber } from './window.js';

/** What of an answer says how its request was counted. */
interface Counted {
  readonly status: number;
  header(name: string): string | undefined;
}

/**
 * Tells a row of requests that others were counted between from one that only looks so, by X-RateLimit-Remaining
 * (clause 8.1). Others come and go: where each try misses the same numbers, it is the target that counts like that.
 */
export class OthersInWindow {
  readonly #seen = new Set<string>();

  /** Whether a row can be judged: nobody else was counted in it, or an earlier try looked the same. */
  letJudge(answers: readonly Counted[]): boolean {
    const left = answers
      .filter(({ status }) => status !== 429)
      .map((answer) => wholeNumber(answer.header('x-ratelimit-remaining')))
      .filter((each) => each !== undefined)
      .toSorted((a, b) => b - a);
    const steps = left.slice(1).map((each, index) => (left[index] ?? each) - each);
    if (steps.every((step) => step <= 1)) return true;
    const pattern = steps.join();
    const isKnown = this.#seen.has(pattern);
    this.#seen.add(pattern);
    return isKnown;
  }
}
