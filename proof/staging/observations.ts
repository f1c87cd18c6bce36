import type { MerchantState } from '../../src/operations/prerequisites/state.js';
import { changesOf } from './existing-data.js';
import type { PassedRequest } from './recording-proxy.js';

/** The environment's own observations of a run. */
export interface Observations {
  readonly requests: number;
  /** Answers 429, as `2 × GET /api/v1/brands/`. */
  readonly refused: readonly string[];
  /** Sentences about earlier data that is changed or gone now; orders that the run may change are left out. */
  readonly changed: readonly string[];
  /** Things that the run created and that are still in the catalogue, on their way there, or subscribed. */
  readonly residue: readonly string[];
}

/** Statuses of products that are in the catalogue, or will be. */
const visible = ['active', 'pending_active', 'pending_approval'];

/** @param mayChange numbers of the orders that the run was allowed to move */
export function observationsOf(
  passed: readonly PassedRequest[],
  before: MerchantState,
  after: MerchantState,
  mayChange: readonly string[] = [],
): Observations {
  const refused = new Map<string, number>();
  for (const { method, url, status } of passed) {
    if (status !== 429) continue;
    const line = `${method} ${url.split('?')[0]}`;
    refused.set(line, (refused.get(line) ?? 0) + 1);
  }
  const isFree = (entry: unknown) => mayChange.includes(String(member(entry, 'order_number')));
  const kept = { ...before, orders: before.orders.filter((entry) => !isFree(entry)) };
  const known = new Set([...before.products, ...before.webhooks].map(nameOf));
  const made = [
    ...after.products.filter((entry) => visible.includes(String(member(entry, 'status')))),
    ...after.webhooks,
  ].filter((entry) => !known.has(nameOf(entry)));
  return {
    requests: passed.length,
    refused: [...refused].map(([line, times]) => `${times} × ${line}`),
    changed: changesOf(kept, after),
    residue: made.map((entry) => `${nameOf(entry)} ${member(entry, 'status') ?? 'subscribed'}`),
  };
}

function nameOf(entry: unknown): string {
  return String(member(entry, 'sku') ?? member(entry, 'id'));
}

function member(entry: unknown, name: string): unknown {
  return typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined;
}
