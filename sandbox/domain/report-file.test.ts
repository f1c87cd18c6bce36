import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { type ReportedOrder, type ReportedProduct, renderReport } from './report-file.js';

const PRODUCT: ReportedProduct = {
  style_key: 'style-1',
  sku: 'sku-1',
  ean: null,
  name: 'Dress',
  status: 'active',
  brand: 11,
  category: 12,
  color: 13,
  size: 14,
  second_size: null,
  quantity: 0,
  weight: 250.5,
  country_of_origin: 'PT',
  countries: ['DE', 'AT'],
};

const ITEM = { price_with_tax: 1999, price_without_tax: 1680, vat: 19 };

const ORDER: ReportedOrder = {
  order_number: 'ORD-1',
  status: 'mixed',
  created_at: '2026-01-02T03:04:05.000Z',
  currency_code: 'EUR',
  order_items: [
    {
      ...ITEM,
      id: 501,
      sku: 'sku-1',
      status: 'shipped',
      shipment_tracking_key: 'T-1',
      return_tracking_key: 'R-1',
    },
    { ...ITEM, id: 502, sku: 'sku-2', status: 'open', shipment_tracking_key: null },
  ],
};

test('a report without rows is its header line', () => {
  expect(renderReport('stock', [])).toBe('sku,style_key,quantity,status\r\n');
  expect(parseCsv(renderReport('orders', [])).length).toBe(1);
});

test('a product is one line: nothing for null, 0 for 0, countries separated by spaces', () => {
  expect(records(renderReport('products', [PRODUCT]))).toEqual([
    {
      style_key: 'style-1',
      sku: 'sku-1',
      ean: '',
      name: 'Dress',
      status: 'active',
      brand: '11',
      category: '12',
      color: '13',
      size: '14',
      second_size: '',
      quantity: '0',
      weight: '250.5',
      country_of_origin: 'PT',
      countries: 'DE AT',
    },
  ]);
});

test('an order is one line for each item, with the states of both', () => {
  const lines = records(renderReport('orders', [ORDER]));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({
    order_number: 'ORD-1',
    order_status: 'mixed',
    item_id: '501',
    item_status: 'shipped',
  });
  expect(lines[1]).toMatchObject({
    sku: 'sku-2',
    item_status: 'open',
    price_with_tax: '1999',
    currency_code: 'EUR',
  });
  expect(lines[1]).toMatchObject({ shipment_tracking_key: '', return_tracking_key: '' });
});

test('any text comes back as it was: quotes, line breaks, separators, formulas, unicode', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ' ', '\t', ';', 'ß', '👗', '\u0000', '\uFEFF') }),
    fc.constantFrom('=1+1', '+1', '-1', '@x', '"', '""', ',', '\r\n', ' padded ', "'", 'null'),
  );
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: hostile, sku: hostile, style_key: hostile }, { noNullPrototype: true }), {
        maxLength: 5,
      }),
      (texts) => {
        const lines = records(
          renderReport(
            'products',
            texts.map((text) => ({ ...PRODUCT, ...text })),
          ),
        );
        return isDeepStrictEqual(
          lines.map(({ name, sku, style_key }) => ({ name, sku, style_key })),
          texts,
        );
      },
    ),
  );
});

test('every line ends with CRLF, and quotes stand only where they are needed', () => {
  const text = renderReport('stock', [PRODUCT, { ...PRODUCT, sku: 'a "b"' }, { ...PRODUCT, sku: '=1+1' }]);
  expect(text.split('\r\n')).toEqual([
    'sku,style_key,quantity,status',
    'sku-1,style-1,0,active',
    '"a ""b""",style-1,0,active',
    '=1+1,style-1,0,active',
    '',
  ]);
});

/** The data lines as objects, keyed by the header line. */
function records(text: string): Record<string, string>[] {
  const [header = [], ...lines] = parseCsv(text);
  return lines.map((line) => {
    if (line.length !== header.length) throw new Error(`${line.length} fields for ${header.length} columns`);
    return Object.fromEntries(header.map((column, index) => [column, line[index] ?? '']));
  });
}

/** A reader of RFC 4180, strict: it throws on a stray quote, a bare line break, or a missing last CRLF. */
function parseCsv(text: string): string[][] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const lines: string[][] = [[]];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (match === null) throw new Error(`no field at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
    lines.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') lines.push([]);
  }
  if (lines.pop()?.length !== 0) throw new Error('the last line has no end');
  return lines;
}
