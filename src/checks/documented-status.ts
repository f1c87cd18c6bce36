import type { Operation } from '../contract/operations.js';
import { gapsOfUndocumented, rightRefusals } from '../contract/unshown.js';
import type { Exchange } from '../exchange/exchange.js';
import { type Check, holds, violated } from './check.js';

/**
 * ERR-11: an operation answers with the statuses that the contract documents for it, and with no other (clauses 4, 7). Most
 * of them are assumed, so that another one only deviates there.
 */
export const documentedStatus: Check = {
  id: 'documented-status',
  requirements: ['ERR-11'],
  run(exchange, operation) {
    const right = [...operation.documentedStatuses, ...rightRefusals(operation)];
    if (right.includes(exchange.status)) return holds('ERR-11');
    const expected = operation.documentedStatuses.map((status) => `status ${status}`);
    const gaps = gapsOfUndocumented(operation, exchange.status);
    const actual = `status ${exchange.status}`;
    const unmet = { requirement: 'ERR-11', expected, actual, at: 'status', gaps } as const;
    return violated(isOfTheMessage(exchange, operation) ? { ...unmet, atMost: 'warned' } : unmet);
  },
};

/** Characters that every server takes in a URL; the description has no operation that needs as many. */
const shortUrl = 255;

/**
 * Whether a status speaks of the message and not of what it asks for: of a URL longer than any that the description shows,
 * or of a body where the operation takes none. HTTP lets any server refuse those before an operation sees them.
 */
function isOfTheMessage({ status, request }: Exchange, { safe }: Operation): boolean {
  if (status === 414 || status === 431) return request.url.length > shortUrl;
  return safe && (status === 413 || status === 415) && request.body !== undefined;
}
