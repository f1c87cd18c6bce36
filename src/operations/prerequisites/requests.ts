import fc from 'fast-check';
import type { OperationId, RequestOf } from '../../contract/types.js';
import type { InvalidItem } from '../../data/invalid/invalid-item.js';
import {
  longStyleKey,
  pastBound,
  productBoundNames,
  requiredProductFields,
  withoutField,
} from '../../data/invalid/product-item.js';
import {
  cancelMistakes,
  invalidCancelItem,
  invalidPriceItem,
  invalidReturnItem,
  invalidShipItem,
  invalidStockItem,
  otherStatus,
  priceMistakes,
  returnMistakes,
  shipMistakes,
  statusFieldOfAnotherType,
  stockMistakes,
  withoutStatusField,
} from '../../data/invalid/update-items.js';
import { otherPrice } from '../../data/price.js';
import { otherQuantity } from '../../data/update-items.js';
import type { AnyRequest } from '../../http/client.js';
import { carrierOf, shipmentOf } from './order-prerequisites.js';
import type { Prerequisites } from './prerequisites.js';

/** For each operation, a request that the target must answer with success, after creating what the request needs. */
type Requests = { readonly [Id in OperationId]: (given: Prerequisites) => Promise<RequestOf<Id>> };

const nothing = async () => ({});

/** The batch writes; each results operation reads a batch that one of these made. */
const batchWrites = {
  upsertProducts: async (given) => ({ body: { items: [await given.productItem()] } }),
  updateProductStatus: async (given) => {
    const { style_key } = await given.draftProduct();
    return { body: { items: [{ style_key, status: 'published' }] } };
  },
  // Stock and price change, so that a successful update shows.
  updateProductStock: async (given) => {
    const { sku, quantity } = await given.draftProduct();
    return { body: { items: [{ sku, quantity: otherQuantity(quantity) }] } };
  },
  updateProductPrices: async (given) => {
    const { sku, prices } = await given.draftProduct();
    return { body: { items: prices.slice(0, 1).map((price) => ({ sku, price: otherPrice(price) })) } };
  },
  cancelOrderItems: async (given) => ({
    body: { items: (await given.openOrder()).order_items.map(({ id }) => ({ id })) },
  }),
  shipOrderItems: async (given) => ({ body: { items: [shipmentOf(await given.openOrder())] } }),
  returnOrderItems: async (given) => {
    const { order_items, order_number } = await given.shippedOrder();
    return {
      body: {
        items: [{ order_items: order_items.map(({ id }) => id), return_tracking_key: `R-${order_number}` }],
      },
    };
  },
} satisfies Partial<Requests>;

/** A request that reads the result of a batch. */
function resultsOf(write: keyof typeof batchWrites) {
  return async (given: Prerequisites) => {
    const batch_request_id = await given.finishedBatch(write, () => batchWrites[write](given));
    return { query: { batch_request_id } };
  };
}

/** Requests that must succeed, for each of the 30 operations. */
export const requestsThatSucceed: Requests = {
  listWebhookEventTypes: nothing,
  listWebhooks: async (given) => {
    if (given.canWrite) await given.webhook();
    return {};
  },
  createWebhook: async (given) => ({ body: await given.newWebhook() }),
  getWebhook: async (given) => ({ path: { id: (await given.webhook()).id } }),
  updateWebhook: async (given) => ({ path: { id: (await given.webhook()).id }, body: { enabled: false } }),
  deleteWebhook: async (given) => ({ path: { id: (await given.webhook()).id } }),
  listProducts: async (given) => {
    if (given.canWrite) await given.draftProduct();
    return {};
  },
  listRejectedProducts: nothing,
  ...batchWrites,
  listOrders: async (given) => {
    if (given.canMakeOrders) await given.customerOrder(await given.activeProduct());
    return {};
  },
  getDeliveryDocument: async (given) => ({ path: { number: (await given.someOrder()).order_number } }),
  getProductResults: resultsOf('upsertProducts'),
  getStatusResults: resultsOf('updateProductStatus'),
  getStockResults: resultsOf('updateProductStock'),
  getPriceResults: resultsOf('updateProductPrices'),
  getCancelResults: resultsOf('cancelOrderItems'),
  getShipResults: resultsOf('shipOrderItems'),
  getReturnResults: resultsOf('returnOrderItems'),
  listReports: nothing,
  downloadReport: async (given) => {
    const [report] = await given.reports();
    return { path: { id: report?.id ?? '' } };
  },
  listCategories: nothing,
  getAttributeGroups: async (given) => {
    const [id = 0] = await given.listedIds('getAttributeGroups');
    return { path: { id: Number(id) } };
  },
  listCountries: nothing,
  listBrands: nothing,
};

/**
 * The items in the request of a batch write.
 * @throws Error if the operation is not a batch write
 */
export function batchItemsOf(operationId: OperationId, { body }: AnyRequest): readonly unknown[] {
  if (typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items))
    return body.items;
  throw new Error(`${operationId} is not a batch write.`);
}

type Invalid = fc.Arbitrary<InvalidItem<unknown>>;

/** For each batch write, items with one mistake that shows without a look at the merchant's data. */
const kinds = new Map<string, (given: Prerequisites) => Promise<readonly Invalid[]>>([
  [
    'upsertProducts',
    async (given) => {
      const [reference, key] = [await given.referenceData(), given.newKey()];
      return [
        longStyleKey(reference, given.prefix),
        ...requiredProductFields.flatMap((field) => withoutField(reference, key, field) ?? []),
        ...productBoundNames.flatMap((name) => pastBound(reference, key, name) ?? []),
      ];
    },
  ],
  [
    'updateProductStatus',
    async (given) => {
      const { style_key } = await given.draftProduct();
      const control = { styleKeys: [style_key], statuses: ['draft'] } as const;
      const fields = ['style_key', 'status'] as const;
      return [
        otherStatus(control),
        ...fields.flatMap((field) => [
          withoutStatusField(control, field),
          statusFieldOfAnotherType(control, field),
        ]),
      ];
    },
  ],
  [
    'updateProductStock',
    async (given) => {
      const { sku } = await given.draftProduct();
      return stockMistakes.map((name) => invalidStockItem([sku], name));
    },
  ],
  [
    'updateProductPrices',
    async (given) => {
      const { sku, prices } = await given.draftProduct();
      const countries = prices.map(({ country_code }) => country_code);
      return priceMistakes.map((name) => invalidPriceItem([sku], countries, name));
    },
  ],
  [
    'cancelOrderItems',
    async (given) => {
      const ids = (await given.openOrder()).order_items.map(({ id }) => id);
      return cancelMistakes.map((name) => invalidCancelItem(ids, name));
    },
  ],
  [
    'shipOrderItems',
    async (given) => {
      const order = await given.openOrder();
      const ids = order.order_items.map(({ id }) => id);
      return shipMistakes.map((name) => invalidShipItem(ids, carrierOf(order), name));
    },
  ],
  [
    'returnOrderItems',
    async (given) => {
      const ids = (await given.shippedOrder()).order_items.map(({ id }) => id);
      return returnMistakes.map((name) => invalidReturnItem(ids, name));
    },
  ],
]);

/**
 * Draws items with one mistake for a batch write, and creates everything that the items are about.
 * @throws Error if the operation is not a batch write
 */
export async function invalidItemsOf(operationId: string, given: Prerequisites): Promise<Invalid> {
  const itemsOf = kinds.get(operationId);
  if (itemsOf === undefined) throw new Error(`${operationId} is not a batch write.`);
  return fc.oneof(...(await itemsOf(given)));
}
