import { wholeNumber } from './window.js';

/** What of an answer says how its request was counted. */
interface Counted {
  readonly status: number;
  header(name: string): string | undefined;
}

/** How often a row must look the same, all times that it is sent, to be the target's own doing. */
const timesAlike = 3;

/**
 * Tells a row of requests that others were counted between from one that only looks so, by X-RateLimit-Remaining
 * (clause 8.1).
 */
export class OthersInWindow {
  readonly #wholeWindow: boolean;
  readonly #seen: string[] = [];

  /** @param wholeWindow whether the row is to begin a window and to use it up */
  constructor(wholeWindow: boolean) {
    this.#wholeWindow = wholeWindow;
  }

  /**
   * Whether a row can be judged: nobody else was counted in it. Others come and go: a step that is too large each time is
   * the target's. What is missing at the ends of a window is not, for others may call at a steady pace.
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
    this.#seen.push(steps.join());
    return this.#seen.length >= timesAlike && new Set(this.#seen).size === 1;
  }
}

/** Whether a row had the whole window: the first left one less than all, and where there was a 429, the last left none. */
function isWhole(left: readonly number[], answers: readonly Counted[]): boolean {
  const limit = wholeNumber(answers[0]?.header('x-ratelimit-limit'));
  const wasMet = answers.some(({ status }) => status === 429);
  return left[0] === (limit ?? 0) - 1 && (!wasMet || left.at(-1) === 0);
}
