import { assumedGaps } from './assumed-gaps.js';
import { batchResultIn } from './batch-result.js';
import { type Check, holds, notConcerned, violated } from './check.js';

const unfinished: readonly unknown[] = ['pending', 'processing', 'retry'];

/** SHP-09: the results of a batch that is not finished list no items (clauses 2.1 and 3.2, gap G-07). */
export const noItemsBeforeEnd: Check = {
  id: 'no-items-before-end',
  requirements: ['SHP-09'],
  run(exchange, operation) {
    const result = batchResultIn(exchange, operation);
    if (result === undefined || !unfinished.includes(result.status)) return notConcerned;
    if (result.items.length === 0) return holds('SHP-09');
    return violated({
      requirement: 'SHP-09',
      expected: [`an empty array while the batch is ${result.status}`],
      actual: `${result.items.length} ${result.items.length === 1 ? 'entry' : 'entries'}`,
      at: 'body items',
      gaps: assumedGaps(operation, exchange.status),
    });
  },
};
