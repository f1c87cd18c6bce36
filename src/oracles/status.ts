import { operation } from '../contract/operations.js';
import { acceptedWith, gapsOfStatus, gapsOfUndocumented, rightRefusals } from '../contract/unshown.js';
import type { Exchange } from '../exchange/exchange.js';
import { mediaTypeOf } from '../exchange/media-type.js';
import type { Unmet } from './unmet.js';

/**
 * The response has one of the statuses given; 400 stands for those with which the target may refuse. Where the description
 * leaves open which status is right, another one only deviates from what is assumed.
 */
export function hasStatus(exchange: Exchange, ...given: number[]): Unmet | undefined {
  const { operationId, status } = exchange;
  const refusals = exchange.outsideContract ? [400] : rightRefusals(operation(operationId));
  const statuses = given.flatMap((each) => (each === 400 ? refusals : each));
  if (statuses.includes(status)) return undefined;
  const gaps = exchange.outsideContract
    ? []
    : gapsOfStatus({ operationId, status, expected: statuses, items: itemsIn(exchange) });
  return {
    expected: statuses.map((each) => `status ${each}`),
    actual: `status ${status}`,
    at: 'status',
    ...(gaps.length === 0 ? {} : { gaps }),
  };
}

/** The request was accepted: with the status that the description shows, or, where it shows none, with any that says so. */
export function succeeds(exchange: Exchange): Unmet | undefined {
  return hasStatus(exchange, ...acceptedWith(operation(exchange.operationId)));
}

/**
 * The response has none of the statuses given. A redirection for this once may be how an operation gives what the
 * description doesn't show.
 */
export function hasStatusOtherThan(exchange: Exchange, ...statuses: number[]): Unmet | undefined {
  if (!statuses.includes(exchange.status)) return undefined;
  const gaps = gapsOfRedirection(exchange);
  return {
    expected: [`a status other than ${statuses.join(' and ')}`],
    actual: `status ${exchange.status}`,
    at: 'status',
    ...(gaps.length === 0 ? {} : { gaps }),
  };
}

/** Redirections that say nothing of where the operation is, but of where its answer is. */
const redirections: readonly number[] = [302, 303, 307];

/**
 * The gaps because of which a redirection may be the success of an operation.
 * @returns none where the answer is not one, or where the description shows the success
 */
export function gapsOfRedirection({ status, operationId, outsideContract }: Exchange): readonly string[] {
  if (outsideContract || !redirections.includes(status)) return [];
  return gapsOfUndocumented(operation(operationId), status);
}

/** Number of items in the request of an exchange, where it is a batch. */
function itemsIn({ request }: Exchange): number {
  try {
    const body: unknown = JSON.parse(request.body?.toString('utf8') ?? '');
    const items: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'items') : undefined;
    return Array.isArray(items) ? items.length : 1;
  } catch {
    return 1;
  }
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
