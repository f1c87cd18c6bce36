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
  getWebhook: { needs: 'a write', request: ofSubscription, listedIds: listedWebhooks },
  updateWebhook: {
    needs: 'a write',
    request: async (given) => ({ ...(await ofSubscription(given)), body: { enabled: false } }),
    listedIds: listedWebhooks,
    leaves: 'changes to a subscription',
  },
  deleteWebhook: { needs: 'a write', request: ofSubscription, listedIds: listedWebhooks },
  listCategories: listsAnything,
  getAttributeGroups: {
    needs: 'listed data',
    request: async (given) => {
      const [id] = await listedCategories(given);
      return { path: { id: Number(given.found(id, 'the target lists no category')) } };
    },
    listedIds: listedCategories,
  },
  listCountries: listsAnything,
  listBrands: listsAnything,
  listReports: listsAnything,
  downloadReport: {
    needs: 'listed data',
    request: async (given) => {
      const [id] = await listedReports(given);
      return { path: { id: given.found(id, 'the target lists no report') } };
    },
    listedIds: listedReports,
  },
  ...productRecords,
  ...stockAndPriceRecords,
  ...orderRecords,
  ...resultsRecords(),
};

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
function resultsRecords(): RecordsOf<Extract<OperationId, `get${string}Results`>> {
  // The contract names one for each batch write.
  return Object.fromEntries(
    batchWrites.map((write) => [write.resultsOperation, resultsOf(write)]),
  ) as ReturnType<typeof resultsRecords>;
}

function resultsOf({ operationId: write, tag }: Operation) {
  const needs = tag === 'orders' ? 'an order' : 'a write';
  const resultOf = (batch_request_id: string) => ({ query: { batch_request_id } });
  const prepare = (given: Prerequisites): readonly (() => Promise<AnyRequest>)[] => {
    const usual = () => operationRecords[write].request(given);
    const futile = async () => {
      const { futile } = await batchWrite(write).items(given);
      return { body: { items: [sampleOne(futile, 1)] } };
    };
    // Results can be read without using up an item of the configured orders.
    return needs === 'an order' && !given.canMakeOrders ? [futile, usual] : [usual];
  };
  return {
    needs,
    request: async (given: Prerequisites) => resultOf(await given.finishedBatch(write, ...prepare(given))),
    firstRequest: async (given: Prerequisites) => resultOf(await given.unreadBatch(write, ...prepare(given))),
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
