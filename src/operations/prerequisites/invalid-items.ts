import fc from 'fast-check';
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
import type { Prerequisites } from './prerequisites.js';
import { carrierOf } from './shipment.js';

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
