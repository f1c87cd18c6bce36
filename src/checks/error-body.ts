import { validateReceived } from '../contract/response-validator.js';
import { hasErrorBody } from '../oracles/error-answer.js';
import { type Check, holds, inBody, notConcerned, violated } from './check.js';

const errorStatuses = [400, 401, 404];

/**
 * ERR-01: every 400, 401 and 404 carries an object with a string `message` (clauses 2.5, 7), and where the contract
 * documents the status, a body that fits the contract's schema.
 */
export const errorBody: Check = {
  id: 'error-body',
  requirements: ['ERR-01'],
  run(exchange, { operationId, documentedStatuses }) {
    const { status } = exchange;
    if (!errorStatuses.includes(status)) return notConcerned;
    const unmet = hasErrorBody(exchange);
    if (unmet !== undefined) return violated({ requirement: 'ERR-01', ...unmet });
    if (!documentedStatuses.includes(status)) return holds('ERR-01');
    const violations = validateReceived(operationId, exchange).map((each) => inBody('ERR-01', each));
    return violations.length === 0 ? holds('ERR-01') : violated(...violations);
  },
};
