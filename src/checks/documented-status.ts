import { gapsOfUndocumented } from '../contract/unshown.js';
import { type Check, holds, violated } from './check.js';

/**
 * ERR-11: an operation answers with the statuses that the contract documents for it, and with no other (clauses 4, 7). Most
 * of them are assumed, so that another one only deviates there.
 */
export const documentedStatus: Check = {
  id: 'documented-status',
  requirements: ['ERR-11'],
  run(exchange, operation) {
    if (operation.documentedStatuses.includes(exchange.status)) return holds('ERR-11');
    const expected = operation.documentedStatuses.map((status) => `status ${status}`);
    const gaps = gapsOfUndocumented(operation, exchange.status);
    const actual = `status ${exchange.status}`;
    return violated({ requirement: 'ERR-11', expected, actual, at: 'status', gaps });
  },
};
