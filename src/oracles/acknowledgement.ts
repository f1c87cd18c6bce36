import type { Exchange } from '../exchange/exchange.js';
import { inWords } from './in-words.js';
import { succeeds } from './status.js';
import type { Unmet } from './unmet.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A batch write is acknowledged with a batch request id that is a UUID (clause 1; its place: gaps G-09 to G-11). */
export function acknowledgesABatch(exchange: Exchange): Unmet | undefined {
  const refused = succeeds(exchange);
  if (refused !== undefined) return refused;
  const body = exchange.json;
  const id =
    typeof body === 'object' && body !== null && 'batchRequestId' in body ? body.batchRequestId : undefined;
  if (typeof id === 'string' && uuid.test(id)) return undefined;
  return { expected: ['a UUID'], actual: inWords(id), at: 'body batchRequestId' };
}
