import { type Check, holds, violated } from './check.js';

/** ERR-08: whatever is sent, the answer is never a server error (clause 7 knows none). */
export const noServerError: Check = {
  id: 'no-server-error',
  requirements: ['ERR-08'],
  everywhere: true,
  run(exchange) {
    if (exchange.status < 500) return holds('ERR-08');
    return violated({
      requirement: 'ERR-08',
      expected: ['a status below 500'],
      actual: `status ${exchange.status}`,
      at: 'status',
    });
  },
};
