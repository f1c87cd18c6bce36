import type { Static } from 'typebox';
import { array, choice, integer, nullable, number, object, optional, string } from '../schema/build.js';
import type { Catalogue, ProductValues } from './products.js';
import type { Identifiers, Random } from './random.js';
import type { Market } from './reference-data.js';
import type { Timeline } from './time.js';
import type { Emit } from './webhooks.js';

/** The statuses of an order item (gap G-01). */
const ITEM_STATUSES = ['open', 'shipped', 'cancelled', 'returned'] as const;
/** An order has the status of its items, or is mixed (gap G-11). */
export const ORDER_STATUSES = [...ITEM_STATUSES, 'mixed'] as const;
type ItemStatus = (typeof ITEM_STATUSES)[number];
type OrderStatus = (typeof ORDER_STATUSES)[number];

const amount = integer({ minimum: 0, description: 'in minor units of the currency' });

/** One unit of a product in an order (gap G-11). */
const orderItemSchema = object({
  id: integer(),
  sku: string(),
  status: choice(ITEM_STATUSES),
  price_with_tax: amount,
  price_without_tax: amount,
  vat: number({ minimum: 0, description: 'percent' }),
  shipment_tracking_key: nullable(string()),
  return_tracking_key: nullable(string()),
});

const address = {
  street: string(),
  zip_code: string(),
  city: string(),
  country_code: string(),
  recipient_first_name: string(),
  recipient_last_name: string(),
};

/**
 * The parts of an address as fields whose names begin with the use of the address, such as `billing_city`.
 */
function prefixed<Use extends string, Part extends string, Value>(
  use: Use,
  parts: Readonly<Record<Part, Value>>,
) {
  const fields = Object.entries(parts).map(([part, value]) => [`${use}_${part}`, value]);
  return Object.fromEntries(fields) as { [Key in `${Use}_${Part}`]: Value };
}

/** An order, in the API's shape (clause 4.6, gap G-11). */
export const orderSchema = object({
  order_number: string(),
  status: choice(ORDER_STATUSES),
  order_items: array(orderItemSchema, { minItems: 1 }),
  carrier_key: nullable(string()),
  cost_with_tax: amount,
  cost_without_tax: amount,
  currency_code: string(),
  customer_key: string(),
  created_at: string({ format: 'date-time' }),
  updated_at: string({ format: 'date-time' }),
  delivery_document_url: nullable(string()),
  fulfillment_type: string(),
  payment_method: string(),
  ...prefixed('billing', address),
  ...prefixed('shipping', address),
});

export type OrderItem = Static<typeof orderItemSchema>;
export type Order = Static<typeof orderSchema>;

/** The status of an order with these items: their common status, or mixed (gap G-11). */
function orderStatusOf(items: readonly Pick<OrderItem, 'status'>[]): OrderStatus {
  const [first, ...others] = new Set(items.map(({ status }) => status));
  return first === undefined || others.length > 0 ? 'mixed' : first;
}

/** The moves of order items (clause 4.6). */
export type OrderMove = 'ship' | 'cancel' | 'return';

const MOVES = {
  ship: { from: 'open', to: 'shipped' },
  cancel: { from: 'open', to: 'cancelled' },
  return: { from: 'shipped', to: 'returned' },
} as const satisfies Readonly<Record<OrderMove, { from: ItemStatus; to: ItemStatus }>>;

/** The status of an order item after a move; undefined if the move is forbidden (gap G-01). */
export function itemStatusAfter(current: ItemStatus, move: OrderMove): ItemStatus | undefined {
  const { from, to } = MOVES[move];
  return current === from ? to : undefined;
}

/** The most items in one batch, and the most order items in one item: no maximum is known (gap G-16). */
export const MOST_ITEMS = 10_000;

const itemIds = array(integer(), { minItems: 1, maxItems: MOST_ITEMS });
const trackingKey = string({ minLength: 1, maxLength: 255 });
/** Not every carrier or customer provides a key for the return: an empty one counts as missing. */
const returnTrackingKey = optional(nullable(string({ maxLength: 255 })));

