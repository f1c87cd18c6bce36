import type { Static } from 'typebox';
import { choice, object, string } from '../../schema/build.js';
import type { Identifiers } from '../identifiers.js';
import type { Order } from '../orders/order.js';
import type { ProductRow } from '../products/product.js';
import { type ReportType, renderReport } from '../report-file.js';

const TYPES = ['products', 'stock', 'orders'] as const satisfies readonly ReportType[];

/** A report that can be downloaded, in the API's shape (clause 4.6, gap G-05). */
export const reportSchema = object({
  id: string({ format: 'uuid' }),
  name: string(),
  type: choice(TYPES),
  created_at: string({ format: 'date-time' }),
});
export type Report = Static<typeof reportSchema>;

const NAMES: Readonly<Record<Report['type'], string>> = {
  products: 'All products',
  stock: 'Stock of all products',
  orders: 'All orders',
};

/** The reports of a merchant: one of each type. `createdAt` is an ISO 8601 text. */
export function createReports(identifiers: Identifiers, createdAt: string): readonly Report[] {
  return TYPES.map((type) => ({ id: identifiers.uuid(), name: NAMES[type], type, created_at: createdAt }));
}

/** The CSV text of a report, with the products and orders as they are now. */
export function renderReportFile(
  { type }: Report,
  { products, orders }: { products: readonly ProductRow[]; orders: readonly Order[] },
): string {
  if (type === 'orders') return renderReport('orders', orders);
  return type === 'stock' ? renderReport('stock', products) : renderReport('products', products);
}
