import { hasErrorBody } from '../oracles/error-answer.js';
import { type Check, holds, notConcerned, violated } from './check.js';

const errorStatuses = [400, 401, 404];

/** ERR-01: every 400, 401 and 404 carries an object with a string `message` (clauses 2.5, 7). */
export const errorBody: Check = {
  id: 'error-body',
  requirements: ['ERR-01'],
  run(exchange) {
    if (!errorStatuses.includes(exchange.status)) return notConcerned;
    const unmet = hasErrorBody(exchange);
    return unmet === undefined ? holds('ERR-01') : violated({ requirement: 'ERR-01', ...unmet });
  },
};