/** One item of a shipment (gap G-11). */
export const shipItemSchema = object({
  order_items: itemIds,
  carrier_key: trackingKey,
  shipment_tracking_key: trackingKey,
  return_tracking_key: returnTrackingKey,
});
/** One item of a cancellation (gap G-11). */
export const cancelItemSchema = object({ id: integer() });
/** One item of a return (gap G-11). */
export const returnItemSchema = object({ order_items: itemIds, return_tracking_key: returnTrackingKey });

/** The fields that a move writes to its items and their orders. */
export interface Tracking {
  carrier_key?: string;
  shipment_tracking_key?: string;
  return_tracking_key?: string | null | undefined;
}

/** A merchant's orders, in order of their creation. */
export type OrderBook = ReturnType<typeof createOrderBook>;

/** An empty order book. `itemStatusAfter` is the rule for moves (gap G-01). */
export function createOrderBook(
  timeline: Timeline,
  emit: Emit,
  rules: { itemStatusAfter: typeof itemStatusAfter },
) {
  const orders = new Map<string, Order>();
  /** In order of creation, which differs from the order of entry for orders that are entered late. */
  const sequence: Order[] = [];
  const items = new Map<number, { order: Order; item: OrderItem }>();

  /** The items with these ids and their next statuses, or the reasons why the move is refused. */
  function plan(itemIds: readonly number[], move: OrderMove) {
    const planned = new Map<OrderItem, { order: Order; status: ItemStatus }>();
    const errors: string[] = [];
    for (const id of itemIds) {
      const found = items.get(id);
      const status = found && rules.itemStatusAfter(found.item.status, move);
      if (found === undefined) errors.push(`order item ${id} is not known`);
      else if (status === undefined)
        errors.push(`order item ${id} is ${found.item.status}: ${move} is not possible`);
      else if (planned.has(found.item)) errors.push(`order item ${id} is named more than once`);
      else planned.set(found.item, { order: found.order, status });
    }
    return { planned, errors };
  }

  return {
    add(order: Order): void {
      orders.set(order.order_number, order);
      const older = sequence.findLastIndex(({ created_at }) => created_at <= order.created_at);
      sequence.splice(older + 1, 0, order);
      for (const item of order.order_items) items.set(item.id, { order, item });
      emit('order.created', { order_number: order.order_number, status: order.status });
    },
    find: (orderNumber: string): Order | undefined => orders.get(orderNumber),
    all: (): readonly Order[] => sequence,
    /** Moves all of the items, or none; returns the reasons for a refusal. */
    move(itemIds: readonly number[], move: OrderMove, { carrier_key, ...tracking }: Tracking = {}): string[] {
      const { planned, errors } = plan(itemIds, move);
      if (errors.length > 0) return errors;
      const touched = new Map<Order, number[]>();
      for (const [item, { order, status }] of planned) {
        item.status = status;
        item.shipment_tracking_key = tracking.shipment_tracking_key ?? item.shipment_tracking_key;
        item.return_tracking_key = tracking.return_tracking_key || item.return_tracking_key;
        touched.set(order, [...(touched.get(order) ?? []), item.id]);
      }
      for (const [order, order_items] of touched) {
        order.carrier_key = carrier_key ?? order.carrier_key;
        order.updated_at = timeline.timestamp();
        order.status = orderStatusOf(order.order_items);
        if (order.status === 'cancelled') order.delivery_document_url = null;
        const { to } = MOVES[move];
        const { order_number, status } = order;
        emit(`order_items.${to}`, { order_number, order_items });
        emit('order.updated', { order_number, status });
        if (status === to) emit(`order.${to}`, { order_number, status });
      }
      return [];
    },
  };
}

const VAT = 20;
const PAYMENT_METHODS = ['credit_card', 'invoice', 'paypal', 'prepayment'] as const;

/** The highest price of one item, in minor units: even the sum of many items is still an exact integer. */
const HIGHEST_PRICE = 1e12;

/**
 * The goods that a customer orders: these skus, or any; at least one item for each sku, or as many items as requested.
 */
export interface Basket {
  skus?: readonly string[];
  items?: number;
  /** How long ago the order was placed, in seconds. */
  age?: number;
}

