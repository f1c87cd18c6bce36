import fc from 'fast-check';
import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib';
import { expect, test } from '#unit-test';
import { type DeliveryDocumentInput, renderDeliveryDocument } from './delivery-document.js';

const ORDER: DeliveryDocumentInput = {
  order_number: 'ORD-1001',
  created_at: '2026-01-02T03:04:05.000Z',
  currency_code: 'EUR',
  shipping_recipient_first_name: 'Zoë',
  shipping_recipient_last_name: 'Müller',
  shipping_street: 'Hauptstraße 1',
  shipping_zip_code: '10115',
  shipping_city: 'Berlin',
  shipping_country_code: 'DE',
  order_items: [
    { id: 501, sku: 'sku-red-38', status: 'open', price_with_tax: 1999 },
    { id: 502, sku: 'sku-blue-40', status: 'cancelled', price_with_tax: 2999 },
    { id: 503, sku: 'sku-green-42', status: 'shipped', price_with_tax: 1 },
  ],
};

test('is a PDF that shows recipient, items that are not cancelled, and their total', async () => {
  const bytes = await renderDeliveryDocument(ORDER);
  expect(Buffer.from(bytes.subarray(0, 5)).toString('latin1')).toBe('%PDF-');
  const texts = await textsOf(bytes);
  expect(texts).toEqual(
    expect.arrayContaining(['Order ORD-1001', 'Date 2026-01-02', 'Zoë Müller', 'Hauptstraße 1']),
  );
  expect(texts).toEqual(
    expect.arrayContaining(['DE 10115 Berlin', 'sku-red-38', '501', '19.99 EUR', 'sku-green-42']),
  );
  expect(texts).toContain('20.00 EUR');
  expect(texts).not.toContain('sku-blue-40');
});

test('the same order yields the same bytes', async () => {
  expect(Buffer.from(await renderDeliveryDocument(ORDER))).toEqual(
    Buffer.from(await renderDeliveryDocument(ORDER)),
  );
});

test('names beyond the standard fonts are drawn by their base letters and kept in the properties', async () => {
  const name = { shipping_recipient_first_name: 'Łucja 日本 👗', shipping_recipient_last_name: 'Őszi' };
  const bytes = await renderDeliveryDocument({ ...ORDER, ...name });
  expect((await loaded(bytes)).getSubject()).toBe('Łucja 日本 👗 Őszi');
  expect(await textsOf(bytes)).toContain('Lucja ?? ? Oszi');
});

test('empty texts, missing fields, no items and an unreadable date make a document too', async () => {
  const document = await loaded(
    await renderDeliveryDocument({ order_number: '', created_at: '', currency_code: '', order_items: [] }),
  );
  expect(document.getPageCount()).toBe(1);
  expect(document.getCreationDate()).toEqual(new Date(0));
});

test('long texts and many items flow over as many numbered pages as they need', async () => {
  const order_items = Array.from({ length: 50 }, (_, index) => ({
    id: index,
    sku: `${index}-${'W'.repeat(116)}`,
    status: 'open',
    price_with_tax: 100,
  }));
  const bytes = await renderDeliveryDocument({
    ...ORDER,
    shipping_street: 'Long '.repeat(5_000),
    order_items,
  });
  const pages = (await loaded(bytes)).getPageCount();
  const texts = await textsOf(bytes);
  expect(pages).toBeGreaterThan(2);
  expect(texts).toContain(`Page ${pages} of ${pages}`);
  expect(texts.filter((text) => text === '1.00 EUR')).toHaveLength(50);
  expect(texts).toContain('50.00 EUR');
});

test('no text makes it fail', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (order_number, shipping_city, sku) => {
      const item = { id: 1, sku, status: 'open', price_with_tax: 5 };
      const bytes = await renderDeliveryDocument({
        ...ORDER,
        order_number,
        shipping_city,
        order_items: [item],
      });
      return (await loaded(bytes)).getTitle()?.startsWith('Delivery note') === true;
    }),
    { numRuns: 60 },
  );
});

function loaded(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { updateMetadata: false });
}

/** The texts that the pages draw, in order. */
async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const streams = (await loaded(bytes)).context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream);
  return streams.flatMap((stream) => {
    const operators = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
    return [...operators.matchAll(/<([0-9A-F]*)> Tj/g)].map(([, hex = '']) =>
      new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')),
    );
  });
}
