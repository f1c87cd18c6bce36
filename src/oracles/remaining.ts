import type { Exchange } from '../exchange/exchange.js';
import type { Unmet, Unseen } from './unmet.js';

const at = 'header x-ratelimit-remaining';

/**
 * X-RateLimit-Remaining goes down by exactly one with each request of a fresh window that passed (clause 8.1).
 * @param answers in the order of their requests; from the first 429 on they are left aside
 */
export function countsDownFrom(answers: readonly Exchange[], limit: number): Unmet | Unseen | undefined {
  const end = answers.findIndex(({ status }) => status === 429);
  const passed = answers.slice(0, end === -1 ? answers.length : end);
  const wrong = passed.findIndex((answer, index) => index < limit && left(answer) !== limit - 1 - index);
  const answer = passed[wrong];
  if (answer === undefined)
    return passed.length > 0 ? undefined : { unseen: 'no request of the window passed' };
  return {
    expected: [`${limit - 1 - wrong} after request number ${wrong + 1} of a window of ${limit}`],
    actual: inWords(answer),
    at,
  };
}

/**
 * A request passed and left one less over than another of the same window: nothing else was counted between them
 * (clause 8.1).
 * @param anew what is left where a new window has begun; undefined where that can't be
 */
export function leavesOneLessThan(after: Exchange, before: Exchange, anew?: number): Unmet | undefined {
  const earlier = left(before);
  const acceptable = [earlier === undefined ? undefined : earlier - 1, anew].filter(
    (each) => each !== undefined,
  );
  const actual = left(after);
  if (after.status !== 429 && actual !== undefined && acceptable.includes(actual)) return undefined;
  return {
    expected: acceptable.map((each) => `${each}, with a status other than 429`),
    actual: `${inWords(after)}, with status ${after.status}`,
    at,
  };
}

/**
 * The same of a second key of the merchant. Per what a limit is counted is not shown (gap G-20), so that a key without a
 * limit of its own is at most a warning (clause 5.6).
 */
export function leavesOneLessThanWithItsOwnLimit(
  after: Exchange,
  before: Exchange,
  anew?: number,
): Unmet | undefined {
  const unmet = leavesOneLessThan(after, before, anew);
  return unmet === undefined ? undefined : { ...unmet, atMost: 'warned', gaps: ['G-20'] };
}

/** X-RateLimit-Remaining of an answer; undefined where it is no whole number. */
function left(answer: Exchange): number | undefined {
  const text = answer.header('x-ratelimit-remaining');
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function inWords(answer: Exchange): string {
  const text = answer.header('x-ratelimit-remaining');
  return text === undefined ? 'no such header' : `"${text}"`;
}
