import { type Check, holds, violated } from './check.js';

/** ERR-11: an operation answers with the statuses that the contract documents for it, and with no other (clauses 4, 7). */
export const documentedStatus: Check = {
  id: 'documented-status',
  requirements: ['ERR-11'],
  run(exchange, operation) {
    if (operation.documentedStatuses.includes(exchange.status)) return holds('ERR-11');
    const expected = operation.documentedStatuses.map((status) => `status ${status}`);
    return violated({ requirement: 'ERR-11', expected, actual: `status ${exchange.status}`, at: 'status' });
  },
};
