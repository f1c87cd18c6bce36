/** What a product's lines in a report are made of; the API's product shape fits. */
export interface ReportedProduct {
  style_key: string;
  sku: string;
  ean?: string | null | undefined;
  name?: string | null | undefined;
  status: string;
  brand: number;
  category: number;
  color: number;
  size?: number | null | undefined;
  second_size?: number | null | undefined;
  quantity?: number | null | undefined;
  weight: number;
  country_of_origin: string;
  countries?: readonly string[] | null | undefined;
}

/** What an order's lines in a report are made of; the API's order shape fits. Prices in minor units. */
export interface ReportedOrder {
  order_number: string;
  status: string;
  created_at: string;
  currency_code: string;
  order_items: readonly {
    id: number | string;
    sku: string;
    status: string;
    price_with_tax: number;
    price_without_tax: number;
    vat: number;
    shipment_tracking_key?: string | null | undefined;
    return_tracking_key?: string | null | undefined;
  }[];
}

/** What each type of report is made of. */
export interface ReportRows {
  products: ReportedProduct;
  orders: ReportedOrder;
  stock: Pick<ReportedProduct, 'sku' | 'style_key' | 'quantity' | 'status'>;
}

/** The types of report that a merchant can download (clause 4.6, gap G-05). */
export type ReportType = keyof ReportRows;

type Cell = string | number | null | undefined;
type Line = Readonly<Record<string, Cell>>;

const COLUMNS = {
  products: [
    'style_key',
    'sku',
    'ean',
    'name',
    'status',
    'brand',
    'category',
    'color',
    'size',
    'second_size',
    'quantity',
    'weight',
    'country_of_origin',
    'countries',
  ],
  orders: [
    'order_number',
    'order_status',
    'created_at',
    'item_id',
    'sku',
    'item_status',
    'price_with_tax',
    'price_without_tax',
    'vat',
    'currency_code',
    'shipment_tracking_key',
    'return_tracking_key',
  ],
  stock: ['sku', 'style_key', 'quantity', 'status'],
} as const satisfies Record<ReportType, readonly string[]>;

const LINES: { [T in ReportType]: (row: ReportRows[T]) => readonly Line[] } = {
  products: (product) => [{ ...product, countries: product.countries?.join(' ') }],
  orders: ({ order_items, status, ...order }) =>
    order_items.map(({ id, status: item_status, ...item }) => ({
      ...order,
      order_status: status,
      ...item,
      item_id: id,
      item_status,
    })),
  stock: ({ sku, style_key, quantity, status }) => [{ sku, style_key, quantity, status }],
};

/**
 * The text of a report's file: CSV as RFC 4180 describes it, with a header line, each line ended by CRLF.
 * Takes records in the API's shape: one line for each product, or for each item of each order. Values are
 * kept as data (a leading "=" stays), null and undefined are empty, several countries are separated by
 * spaces. From clause 4.6 and gap G-05.
 */
export function renderReport<T extends ReportType>(type: T, rows: readonly ReportRows[T][]): string {
  const columns: readonly string[] = COLUMNS[type];
  const lines = rows.flatMap(LINES[type]);
  const records = [columns, ...lines.map((line) => columns.map((column) => line[column]))];
  return records.map((record) => `${record.map(toField).join(',')}\r\n`).join('');
}

/** One field: quoted when it holds a separator, a quote, a line break, or space that a reader may trim. */
function toField(cell: Cell): string {
  const text = String(cell ?? '');
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
