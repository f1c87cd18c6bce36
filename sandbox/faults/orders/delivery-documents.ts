import { changeAnswer } from '../answer-changes.js';
import type { Fault } from '../fault.js';
import { changeRequest, viewOf } from '../request-changes.js';

const operations = ['getDeliveryDocument'] as const;

/** Plants another file in place of the document. */
function sending(change: (document: Buffer) => Buffer | string): Fault['plant'] {
  return changeAnswer((answer) => ({
    ...answer,
    body: Buffer.isBuffer(answer.body) ? change(answer.body) : answer.body,
  }));
}

/** Faults of the delivery document. */
export const deliveryDocumentFaults: readonly Fault[] = [
  {
    id: 'sends-page-as-delivery-document',
    violates: 'ORD-02',
    does: 'It sends an HTML page that it declares to be a PDF.',
    operations,
    plant: sending(() => '<!doctype html><title>Delivery note</title><p>Please sign in.</p>'),
  },
  {
    id: 'sends-empty-delivery-document',
    violates: 'ORD-02',
    does: 'It answers 200 with an empty delivery document.',
    operations,
    plant: sending(() => Buffer.alloc(0)),
  },
  {
    id: 'declares-delivery-document-as-page',
    violates: 'ORD-02',
    does: 'It declares the PDF to be an HTML page.',
    operations,
    plant: changeAnswer((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' },
    })),
  },
  {
    id: 'sends-delivery-document-as-text',
    violates: 'ORD-02',
    does: 'It writes the bytes of the PDF as if they were characters, so that nobody can open it.',
    showsFor: 'bytes above 127, of which the beginning of the document has none',
    operations,
    plant: sending((document) => Buffer.from(document.toString('latin1'), 'utf8')),
  },
  {
    id: 'sends-first-kilobyte-of-delivery-document',
    violates: 'ORD-02',
    does: 'It sends the first 1024 bytes of the delivery document and nothing more.',
    showsFor: 'what of the document is behind its first kilobyte',
    operations,
    plant: sending((document) => document.subarray(0, 1_024)),
  },
  {
    id: 'sends-delivery-document-of-first-order',
    violates: 'ORD-02',
    does: 'It sends the delivery document of the earliest order, whichever is asked for.',
    showsFor: 'any order but the earliest',
    operations,
    plant: changeRequest((request) => {
      const { orders } = request.merchant;
      const find = (number: string) => orders.find(number) && orders.all()[0];
      return { ...request, merchant: viewOf(request.merchant, { orders: viewOf(orders, { find }) }) };
    }),
  },
  {
    id: 'has-no-delivery-document-after-shipment',
    violates: 'ORD-02',
    does: 'It answers 404 for the delivery document as soon as an item of the order was shipped.',
    showsFor: 'orders with a shipped item',
    operations,
    plant: changeRequest((request) => {
      const { orders } = request.merchant;
      const find = (number: string) => {
        const order = orders.find(number);
        return order?.order_items.some(({ status }) => status === 'shipped') ? undefined : order;
      };
      return { ...request, merchant: viewOf(request.merchant, { orders: viewOf(orders, { find }) }) };
    }),
  },
];
