import { createPdfSheet, type PdfSheet, SHEET_MARGIN, SHEET_WIDTH } from './pdf-sheet.js';

/** What a delivery document is made of; the API's order shape fits. Prices in minor units. */
export interface DeliveryDocumentInput {
  order_number: string;
  created_at: string;
  currency_code: string;
  shipping_recipient_first_name?: string | null | undefined;
  shipping_recipient_last_name?: string | null | undefined;
  shipping_street?: string | null | undefined;
  shipping_zip_code?: string | null | undefined;
  shipping_city?: string | null | undefined;
  shipping_country_code?: string | null | undefined;
  order_items: readonly {
    id: number | string;
    sku: string;
    status: string;
    price_with_tax: number;
  }[];
}

const WHOLE_WIDTH = { left: SHEET_MARGIN, width: SHEET_WIDTH };
const COLUMNS = {
  position: { left: SHEET_MARGIN, width: 30 },
  sku: { left: SHEET_MARGIN + 40, width: 220 },
  item: { left: SHEET_MARGIN + 270, width: 130 },
  price: { left: SHEET_MARGIN + 410, width: SHEET_WIDTH - 410, toTheRight: true },
};

/**
 * The delivery document of an order: the bytes of a PDF with the recipient and one line for each item that
 * is not cancelled. The same order yields the same bytes. The standard fonts draw Western European letters
 * only, others lose their marks or show as "?"; the document's properties hold order number (title) and
 * recipient (subject) unchanged. From clause 4.6 and gap G-11.
 */
export async function renderDeliveryDocument(order: DeliveryDocumentInput): Promise<Uint8Array> {
  // Loaded on first use: the library would take up a good part of the sandbox's start-up time.
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const document = await PDFDocument.create();
  const created = new Date(Date.parse(order.created_at) || 0);
  const recipient = joined(order.shipping_recipient_first_name, order.shipping_recipient_last_name);
  document.setTitle(wellFormed(`Delivery note ${order.order_number}`));
  document.setSubject(wellFormed(recipient));
  document.setCreationDate(created);
  document.setModificationDate(created);

  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const sheet = createPdfSheet(document, await document.embedFont(StandardFonts.Helvetica));
  sheet.row([{ ...WHOLE_WIDTH, text: 'Delivery note' }], { font: bold, size: 18 });
  sheet.gap(10);
  writeLines(sheet, [`Order ${order.order_number}`, `Date ${created.toISOString().slice(0, 10)}`]);
  sheet.gap(10);
  writeLines(sheet, [
    recipient,
    order.shipping_street ?? '',
    joined(order.shipping_country_code, order.shipping_zip_code, order.shipping_city),
  ]);
  sheet.gap(20);

  const items = order.order_items.filter(({ status }) => status !== 'cancelled');
  const amount = (minorUnits: number) => `${(minorUnits / 100).toFixed(2)} ${order.currency_code}`;
  const line = (position: string, sku: string, item: string, price: string) => [
    { ...COLUMNS.position, text: position },
    { ...COLUMNS.sku, text: sku },
    { ...COLUMNS.item, text: item },
    { ...COLUMNS.price, text: price },
  ];
  sheet.row(line('No.', 'SKU', 'Item', 'Price'), { font: bold });
  for (const [index, { sku, id, price_with_tax }] of items.entries()) {
    sheet.row(line(String(index + 1), sku, String(id), amount(price_with_tax)));
  }
  const total = items.reduce((sum, { price_with_tax }) => sum + price_with_tax, 0);
  sheet.row(line('', 'Total', '', amount(total)), { font: bold });
  sheet.numberPages();
  return document.save();
}

function writeLines(sheet: PdfSheet, texts: readonly string[]): void {
  for (const text of texts) sheet.row([{ ...WHOLE_WIDTH, text }]);
}

function joined(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part).join(' ');
}

/** The text without halves of characters, which a PDF's properties cannot hold. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
