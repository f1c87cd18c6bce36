import type { OperationResponse } from '../http/operation.js';
import { type Fault, fresh, liesIn, type Plant } from './fault.js';
import { createCounter } from './plants/callers.js';
import { changeMerchant, changePart } from './plants/requests.js';
import { changeBody, changeEntries, changeResponse } from './plants/responses.js';

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

/** Plants a different list of reports from the second time that a merchant lists them. */
function listingAgain(change: (reports: unknown) => unknown): Plant {
  return fresh(() => {
    const seen = new WeakSet<object>();
    return changeBody((body, { merchant }) => {
      if (seen.has(merchant)) return change(body);
      seen.add(merchant);
      return body;
    });
  });
}

/** Faults in the reports and the delivery document. */
export const downloadFaults: readonly Fault[] = [
  ...liesIn(['getDeliveryDocument'], {
    'ORD-02 sends-page-as-delivery-document': sendingDocument(
      () => '<!doctype html><title>Delivery note</title><p>Please sign in.</p>',
    ),
    'ORD-02 sends-empty-delivery-document': sendingDocument(() => Buffer.alloc(0)),
    'ORD-02 declares-delivery-document-as-page': changeResponse((response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'text/html; charset=utf-8' },
    })),
    'ORD-02 sends-delivery-document-as-text': sendingDocument((document) =>
      Buffer.from(document.toString('latin1'), 'utf8'),
    ),
    'ORD-02 sends-first-kilobyte-of-delivery-document': sendingDocument((document) =>
      document.subarray(0, 1_024),
    ),
    'ORD-02 sends-delivery-document-of-first-order': changePart('orders', (orders) => ({
      find: (number) => orders.find(number) && orders.all()[0],
    })),
    'ORD-02 has-no-delivery-document-after-shipment': changePart('orders', (orders) => ({
      find(number) {
        const order = orders.find(number);
        return order?.order_items.some(({ status }) => status === 'shipped') ? undefined : order;
      },
    })),
  }),
  ...liesIn(['listReports'], {
    'RPT-01 lists-reports-by-id': changeBody((_body, { merchant }) =>
      Object.fromEntries(merchant.reports.map((report) => [report.id, report])),
    ),
    'RPT-02 lists-reports-without-id': changeEntries(({ id: _, ...report }) => report),
    'RPT-01 lists-reports-once-only': listingAgain(() => null),
    'RPT-01 lists-one-report-less-again': listingAgain((reports) =>
      Array.isArray(reports) ? reports.slice(0, -1) : reports,
    ),
    'RPT-02 gives-reports-new-ids': changeEntries((report) => ({
      ...report,
      id: String(report.id).split('').reverse().join(''),
    })),
  }),
  ...liesIn(['downloadReport'], {
    'RPT-02 has-no-file-for-last-report': changeMerchant(({ merchant }) => ({
      reports: merchant.reports.slice(0, -1),
    })),
    'RPT-02 sends-empty-report': sending(() => ''),
    'RPT-02 sends-page-as-report': sending(
      () => '<!doctype html><title>Reports</title><p>Please sign in.</p>',
    ),
    'RPT-02 declares-report-as-pdf': changeResponse((response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'application/pdf' },
    })),
    'RPT-02 sends-report-in-two-bytes-a-letter': sending((csv) => Buffer.from(csv, 'utf16le')),
    'RPT-02 sends-report-once-only': fresh(() => {
      const count = createCounter();
      return changeResponse((response, { params: { id = '' } }) =>
        count(id) > 1 ? { ...response, body: '' } : response,
      );
    }),
    'RPT-02 sends-report-without-file-name': changeResponse((response) => ({
      ...response,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    })),
    'RPT-02 sends-report-without-quotes': sending((csv) => csv.replaceAll('"', '')),
  }),
];
