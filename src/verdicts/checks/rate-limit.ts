import type { Operation } from '../../contract/operations.js';
import { headerViolation, responseHeaders, validateReceived } from '../../contract/response-validator.js';
import type { Exchange } from '../../http/exchange.js';
import { haveAnErrorBody } from '../oracles/answer.js';
import {
  type Check,
  holds,
  inBody,
  notConcerned,
  type Outcome,
  type RequirementViolation,
  violated,
} from './check.js';

const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining'] as const;

/**
 * LIM-01: responses to requests with a valid key carry X-RateLimit-Limit and X-RateLimit-Remaining as integers,
 * 0 <= Remaining <= Limit (clause 8.1; clause 5.6 limits it to authenticated requests). Other responses may lack these
 * headers; if they have them, the values are integers.
 * LIM-04: if a response carries X-RateLimit-Reset, it is an integer from 0 to 60 (clauses 4.4 and 8.1; the header is
 * assumed on operations other than the status results).
 */
export const rateLimitHeaders: Check = {
  id: 'rate-limit-headers',
  requirements: ['LIM-01', 'LIM-04'],
  run(exchange, operation) {
    const [limits, reset] = [limitsOf(exchange), resetOf(exchange, operation)];
    return {
      verified: [...limits.verified, ...reset.verified],
      violations: [...limits.violations, ...reset.violations],
    };
  },
};

function limitsOf(exchange: Exchange): Outcome {
  const isAuthenticated = exchange.credential === 'valid' && exchange.status !== 401;
  const wrong = limitHeaders.flatMap((name) => {
    const value = exchange.header(name);
    return value === undefined && !isAuthenticated ? [] : notInteger(name, value);
  });
  if (wrong.length > 0) return violated(...wrong);
  if (!isAuthenticated) return notConcerned;
  const [limit, remaining] = limitHeaders.map((name) => exchange.header(name));
  if (Number(remaining) <= Number(limit)) return { verified: ['LIM-01'], violations: [] };
  return violated({
    requirement: 'LIM-01',
    expected: [`an integer from 0 to ${limit}, the limit`],
    actual: String(remaining),
    at: 'header x-ratelimit-remaining',
  });
}

function notInteger(name: string, value: string | undefined): readonly RequirementViolation[] {
  if (value !== undefined && /^\d{1,15}$/.test(value)) return [];
  return [
    {
      requirement: 'LIM-01',
      expected: ['a whole number, 0 or more'],
      actual: value === undefined ? 'no such header' : `"${value}"`,
      at: `header ${name}`,
    },
  ];
}

/** An undocumented status has the same header as the documented ones: its meaning doesn't depend on the status. */
function resetOf(exchange: Exchange, { responses }: Operation): Outcome {
  const name = 'x-ratelimit-reset';
  const value = exchange.header(name);
  const documented = responses.find(({ status }) => status === exchange.status) ?? responses[0];
  const header = documented?.headers.find((each) => each.name.toLowerCase() === name);
  if (value === undefined || header === undefined) return notConcerned;
  const violation = headerViolation(header, value);
  if (violation === undefined) return { verified: ['LIM-04'], violations: [] };
  const { expected, received, gaps } = violation;
  return violated({ requirement: 'LIM-04', expected, actual: received, at: `header ${name}`, gaps });
}

/**
 * LIM-11: a 429 carries an error body with a message, and Retry-After in whole seconds (clause 7, gap G-14); both fit
 * the contract.
 */
export const tooManyRequests: Check = {
  id: 'too-many-requests',
  requirements: ['LIM-11'],
  run(exchange, { operationId }) {
    if (exchange.status !== 429) return notConcerned;
    const violations: RequirementViolation[] = [];
    const violation = haveAnErrorBody(exchange);
    if (violation !== undefined) violations.push({ requirement: 'LIM-11', ...violation });
    else for (const each of validateReceived(operationId, exchange)) violations.push(inBody('LIM-11', each));
    const retryAfter = responseHeaders(operationId, 429).find(({ name }) => name === 'Retry-After');
    const wrong =
      retryAfter === undefined ? undefined : headerViolation(retryAfter, exchange.header('retry-after'));
    if (wrong !== undefined) {
      const { expected, received, gaps, name } = wrong;
      violations.push({
        requirement: 'LIM-11',
        expected,
        actual: received,
        at: `header ${name}`,
        gaps,
      });
    }
    return violations.length === 0 ? holds('LIM-11') : violated(...violations);
  },
};
