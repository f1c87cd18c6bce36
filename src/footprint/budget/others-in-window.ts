import { wholeNumber } from '../../http/rate-window.js';

/** What of an answer says how its request was counted. */
interface Counted {
  readonly status: number;
  header(name: string): string | undefined;
}

/** Steps of the same size, one after the other without an exception, that are the target's own doing. */
const stepsAlike = 6;

/**
 * Tells a row of requests that others were counted between from one that only looks so, by X-RateLimit-Remaining
 * (clause 8.1).
 */
export class OthersInWindow {
  readonly #wholeWindow: boolean;
  readonly #seen: number[] = [];

  /** @param wholeWindow whether the row is to begin a window and to use it up */
  constructor(wholeWindow: boolean) {
    this.#wholeWindow = wholeWindow;
  }

  /**
   * Whether a row can be judged: nobody else was counted in it. Others come and go: where each step of each row is too
   * large by the same, it is the target that counts like that. What is missing at the ends of a window is never held
   * against it, for others may call at a steady pace.
   */
  letJudge(answers: readonly Counted[]): boolean {
    const left = answers
      .filter(({ status }) => status !== 429)
      .map((answer) => wholeNumber(answer.header('x-ratelimit-remaining')))
      .filter((each) => each !== undefined)
      .toSorted((a, b) => b - a);
    if (this.#wholeWindow && !isWhole(left, answers)) return false;
    const steps = left.slice(1).map((each, index) => (left[index] ?? each) - each);
    if (steps.every((step) => step <= 1)) return true;
    this.#seen.push(...steps);
    return this.#seen.length >= stepsAlike && new Set(this.#seen).size === 1;
  }
}

/** Whether a row had the whole window: the first left one less than all, and where there was a 429, the last left none. */
function isWhole(left: readonly number[], answers: readonly Counted[]): boolean {
  const limit = wholeNumber(answers[0]?.header('x-ratelimit-limit'));
  const wasMet = answers.some(({ status }) => status === 429);
  return left[0] === (limit ?? 0) - 1 && (!wasMet || left.at(-1) === 0);
}
