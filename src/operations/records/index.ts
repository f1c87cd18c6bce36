import { batchWrites, type Operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { member } from '../../contract/values/path.js';
import { sampleOne } from '../../data/draw.js';
import type { AnyRequest } from '../../http/transports/transport.js';
import type { Prerequisites } from '../prerequisites/prerequisites.js';
import { bodyOf } from '../prerequisites/responses.js';
import { listsAnything, type RecordsOf } from './operation-record.js';
import { orderRecords } from './orders.js';
import { productRecords } from './products.js';
import { stockAndPriceRecords } from './stock-and-prices.js';

/** The suite's knowledge about each operation, in addition to the contract. */
export const operationRecords: RecordsOf<OperationId> = {
  listWebhookEventTypes: listsAnything,
  listWebhooks: {
    request: async (given) => {
      if (given.canWrite) await given.webhook();
      return {};
    },
  },
  createWebhook: {
    request: async (given) => ({ body: await given.newWebhook() }),
    leaves: 'a subscription',
  },
  getWebhook: { request: ofSubscription, listedIds: listedWebhooks },
  updateWebhook: {
    request: async (given) => ({ ...(await ofSubscription(given)), body: { enabled: false } }),
    listedIds: listedWebhooks,
    leaves: 'changes to a subscription',
  },
  deleteWebhook: { request: ofSubscription, listedIds: listedWebhooks },
  listCategories: listsAnything,
  getAttributeGroups: ofFirst(listedCategories, 'category'),
  listCountries: listsAnything,
  listBrands: listsAnything,
  listReports: listsAnything,
  downloadReport: ofFirst(listedReports, 'report'),
  ...productRecords,
  ...stockAndPriceRecords,
  ...orderRecords,
  // The contract names one operation that reads results for each batch write.
  ...(Object.fromEntries(batchWrites.map((write) => [write.resultsOperation, resultsOf(write)])) as RecordsOf<
    Extract<OperationId, `get${string}Results`>
  >),
};

/** An operation on a listed thing. */
function ofFirst<Id>(listedIds: (given: Prerequisites) => Promise<readonly Id[]>, what: string) {
  return {
    request: async (given: Prerequisites) => {
      const [id] = await listedIds(given);
      return { path: { id: given.found(id, `the target lists no ${what}`) } };
    },
    listedIds,
  };
}

async function ofSubscription(given: Prerequisites) {
  return { path: { id: (await given.webhook()).id } };
}

async function listedWebhooks({ api }: Prerequisites) {
  return bodyOf(await api.listWebhooks(), '*.id').map(({ id }) => id);
}

async function listedCategories(given: Prerequisites) {
  return (await given.everyPage('listCategories')).entries.map(({ id }) => id);
}

async function listedReports({ api }: Prerequisites) {
  return bodyOf(await api.listReports(), '*.id').map(({ id }) => id);
}

/** The operations that read the results of a batch write differ only in the write. */
function resultsOf(write: Operation) {
  const { operationId, tag } = write;
  const submitted = async (given: Prerequisites) => {
    given.mayWrite();
    if (tag === 'orders' && !given.canMakeOrders) {
      // Results can be read without using up an item of the configured orders.
      const { futile } = await batchWrite(operationId).items(given);
      const exchange = await given.api.send(write, { body: { items: [sampleOne(futile, 1)] } });
      if (exchange.succeeded) return exchange;
    }
    return given.api.send(write, await operationRecords[operationId].request(given));
  };
  const resultOf = ({ batchRequestId }: { readonly batchRequestId: string }) => ({
    query: { batch_request_id: batchRequestId },
  });
  return {
    request: async (given: Prerequisites) => resultOf(await given.batches.finished(submitted(given))),
    triedRequest: async (given: Prerequisites) =>
      resultOf(await given.batches.acknowledged(submitted(given))),
  } as const;
}

/** The part of a request that the ledger of a shared merchant must remember; nothing of a request to no operation. */
export function leavesOf(called: Operation | undefined) {
  const record = called === undefined ? {} : operationRecords[called.operationId];
  return 'leaves' in record ? record.leaves : 'nothing';
}

/** The record of a batch write. @throws Error for other operations */
export function batchWrite(id: OperationId) {
  const record = operationRecords[id];
  if (!('items' in record)) throw new Error(`${id} is not a batch write.`);
  return record;
}

/** The items in the request of a batch write. @throws Error if it is not one */
export function batchItemsOf(id: OperationId, { body }: AnyRequest): readonly unknown[] {
  const items = member(body, 'items');
  if (!Array.isArray(items)) throw new Error(`${id} is not a batch write.`);
  return items;
}
