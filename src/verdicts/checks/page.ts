import { requirement } from '../../contract/requirements/catalogue.js';
import { agreeWithItself, linkToItsNeighbours } from '../oracles/lists/page.js';
import { withGaps } from '../oracles/violation.js';
import { assumedGaps, type Check } from './check.js';

/**
 * REJ-06, REJ-07, REJ-10: the numbers of a page agree with each other and with its entries, and it links to its
 * neighbours (clause 2.4). The check verifies nothing, because that takes all pages of a list.
 */
export const pageNumbers: Check = {
  id: 'page-numbers',
  requirements: ['REJ-06', 'REJ-07', 'REJ-10'],
  run(exchange, operation) {
    const isOf = (id: 'REJ-06' | 'REJ-10') => requirement(id).operations.includes(operation.operationId);
    const isRejected = isOf('REJ-06');
    if (exchange.status !== 200 || !(isRejected || isOf('REJ-10'))) return [];
    const judged = [
      [isRejected ? 'REJ-06' : 'REJ-10', agreeWithItself(exchange)],
      [isRejected ? 'REJ-07' : 'REJ-10', linkToItsNeighbours(exchange)],
    ] as const;
    return judged.flatMap(([id, result]) =>
      result === undefined || 'inconclusive' in result
        ? []
        : { requirement: id, ...withGaps(result, assumedGaps(operation, 200)) },
    );
  },
};
