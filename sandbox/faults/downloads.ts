import type { OperationResponse } from '../http/operation.js';
import type { Plant, Plants } from './fault.js';
import { counting } from './plants/memory.js';
import { changeMerchant, changePart, onList } from './plants/requests.js';
import { changeBody, changeField, changeResponse } from './plants/responses.js';

/** Plants a different file in place of the document. */
function sendingDocument(change: (document: Buffer) => Buffer | string): Plant {
  return changeResponse((response) => ({
    ...response,
    body: Buffer.isBuffer(response.body) ? change(response.body) : response.body,
  }));
}

/** Plants a different file in place of a report. */
function sending(change: (csv: string) => OperationResponse['body']): Plant {
  return changeResponse((response) => ({ ...response, body: change(String(response.body)) }));
}

/** Plants a different media type of a file. */
function declaring(mediaType: string): Plant {
  return changeResponse((response) => ({
    ...response,
    headers: { ...response.headers, 'content-type': mediaType },
  }));
}

/** Plants a different list of reports from the second time a merchant lists them. */
function listingAgain(change: (reports: unknown) => unknown): Plant {
  return counting((count) =>
    changeBody((body, { merchant }) => (count(merchant.id) > 1 ? change(body) : body)),
  );
}

/** Faults in the reports and the delivery document. */
export const downloadPlants: Plants = {
  'sends-page-as-delivery-document': sendingDocument(
    () => '<!doctype html><title>Delivery note</title><p>Please sign in.</p>',
  ),
  'sends-empty-delivery-document': sendingDocument(() => Buffer.alloc(0)),
  'declares-delivery-document-as-page': declaring('text/html; charset=utf-8'),
  'sends-delivery-document-as-text': sendingDocument((document) =>
    Buffer.from(document.toString('latin1'), 'utf8'),
  ),
  'sends-first-kilobyte-of-delivery-document': sendingDocument((document) => document.subarray(0, 1_024)),
  'sends-delivery-document-of-first-order': changePart('orders', (orders) => ({
    find: (number) => orders.find(number) && orders.all()[0],
  })),
  'has-no-delivery-document-after-shipment': changePart('orders', (orders) => ({
    find(number) {
      const order = orders.find(number);
      return order?.order_items.some(({ status }) => status === 'shipped') ? undefined : order;
    },
  })),
  'lists-reports-by-id': changeBody((_body, { merchant }) =>
    Object.fromEntries(merchant.reports.map((report) => [report.id, report])),
  ),
  'lists-reports-once-only': listingAgain(() => null),
  'lists-one-report-less-again': listingAgain(onList((reports) => reports.slice(0, -1))),
  'gives-reports-new-ids': changeField('id', (id) => [...String(id)].reverse().join('')),
  'has-no-file-for-last-report': changeMerchant(({ merchant }) => ({
    reports: merchant.reports.slice(0, -1),
  })),
  'sends-empty-report': sending(() => ''),
  'sends-page-as-report': sending(() => '<!doctype html><title>Reports</title><p>Please sign in.</p>'),
  'declares-report-as-pdf': declaring('application/pdf'),
  'sends-report-in-two-bytes-a-letter': sending((csv) => Buffer.from(csv, 'utf16le')),
  'sends-report-once-only': counting((count) =>
    changeResponse((response, { params: { id } }) => (count(id) > 1 ? { ...response, body: '' } : response)),
  ),
  'sends-report-without-file-name': changeResponse((response) => ({
    ...response,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
  })),
  'sends-report-without-quotes': sending((csv) => csv.replaceAll('"', '')),
};
