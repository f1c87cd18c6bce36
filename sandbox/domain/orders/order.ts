import type { Static, TObject, TString } from 'typebox';
import { array, choice, integer, nullable, number, object, string } from '../../schema/build.js';

/** The statuses of an order item (gap G-01). */
export const ITEM_STATUSES = ['open', 'shipped', 'cancelled', 'returned'] as const;
/** An order has the status of its items, or is mixed (gap G-11). */
export const ORDER_STATUSES = [...ITEM_STATUSES, 'mixed'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const amount = integer({ minimum: 0, description: 'in minor units of the currency' });

/** One unit of a product in an order (gap G-11). */
export const orderItemSchema = object({
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

/** The parts of a postal address, each a field of the order with the use of the address before its name. */
export type AddressPart = keyof typeof address;

function addressOf<Use extends string>(use: Use): { [Part in `${Use}_${AddressPart}`]: TString };
function addressOf(use: string): Record<string, TString> {
  return Object.fromEntries(Object.entries(address).map(([part, schema]) => [`${use}_${part}`, schema]));
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
  ...addressOf('billing'),
  ...addressOf('shipping'),
}) satisfies TObject;

export type OrderItem = Static<typeof orderItemSchema>;
export type Order = Static<typeof orderSchema>;

/** The status of an order with these items: theirs where they agree, else mixed (gap G-11). */
export function orderStatusOf(items: readonly Pick<OrderItem, 'status'>[]): OrderStatus {
  const [first, ...others] = new Set(items.map(({ status }) => status));
  return first === undefined || others.length > 0 ? 'mixed' : first;
}
