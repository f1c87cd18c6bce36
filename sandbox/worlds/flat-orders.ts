import { isObject } from '../schema/check.js';
import { type Entry, record, told } from './change.js';
import type { World } from './world.js';

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
