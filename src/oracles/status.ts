import type { Exchange } from '../exchange/exchange.js';
import { mediaTypeOf } from '../exchange/media-type.js';
import type { Unmet } from './unmet.js';

/** The response has one of the statuses given. */
export function hasStatus(exchange: Exchange, ...statuses: number[]): Unmet | undefined {
  if (statuses.includes(exchange.status)) return undefined;
  return {
    expected: statuses.map((status) => `status ${status}`),
    actual: `status ${exchange.status}`,
    at: 'status',
  };
}

/** The response has none of the statuses given. */
export function hasStatusOtherThan(exchange: Exchange, ...statuses: number[]): Unmet | undefined {
  if (!statuses.includes(exchange.status)) return undefined;
  return {
    expected: [`a status other than ${statuses.join(' and ')}`],
    actual: `status ${exchange.status}`,
    at: 'status',
  };
}

/**
 * A place outside of /api/v1 doesn't serve an operation: its answer is not a success like that of the operation itself
 * (clause 9). Errors and redirections are acceptable, and so is a success with something else in it, as a page of a shop.
 * @param exchange the same request, sent to that place
 * @param served the operation's own success
 */
export function servesNothingLike(exchange: Exchange, served: Exchange): Unmet | undefined {
  const [type, own] = [exchange, served].map((each) => mediaTypeOf(each).type);
  const isAlike = exchange.succeeded && type === own && shapeOf(exchange) === shapeOf(served);
  if (!isAlike) return undefined;
  return {
    expected: ['an error', 'a redirection', 'a success with something else than the operation gives'],
    actual: `status ${exchange.status} with what the operation gives`,
    at: 'status',
  };
}

/** Of a JSON body what every answer of one operation has in common: the names of its fields, or that it is a list. */
function shapeOf({ json }: Exchange): string {
  if (Array.isArray(json)) return 'a list';
  if (typeof json !== 'object' || json === null) return typeof json;
  return Object.keys(json).sort().join();
}
