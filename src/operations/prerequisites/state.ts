import type { Client } from '../../http/client.js';
import { bodyOf } from './body-of.js';
import { ownPartOf } from './dealt-orders.js';
import type { OwnNames } from './keys.js';
import { type EntryOf, everyPage, type PagedOperation } from './pages.js';

/** The merchant's data that its key shows and writes can change. */
export interface MerchantState {
  readonly products: readonly unknown[];
  readonly rejected: readonly unknown[];
  readonly orders: readonly unknown[];
  readonly webhooks: readonly unknown[];
}

/**
 * Reads all of a merchant's data that a write can change, with sorted entries, so that only their content counts.
 * @throws Blocked if a list can't be read to its end
 */
export async function readState(api: Client): Promise<MerchantState> {
  return {
    products: sorted((await everyPage(api, 'listProducts')).entries),
    rejected: sorted((await everyPage(api, 'listRejectedProducts')).entries),
    orders: sorted((await everyPage(api, 'listOrders')).entries),
    webhooks: sorted(bodyOf(await api.listWebhooks(), '*.id')),
  };
}

/**
 * Reads only the data that a test has named: if a refused request created something all the same, that appears as a new
 * entry, because the request has named it. A rejection shows in the status of the product.
 * @throws Blocked if a list can't be read to its end
 */
export async function readOwnState(api: Client, own: OwnNames): Promise<MerchantState> {
  const bySku = await readEach(api, 'listProducts', 'sku', own.skus);
  const shown = new Set(bySku.map(({ style_key }) => style_key));
  const others = [...own.styleKeys].filter((key) => !shown.has(key));
  const byStyle = await readEach(api, 'listProducts', 'style_key', others);
  const webhooks = bodyOf(await api.listWebhooks(), '*.id');
  return {
    products: sorted([...bySku, ...byStyle]),
    rejected: [],
    orders: sorted(
      (await readEach(api, 'listOrders', 'order_number', own.orders.keys())).map((order) =>
        ownPartOf(order, own.orders.get(order.order_number) ?? 'whole'),
      ),
    ),
    webhooks: sorted(
      webhooks.filter(
        (webhook) =>
          own.subscriptionIds.has(String(webhook.id)) ||
          ['url', 'description'].some((field) =>
            own.subscriptionTexts.has(String(Reflect.get(webhook, field))),
          ),
      ),
    ),
  };
}

/** The entries that have one of the values in a field, read by filtering the list. */
async function readEach<Id extends PagedOperation>(
  api: Client,
  operationId: Id,
  field: string & keyof EntryOf<Id>,
  values: Iterable<string>,
): Promise<EntryOf<Id>[]> {
  const read: EntryOf<Id>[] = [];
  for (const value of values) {
    const { entries } = await everyPage(api, operationId, { [field]: value });
    read.push(...entries.filter((entry) => entry[field] === value));
  }
  return read;
}

function sorted(entries: readonly unknown[]): readonly unknown[] {
  const texts = new Map(entries.map((entry) => [entry, JSON.stringify(entry)]));
  return entries.toSorted((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
}
