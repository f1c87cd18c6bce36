import { headerViolation, responseHeaders } from '../contract/response-headers.js';
import { validateReceived } from '../contract/response-validator.js';
import { hasErrorBody } from '../oracles/error-answer.js';
import { type Check, holds, inBody, notConcerned, type Violation, violated } from './check.js';

/**
 * LIM-11: a 429 carries an error body with a message, and Retry-After in whole seconds (clause 7, gap G-14), both by
 * the contract.
 */
export const tooManyRequests: Check = {
  id: 'too-many-requests',
  requirements: ['LIM-11'],
  run(exchange, { operationId }) {
    if (exchange.status !== 429) return notConcerned;
    const violations: Violation[] = [];
    const unmet = hasErrorBody(exchange);
    if (unmet !== undefined) violations.push({ requirement: 'LIM-11', ...unmet });
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
