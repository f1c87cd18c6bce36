import type { OperationId } from '../../contract/types.js';
import type { Id } from '../../data/unknown-id.js';
import type { Client } from '../../http/client.js';
import { bodyOf } from './body-of.js';
import { everyPage } from './pages.js';

type Listed = (api: Client) => Promise<readonly Id[]>;

const webhooks: Listed = async (api) => bodyOf(await api.listWebhooks(), '*.id').map(({ id }) => id);

/** For each operation with an id in its path, the ids that the target lists. */
const lists = new Map<string, Listed>([
  ['getWebhook', webhooks],
  ['updateWebhook', webhooks],
  ['deleteWebhook', webhooks],
  ['getAttributeGroups', async (api) => (await everyPage(api, 'listCategories')).entries.map(({ id }) => id)],
  [
    'getDeliveryDocument',
    async (api) => (await everyPage(api, 'listOrders')).entries.map(({ order_number }) => order_number),
  ],
  ['downloadReport', async (api) => bodyOf(await api.listReports(), '*.id').map(({ id }) => id)],
]);

/**
 * Every listed id of the things that an operation's path names: webhooks, categories, orders or reports (clause 4.6).
 * @throws Blocked if a list can't be read
 * @throws Error if the operation's path has no id
 */
export async function listedIds(api: Client, operationId: OperationId): Promise<readonly Id[]> {
  const listed = lists.get(operationId);
  if (listed === undefined) throw new Error(`There is no id in the path of ${operationId}.`);
  return listed(api);
}
