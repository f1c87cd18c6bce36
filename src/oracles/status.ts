import { operation } from '../contract/operations.js';
import { acceptedWith, gapsOfStatus } from '../contract/unshown.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Unmet } from './unmet.js';

/**
 * The response has one of the statuses given. Where the description leaves open which status is right, another one only
 * deviates from what is assumed.
 */
export function hasStatus(exchange: Exchange, ...statuses: number[]): Unmet | undefined {
  if (statuses.includes(exchange.status)) return undefined;
  const { operationId, status } = exchange;
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

/** The response has none of the statuses given. */
export function hasStatusOtherThan(exchange: Exchange, ...statuses: number[]): Unmet | undefined {
  if (!statuses.includes(exchange.status)) return undefined;
  return {
    expected: [`a status other than ${statuses.join(' and ')}`],
    actual: `status ${exchange.status}`,
    at: 'status',
  };
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
