import type { Static } from 'typebox';
import { choice, object, string } from '../schema/build.js';
import type { Order } from './orders.js';
import type { ProductRow } from './products.js';
import type { Identifiers } from './random.js';

/** The types of report that a merchant can download (clause 4.6, gap G-05), with the columns of each file. */
const COLUMNS = {
  products:
    'style_key sku ean name status brand category color size second_size quantity weight country_of_origin countries',
  stock: 'sku style_key quantity status',
  orders:
    'order_number order_status created_at item_id sku item_status price_with_tax price_without_tax vat ' +
    'currency_code shipment_tracking_key return_tracking_key',
} as const;
const NAMES = { products: 'All products', stock: 'Stock of all products', orders: 'All orders' } as const;
const TYPES = ['products', 'stock', 'orders'] as const;

/** A report that can be downloaded, in the API's shape (clause 4.6, gap G-05). */
export const reportSchema = object({
  id: string({ format: 'uuid' }),
  name: string(),
  type: choice(TYPES),
  created_at: string({ format: 'date-time' }),
});
export type Report = Static<typeof reportSchema>;

/** The reports of a merchant: one of each type. `createdAt` is an ISO 8601 text. */
export function createReports(identifiers: Identifiers, createdAt: string): readonly Report[] {
  return TYPES.map((type) => ({ id: identifiers.uuid(), name: NAMES[type], type, created_at: createdAt }));
}

/**
 * The file of a report with the present products and orders: CSV as in RFC 4180, with a header line, each line ended by
 * CRLF. It has a line for each product, or for each item of each order. Values stay unchanged (a leading "=" remains),
 * null and undefined are empty, several countries are separated by spaces. From clause 4.6.
 */
export function renderReport(
  { type }: Report,
  { products, orders }: { products: readonly ProductRow[]; orders: readonly Order[] },
): string {
  const columns = COLUMNS[type].split(' ');
  const lines: readonly Readonly<Record<string, unknown>>[] =
    type === 'orders' ? orders.flatMap(linesOf) : products;
  const records = [columns, ...lines.map((line) => columns.map((column) => line[column]))];
  return records.map((record) => `${record.map(toField).join(',')}\r\n`).join('');
}

function linesOf({ order_items, status: order_status, ...order }: Order) {
  return order_items.map(({ id: item_id, status: item_status, ...item }) => ({
    ...order,
    order_status,
    ...item,
    item_id,
    item_status,
  }));
}

/** One field, quoted if it contains a separator, a quote, a line break, or space that a reader may trim. */
function toField(cell: unknown): string {
  const text = Array.isArray(cell) ? cell.join(' ') : String(cell ?? '');
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
