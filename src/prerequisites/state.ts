import type { Client } from '../client/client.js';
import { bodyOf } from './body-of.js';
import { everyPage } from './pages.js';

/** What a merchant's key shows of its data: the state behind every write. */
export interface MerchantState {
  readonly products: readonly unknown[];
  readonly rejected: readonly unknown[];
  readonly orders: readonly unknown[];
  readonly webhooks: readonly unknown[];
}

/**
 * Reads all of a merchant's data that a write can change, entries sorted so that only their content counts.
 * @throws Blocked when a list can't be read to its end
 */
export async function readState(api: Client): Promise<MerchantState> {
  return {
    products: sorted((await everyPage(api, 'listProducts')).entries),
    rejected: sorted((await everyPage(api, 'listRejectedProducts')).entries),
    orders: sorted((await everyPage(api, 'listOrders')).entries),
    webhooks: sorted(bodyOf(await api.listWebhooks())),
  };
}

function sorted(entries: readonly unknown[]): readonly unknown[] {
  const texts = new Map(entries.map((entry) => [entry, JSON.stringify(entry)]));
  return entries.toSorted((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
}