/** The parts that an order is made from. `nextItemId` yields ids that no other merchant's items have. */
interface OrderMaking {
  catalogue: Catalogue;
  book: OrderBook;
  markets: readonly Market[];
  timeline: Timeline;
  identifiers: Identifiers;
  random: Random;
  nextItemId(): number;
}

/** Thrown if a customer can't order anything; the message says why. */
export class NothingToOrder extends Error {}

/**
 * Makes a customer order from the merchant's active products and enters the order (gap G-01). The order goes
 * to a country in which the first product is sold, and to a customer who lives there; prices are those for
 * that country, if there are any, up to HIGHEST_PRICE.
 */
export function makeOrder({ skus, items, age = 0 }: Basket, making: OrderMaking): Order {
  const { book, identifiers, markets, random, timeline } = making;
  const products = productsToOrder(skus, making);
  const units = Array.from(
    { length: items ?? products.length },
    (_, index) => products[index % products.length],
  );
  const soldIn = markets.filter(({ country }) => isSoldIn(products[0], country.code));
  const market = random.pick(soldIn.length > 0 ? soldIn : markets);
  const orderItems = units.flatMap((unit) =>
    unit === undefined ? [] : [itemOf(unit, market, making.nextItemId())],
  );
  const placedAt = new Date(timeline.now() - age * 1_000).toISOString();
  const code = identifiers.code(22);
  const number = `SO-${code.slice(0, 12)}`;
  const [firstName, lastName, street, zipCode, city] = random.pick(market.customers);
  const order: Order = {
    order_number: number,
    status: orderStatusOf(orderItems),
    order_items: orderItems,
    carrier_key: null,
    cost_with_tax: sum(orderItems.map(({ price_with_tax }) => price_with_tax)),
    cost_without_tax: sum(orderItems.map(({ price_without_tax }) => price_without_tax)),
    currency_code: market.currency.code,
    customer_key: `C-${code.slice(12)}`,
    created_at: placedAt,
    updated_at: placedAt,
    delivery_document_url: `/api/v1/orders/${number}/delivery-document`,
    fulfillment_type: 'merchant',
    payment_method: random.pick(PAYMENT_METHODS),
    billing_street: street,
    billing_zip_code: zipCode,
    billing_city: city,
    billing_country_code: market.country.code,
    billing_recipient_first_name: firstName,
    billing_recipient_last_name: lastName,
    shipping_street: street,
    shipping_zip_code: zipCode,
    shipping_city: city,
    shipping_country_code: market.country.code,
    shipping_recipient_first_name: firstName,
    shipping_recipient_last_name: lastName,
  };
  book.add(order);
  return order;
}

function productsToOrder(
  skus: readonly string[] | undefined,
  { catalogue, random }: OrderMaking,
): ProductValues[] {
  const active = catalogue.all().filter(({ status }) => status === 'active');
  if (skus === undefined) {
    if (active.length === 0) throw new NothingToOrder('the merchant has no active product');
    return [random.pick(active).values];
  }
  return skus.map((sku) => {
    const product = active.find(({ values }) => values.sku === sku);
    if (product === undefined) throw new NothingToOrder('skus: each must be the sku of an active product');
    return product.values;
  });
}

function itemOf(values: ProductValues, { country }: Market, id: number): OrderItem {
  const price = values.prices.find(({ country_code }) => country_code === country.code) ?? values.prices[0];
  const amount = price?.sale_price ?? price?.retail_price ?? 0;
  const priceWithTax = Math.min(Math.round(amount * 100), HIGHEST_PRICE);
  return {
    id,
    sku: values.sku,
    status: 'open',
    price_with_tax: priceWithTax,
    price_without_tax: Math.round(priceWithTax / (1 + VAT / 100)),
    vat: VAT,
    shipment_tracking_key: null,
    return_tracking_key: null,
  };
}

function isSoldIn(values: ProductValues | undefined, country: string): boolean {
  const isPriced = values?.prices.some(({ country_code }) => country_code === country) ?? false;
  return isPriced && (values?.countries?.includes(country) ?? true);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
