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
type Report = Static<typeof reportSchema>;

/** The reports of a merchant: one of each type. `createdAt` is an ISO 8601 text. */
export function createReports(identifiers: Identifiers, createdAt: string): readonly Report[] {
  return TYPES.map((type) => ({ id: identifiers.uuid(), name: NAMES[type], type, created_at: createdAt }));
}

/**
 * The file for a report, with the current products and orders: CSV as in RFC 4180, with a header line and
 * with CRLF at the end of each line. It has a line for each product, or for each item of each order. Values
 * stay unchanged (a leading "=" remains), null and undefined are empty, and countries are separated by
 * spaces. From clause 4.6.
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

/**
 * One field, quoted if it contains a separator, a quote, a line break, or white space that a reader might
 * trim.
 */
function toField(cell: unknown): string {
  const text = Array.isArray(cell) ? cell.join(' ') : String(cell ?? '');
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The objects of a PDF with one page, up to the one that draws it. */
const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
] as const;

/**
 * The delivery document of an order: the bytes of a one-page PDF that shows the order, its recipient, and the
 * items that are not cancelled. The same order yields the same bytes. From clause 4.6 and gap G-11.
 */
export function renderDeliveryDocument(order: Order): Buffer {
  const items = order.order_items.filter(({ status }) => status !== 'cancelled');
  const lines = [
    'Delivery note',
    `Order ${order.order_number}`,
    `Date ${order.created_at.slice(0, 10)}`,
    `${order.shipping_recipient_first_name} ${order.shipping_recipient_last_name}`,
    order.shipping_street,
    `${order.shipping_country_code} ${order.shipping_zip_code} ${order.shipping_city}`,
    ...items.map(({ id, sku, price_with_tax }) => {
      const amount = `${(price_with_tax / 100).toFixed(2)} ${order.currency_code}`;
      return `Item ${id}: ${[...sku].slice(0, 60).join('')}, ${amount}`;
    }),
    `${items.length} in all. Please compare what you received with this list before you sign for it.`,
    'Questions about this delivery are answered by the merchant who is named on the invoice for it.',
    'Keep this note until you have decided whether to return anything: it names the order and its items.',
    'This document was made by the sandbox: nothing was bought, and nothing will be delivered.',
  ];
  return pdfOf(`BT /F1 11 Tf 14 TL 56 786 Td ${lines.map((line) => `(${textOf(line)}) ' `).join('')}ET`);
}

/** A PDF with one page, drawn by these instructions in Latin-1. */
function pdfOf(drawing: string): Buffer {
  const objects = [...OBJECTS, `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`];
  // The second line tells readers that the file is binary.
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, 'latin1');
}

/** A line as the text of a PDF: characters outside Latin-1 appear as "?". */
function textOf(line: string): string {
  return line.replace(/[^ -~\xa0-\xff]/gu, '?').replace(/[\\()]/g, '\\$&');
}
