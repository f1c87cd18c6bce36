import type { Exchange } from '../exchange/exchange.js';
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
