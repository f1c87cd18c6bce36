import type { Exchange } from '../exchange/exchange.js';
import { member } from './body.js';
import { lists } from './listing.js';
import { firstDifference } from './shown.js';
import type { Unmet } from './unmet.js';

/** Fields that an order must show. */
export interface WantedOrder {
  readonly order_number: string;
  readonly [field: string]: unknown;
}

/**
 * The list shows an order, once, with these values of its fields and of those of its items (clause 4.6, gap G-11). Fields
 * that are not wanted are free.
 */
export function showsTheOrder(exchange: Exchange, wanted: WantedOrder): Unmet | undefined {
  const unlisted = lists(exchange, 'items');
  if (unlisted !== undefined) return unlisted;
  const entries = listedIn(exchange);
  const own = entries.filter((entry) => member(entry, 'order_number') === wanted.order_number);
  if (own.length !== 1)
    return {
      expected: [`the order ${wanted.order_number}, once`],
      actual: `${own.length} times among ${entries.length} orders`,
      at: 'body items',
    };
  return firstDifference(own[0], wanted, `body items[${entries.indexOf(own[0])}]`);
}

function listedIn({ json }: Exchange): readonly unknown[] {
  const items = member(json, 'items');
  return Array.isArray(items) ? items : [];
}
