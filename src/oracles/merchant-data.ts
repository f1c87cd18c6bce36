import { holdTheSameEntries, type ReadList } from './unchanged.js';
import type { Unmet, Unseen } from './unmet.js';

/** All of a merchant's data that a write can change, as its lists show it. */
export type DataLists = Readonly<Record<keyof typeof lists, readonly unknown[]>>;

const lists = {
  products: { operationId: 'listProducts', path: ['items', '0'], key: 'sku', at: 'products' },
  rejected: { operationId: 'listRejectedProducts', path: ['items', '0'], key: 'style_key', at: 'rejected' },
  orders: { operationId: 'listOrders', path: ['items', '0'], key: 'order_number', at: 'orders' },
  webhooks: { operationId: 'listWebhooks', path: ['0'], key: 'id', at: 'webhooks' },
} as const satisfies Readonly<Record<string, ReadList>>;

/**
 * Two readings of a merchant's data are the same: the same products, rejected products, orders and subscriptions, each as it
 * was (clauses 5 and 7). Only fields that the contract documents count, and a difference in one that is assumed rests on its
 * gap. Where there is nothing in either, nothing could have changed.
 */
export function keepTheData(after: DataLists, before: DataLists): Unmet | Unseen | undefined {
  const each = Object.values(lists).map(({ at, ...list }) => ({ ...list, at }));
  for (const list of each) {
    const unmet = holdTheSameEntries(after[list.at], before[list.at], {
      ...list,
      at: `the merchant's data.${list.at}`,
    });
    if (unmet !== undefined) return unmet;
  }
  return each.every(({ at }) => before[at].length === 0)
    ? { unseen: "there is nothing in the merchant's data" }
    : undefined;
}

/** Two readings of the webhook subscriptions, or of some of them, are the same, by the same rule. */
export function holdTheSubscriptions(
  after: readonly unknown[],
  before: readonly unknown[],
): Unmet | Unseen | undefined {
  const unmet = holdTheSameEntries(after, before, lists.webhooks);
  return unmet ?? (before.length === 0 ? { unseen: 'there are no subscriptions' } : undefined);
}

/** Two readings of orders, or of the parts of them that are a test's own, are the same, by the same rule. */
export function holdTheOrders(
  after: readonly unknown[],
  before: readonly unknown[],
): Unmet | Unseen | undefined {
  const unmet = holdTheSameEntries(after, before, lists.orders);
  return unmet ?? (before.length === 0 ? { unseen: 'there are no orders' } : undefined);
}
