import {
  MOST_ORDERS,
  type Order,
  type OrderBook,
  type OrderItem,
  orderStatusOf,
  prefixed,
} from './orders.js';
import type { Catalogue, ProductValues } from './products.js';
import type { Identifiers, Random } from './random.js';
import { CUSTOMERS, type Market } from './reference-data.js';
import type { Timeline } from './time.js';

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

/** The parts from which an order is made. `nextItemId` yields ids that no other merchant's items have. */
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
 * Makes a customer order from the merchant's active products and enters the order (gap G-01). The order goes to a
 * country in which the first product is sold; prices are those of that country, if there are any, up to
 * HIGHEST_PRICE.
 */
export function makeOrder({ skus, items, age = 0 }: Basket, making: OrderMaking): Order {
  const { book, identifiers, markets, random, timeline } = making;
  if (book.size >= MOST_ORDERS) throw new NothingToOrder(`a merchant can have at most ${MOST_ORDERS} orders`);
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
  const number = `SO-${identifiers.code(12)}`;
  const [recipient_first_name, recipient_last_name, street, zip_code, city] = random.pick(CUSTOMERS);
  const country_code = market.country.code;
  const address = { street, zip_code, city, country_code, recipient_first_name, recipient_last_name };
  const order: Order = {
    order_number: number,
    status: orderStatusOf(orderItems),
    order_items: orderItems,
    carrier_key: null,
    cost_with_tax: sum(orderItems.map(({ price_with_tax }) => price_with_tax)),
    cost_without_tax: sum(orderItems.map(({ price_without_tax }) => price_without_tax)),
    currency_code: market.currency.code,
    customer_key: `C-${identifiers.code(10)}`,
    created_at: placedAt,
    updated_at: placedAt,
    delivery_document_url: `/api/v1/orders/${number}/delivery-document`,
    fulfillment_type: 'merchant',
    payment_method: random.pick(PAYMENT_METHODS),
    ...prefixed('billing', address),
    ...prefixed('shipping', address),
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
