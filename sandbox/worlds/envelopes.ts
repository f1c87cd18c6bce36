import { isObject } from '../schema/check.js';
import { type Change, type Entry, enclosed, record, told } from './change.js';
import type { OperationWords, Words, World } from './world.js';

/** `{data, meta}`: one field is the data, and the others are about it. */
export function dataAndMeta(field: string): Change {
  return told(
    (ours) => {
      if (!isObject(ours)) return ours;
      const { [field]: data, ...meta } = ours;
      return { data, meta };
    },
    (schema) => {
      const { [field]: data, ...meta } = Object(schema.properties);
      return objectOf({ data, meta: objectOf(meta) });
    },
  );
}

/** An object of lists as one list, in which each entry names its kind. */
const listOfKinds: Change = told(
  (ours) =>
    isObject(ours)
      ? Object.entries(ours).flatMap(([kind, entries]) =>
          Array.isArray(entries) ? entries.map((entry) => ({ kind, ...Object(entry) })) : [],
        )
      : ours,
  (schema) => ({
    type: 'array',
    items: {
      anyOf: Object.entries<Entry>(Object(schema.properties)).map(([kind, { items }]) =>
        objectOf({ kind: { type: 'string', enum: [kind] }, ...Object(Object(items).properties) }),
      ),
    },
  }),
);

function objectOf(properties: Entry): Entry {
  return { type: 'object', required: Object.keys(properties), properties };
}

const inData = enclosed('data');
const batch: OperationWords = { answer: inData };
/** A batch write whose `items` the description doesn't show. */
const write: OperationWords = { ...batch, body: record({ items: 'data' }), itemsIn: 'data' };
const page: OperationWords = { answer: record({ items: 'data', pagination: 'meta' }) };

/**
 * The envelopes of all operations whose bodies the description doesn't show.
 * @param entries the field of results that holds the entries
 */
export function envelopesOf(entries: string): Words {
  const results: OperationWords = { answer: dataAndMeta(entries) };
  return {
    listProducts: page,
    upsertProducts: batch,
    updateProductStatus: batch,
    updateProductStock: write,
    updateProductPrices: write,
    shipOrderItems: write,
    cancelOrderItems: write,
    returnOrderItems: write,
    getProductResults: results,
    getStockResults: results,
    getPriceResults: results,
    getShipResults: results,
    getCancelResults: results,
    getReturnResults: results,
    listOrders: page,
    listReports: { answer: enclosed('reports') },
    listCategories: page,
    getAttributeGroups: { answer: enclosed('attribute_groups') },
    listBrands: { answer: enclosed('brands') },
    listCountries: { answer: listOfKinds },
    listWebhookEventTypes: { answer: enclosed('types') },
    listWebhooks: { answer: enclosed('webhooks') },
    createWebhook: { body: inData, answer: inData },
    getWebhook: { answer: inData },
    updateWebhook: { body: inData, answer: inData },
  };
}

/** Gives other envelopes to the bodies that the description doesn't show. */
export const envelopes: World = {
  name: 'envelopes',
  does: 'Bodies that the description does not show are {data, meta}, lists are wrapped in objects, and an object of lists is one list.',
  words: envelopesOf('items'),
  delivery: { body: dataAndMeta('message') },
};

/** The name that a field of an order item has in a row. `order_items` is in no row. */
function inRow(name: string): string {
  return name.startsWith('item_') ? name : `item_${name}`;
}

/** The fields of an item in its row. */
function itemFields(item: unknown): Entry {
  return Object.fromEntries(Object.entries(Object(item)).map(([name, value]) => [inRow(name), value]));
}

/** Orders as rows: one for each item, with the fields of its order in each. */
const rows = told(
  (orders) =>
    Array.isArray(orders)
      ? orders.flatMap((order) => {
          if (!isObject(order) || !Array.isArray(order.order_items)) return [order];
          const { order_items: items, status: order_status, ...shared } = order;
          return items.map((item) => ({ ...shared, order_status, ...itemFields(item) }));
        })
      : orders,
  (schema) => {
    const { order_items: items, status: order_status, ...shared } = Object(Object(schema.items).properties);
    const properties = { ...shared, order_status, ...itemFields(Object(items).items.properties) };
    return { type: 'array', items: { type: 'object', required: Object.keys(properties), properties } };
  },
);

/** Orders contain no items. A page still has as many orders as `per_page` says, with all rows of each. */
export const flatOrders: World = {
  name: 'flat-orders',
  does: 'Orders are listed as rows, one for each item, with no items in them; pages count orders.',
  words: { listOrders: { answer: record({ items: rows }) } },
};
