import type { Exchange } from '../exchange/exchange.js';
import type { Unmet, Unseen } from './unmet.js';

const rejected = 429;

/**
 * Of requests sent one after another in a fresh window, as many as the limit says pass, and none after them (clause 8.1).
 * @param answers in the order of their requests, more than the limit where it was met
 */
export function admitsTheFirst(answers: readonly Exchange[], limit: number): Unmet | undefined {
  const first = answers.findIndex(({ status }) => status === rejected);
  const early = first !== -1 && first < limit;
  const late = answers.findIndex(({ status }, index) => index >= limit && status !== rejected);
  const wrong = early ? first : late;
  if (wrong === -1 && answers.length > limit) return undefined;
  const actual = wrong === -1 ? `${answers.length} requests in all` : `status ${answers[wrong]?.status}`;
  return {
    expected: [`a status other than 429 for exactly the first ${limit} requests of the window, then 429`],
    actual: wrong === -1 ? actual : `${actual} for request number ${wrong + 1}`,
    at: early ? 'status before the limit' : 'status past the limit',
  };
}

/** Of more requests sent at once than the limit says, exactly as many as it says pass (clause 8.1). */
export function admits(answers: readonly Exchange[], limit: number): Unmet | Unseen | undefined {
  const passed = answers.filter(({ status }) => status !== rejected).length;
  if (passed === limit)
    return answers.length > limit ? undefined : { unseen: 'no more requests were sent than the limit says' };
  return {
    expected: [`a status other than 429 for exactly ${limit} of ${answers.length} requests`],
    actual: `${passed} such answers`,
    at: 'status',
  };
}
