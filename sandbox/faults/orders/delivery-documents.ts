import { changeAnswer } from '../answer-changes.js';
import { liesIn, type Plant } from '../fault.js';
import { changeRequest, viewOf } from '../request-changes.js';

/** Plants another file in place of the document. */
function sending(change: (document: Buffer) => Buffer | string): Plant {
  return changeAnswer((answer) => ({
    ...answer,
    body: Buffer.isBuffer(answer.body) ? change(answer.body) : answer.body,
  }));
}

/** Faults of the delivery document. */
export const deliveryDocumentFaults = liesIn(['getDeliveryDocument'], {
  'ORD-02 sends-page-as-delivery-document': [
    'It sends an HTML page that it declares to be a PDF.',
    sending(() => '<!doctype html><title>Delivery note</title><p>Please sign in.</p>'),
  ],
  'ORD-02 sends-empty-delivery-document': [
    'It answers 200 with an empty delivery document.',
    sending(() => Buffer.alloc(0)),
  ],
  'ORD-02 declares-delivery-document-as-page': [
    'It declares the PDF to be an HTML page.',
    changeAnswer((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' },
    })),
  ],
  'ORD-02 sends-delivery-document-as-text': [
    'It writes the bytes of the PDF as if they were characters, so that nobody can open it.',
    'bytes above 127, of which the beginning of the document has none',
    sending((document) => Buffer.from(document.toString('latin1'), 'utf8')),
  ],
  'ORD-02 sends-first-kilobyte-of-delivery-document': [
    'It sends the first 1024 bytes of the delivery document and nothing more.',
    'what of the document is behind its first kilobyte',
    sending((document) => document.subarray(0, 1_024)),
  ],
  'ORD-02 sends-delivery-document-of-first-order': [
    'It sends the delivery document of the earliest order, whichever is asked for.',
    'any order but the earliest',
    changeRequest((request) => {
      const { orders } = request.merchant;
      const find = (number: string) => orders.find(number) && orders.all()[0];
      return { ...request, merchant: viewOf(request.merchant, { orders: viewOf(orders, { find }) }) };
    }),
  ],
  'ORD-02 has-no-delivery-document-after-shipment': [
    'It answers 404 for the delivery document as soon as an item of the order was shipped.',
    'orders with a shipped item',
    changeRequest((request) => {
      const { orders } = request.merchant;
      const find = (number: string) => {
        const order = orders.find(number);
        return order?.order_items.some(({ status }) => status === 'shipped') ? undefined : order;
      };
      return { ...request, merchant: viewOf(request.merchant, { orders: viewOf(orders, { find }) }) };
    }),
  ],
});
