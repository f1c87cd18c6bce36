import type { Operation } from '../contract/operations.js';
import type { Exchange } from '../exchange/exchange.js';
import { assumedGaps } from './assumed-gaps.js';
import { type Check, holds, notConcerned, violated } from './check.js';

/**
 * BAT-03: no two submissions get the same batch request id (clause 1; where it stands: gaps G-09 to G-11). The check
 * remembers each id that it was shown by a target, so that the first one has nothing to differ from and verifies nothing.
 */
export function newBatchId(): Check {
  const ofTargets = new Map<string, Set<string>>();
  return {
    id: 'new-batch-id',
    requirements: ['BAT-03'],
    run(exchange, operation) {
      const id = acknowledgedId(exchange, operation);
      if (id === undefined) return notConcerned;
      const { origin } = new URL(exchange.request.url);
      const given = ofTargets.get(origin) ?? new Set();
      ofTargets.set(origin, given);
      if (given.has(id)) {
        return violated({
          requirement: 'BAT-03',
          expected: ['an id that no other batch has'],
          actual: `the id ${id} of an earlier batch`,
          at: 'body batchRequestId',
          gaps: assumedGaps(operation, exchange.status),
        });
      }
      given.add(id);
      return given.size > 1 ? holds('BAT-03') : notConcerned;
    },
  };
}

/** A UUID is the same in upper and lower case. */
function acknowledgedId(exchange: Exchange, { resultsOperation }: Operation): string | undefined {
  if (resultsOperation === undefined || !exchange.succeeded) return undefined;
  const body = exchange.json;
  if (typeof body !== 'object' || body === null || !('batchRequestId' in body)) return undefined;
  return typeof body.batchRequestId === 'string' ? body.batchRequestId.toLowerCase() : undefined;
}
