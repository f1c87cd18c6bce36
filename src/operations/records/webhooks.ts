import { bodyOf } from '../prerequisites/body-of.js';
import type { Prerequisites } from '../prerequisites/prerequisites.js';
import { listsAnything, type RecordsOf } from './operation-record.js';

const ofSubscription = async (given: Prerequisites) => ({ path: { id: (await given.webhook()).id } });

const listedIds = async ({ api }: Prerequisites) =>
  bodyOf(await api.listWebhooks(), '*.id').map(({ id }) => id);

/** The operations of webhook subscriptions. */
export const webhookRecords: RecordsOf<
  | 'listWebhookEventTypes'
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
> = {
  listWebhookEventTypes: listsAnything,
  listWebhooks: {
    needs: 'nothing',
    request: async (given) => {
      if (given.canWrite) await given.webhook();
      return {};
    },
  },
  createWebhook: {
    needs: 'a write',
    request: async (given) => ({ body: await given.newWebhook() }),
    leaves: 'a subscription',
  },
  getWebhook: { needs: 'a write', request: ofSubscription, listedIds },
  updateWebhook: {
    needs: 'a write',
    request: async (given) => ({ ...(await ofSubscription(given)), body: { enabled: false } }),
    listedIds,
    leaves: 'texts of a subscription',
  },
  deleteWebhook: { needs: 'a write', request: ofSubscription, listedIds },
};
