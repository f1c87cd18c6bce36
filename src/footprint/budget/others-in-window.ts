import { wholeNumber } from '../../http/rate-window.js';

/** The parts of an answer that show how its request was counted. */
interface Counted {
  readonly status: number;
  header(name: string): string | undefined;
}

/** After this many equal steps in a row without an exception, the target itself must cause them. */
const stepsAlike = 6;

/**
 * Decides by X-RateLimit-Remaining whether the target counted requests of others within a row of requests, or only
 * seems to (clause 8.1).
 */
export class OthersInWindow {
  readonly #wholeWindow: boolean;
  readonly #seen: number[] = [];

  /** @param wholeWindow whether the row should begin a window and use it up */
  constructor(wholeWindow: boolean) {
    this.#wholeWindow = wholeWindow;
  }

  /**
   * Whether a row can be judged, because nobody else was counted in it. Others come and go: if every step of every
   * row is too large by the same amount, the target itself counts like that. A gap at either end of a window is never
   * held against the target, because others may call at a steady pace.
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

/** Whether a row had the whole window: it left one less than all at first and, if there was a 429, none at last. */
function isWhole(left: readonly number[], answers: readonly Counted[]): boolean {
  const limit = wholeNumber(answers[0]?.header('x-ratelimit-limit'));
  const wasMet = answers.some(({ status }) => status === 429);
  return left[0] === (limit ?? 0) - 1 && (!wasMet || left.at(-1) === 0);
}
