import { type Check, holds, notConcerned, type Violation, violated } from './check.js';

/**
 * LIM-01: responses to requests with a valid key carry X-RateLimit-Limit and X-RateLimit-Remaining as integers,
 * 0 <= Remaining <= Limit (clause 8.1; clause 5.6 limits it to authenticated requests).
 */
export const rateLimitHeaders: Check = {
  id: 'rate-limit-headers',
  requirements: ['LIM-01'],
  run(exchange) {
    if (exchange.credential !== 'valid' || exchange.status === 401) return notConcerned;
    const limit = exchange.header('x-ratelimit-limit');
    const remaining = exchange.header('x-ratelimit-remaining');
    const violations = [
      notInteger('x-ratelimit-limit', limit),
      notInteger('x-ratelimit-remaining', remaining),
    ].filter((each) => each !== undefined);
    if (violations.length > 0) return violated(...violations);
    if (Number(remaining) <= Number(limit)) return holds('LIM-01');
    return violated({
      requirement: 'LIM-01',
      expected: [`an integer from 0 to ${limit}, the limit`],
      actual: String(remaining),
      at: 'header x-ratelimit-remaining',
    });
  },
};

function notInteger(name: string, value: string | undefined): Violation | undefined {
  if (value !== undefined && /^\d{1,15}$/.test(value)) return undefined;
  return {
    requirement: 'LIM-01',
    expected: ['a whole number, 0 or more'],
    actual: value === undefined ? 'no such header' : `"${value}"`,
    at: `header ${name}`,
  };
}
