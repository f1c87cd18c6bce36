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
    'ORD-02 sends-page-as-delivery-document': [
      'It sends an HTML page that it declares to be a PDF.',
      sendingDocument(() => '<!doctype html><title>Delivery note</title><p>Please sign in.</p>'),
    ],
    'ORD-02 sends-empty-delivery-document': [
      'It answers 200 with an empty delivery document.',
      sendingDocument(() => Buffer.alloc(0)),
    ],
    'ORD-02 declares-delivery-document-as-page': [
      'It declares the PDF to be an HTML page.',
      changeResponse((response) => ({
        ...response,
        headers: { ...response.headers, 'content-type': 'text/html; charset=utf-8' },
      })),
    ],
    'ORD-02 sends-delivery-document-as-text': [
      'It writes the bytes of the PDF as if they were characters, so that no program can open it.',
      'bytes above 127, which the beginning of the document does not contain',
      sendingDocument((document) => Buffer.from(document.toString('latin1'), 'utf8')),
    ],
    'ORD-02 sends-first-kilobyte-of-delivery-document': [
      'It sends only the first 1024 bytes of the delivery document.',
      'the part of the document after its first kilobyte',
      sendingDocument((document) => document.subarray(0, 1_024)),
    ],
    'ORD-02 sends-delivery-document-of-first-order': [
      'It sends the delivery document of the earliest order, whichever is requested.',
      'every order except the earliest',
      changePart('orders', (orders) => ({ find: (number) => orders.find(number) && orders.all()[0] })),
    ],
    'ORD-02 has-no-delivery-document-after-shipment': [
      'It answers 404 for the delivery document once an item of the order has been shipped.',
      'orders with a shipped item',
      changePart('orders', (orders) => ({
        find(number) {
          const order = orders.find(number);
          return order?.order_items.some(({ status }) => status === 'shipped') ? undefined : order;
        },
      })),
    ],
  }),
  ...liesIn(['listReports'], {
    'RPT-01 lists-reports-by-id': [
      'It returns the reports as an object by id in place of a list.',
      changeBody((_body, { merchant }) =>
        Object.fromEntries(merchant.reports.map((report) => [report.id, report])),
      ),
    ],
    'RPT-02 lists-reports-without-id': [
      'It lists reports without the ids for their download.',
      changeEntries(({ id: _, ...report }) => report),
    ],
    'RPT-01 lists-reports-once-only': [
      'It returns null when the reports are listed again.',
      'the second time that reports are listed',
      listingAgain(() => null),
    ],
    'RPT-01 lists-one-report-less-again': [
      'It leaves out the last report when the reports are listed again.',
      'the second time that reports are listed',
      listingAgain((reports) => (Array.isArray(reports) ? reports.slice(0, -1) : reports)),
    ],
    'RPT-02 gives-reports-new-ids': [
      'It lists reports with ids under which they cannot be downloaded.',
      changeEntries((report) => ({ ...report, id: String(report.id).split('').reverse().join('') })),
    ],
  }),
  ...liesIn(['downloadReport'], {
    'RPT-02 has-no-file-for-last-report': [
      'It answers 404 when the last report in the list is downloaded.',
      'the last report in the list',
      changeMerchant(({ merchant }) => ({ reports: merchant.reports.slice(0, -1) })),
    ],
    'RPT-02 sends-empty-report': ['It answers 200 with an empty file.', sending(() => '')],
    'RPT-02 sends-page-as-report': [
      'It sends an HTML page that it declares to be CSV.',
      sending(() => '<!doctype html><title>Reports</title><p>Please sign in.</p>'),
    ],
    'RPT-02 declares-report-as-pdf': [
      'It declares the CSV file to be a PDF.',
      changeResponse((response) => ({
        ...response,
        headers: { ...response.headers, 'content-type': 'application/pdf' },
      })),
    ],
    'RPT-02 sends-report-in-two-bytes-a-letter': [
      'It writes the report in UTF-16 and declares it to be UTF-8.',
      sending((csv) => Buffer.from(csv, 'utf16le')),
    ],
    'RPT-02 sends-report-once-only': [
      'It sends the file of a report at its first download, and an empty one after that.',
      'the second download of a report',
      fresh(() => {
        const count = createCounter();
        return changeResponse((response, { params: { id = '' } }) =>
          count(id) > 1 ? { ...response, body: '' } : response,
        );
      }),
    ],
    'RPT-02 sends-report-without-file-name': [
      'It sends a report without a file name.',
      'clients that look for the Content-Disposition header',
      changeResponse((response) => ({ ...response, headers: { 'content-type': 'text/csv; charset=utf-8' } })),
    ],
    'RPT-02 sends-report-without-quotes': [
      'It omits the quotes in a report, so that a comma splits a name into two fields.',
      'values with a comma or a quote',
      sending((csv) => csv.replaceAll('"', '')),
    ],
  }),
];
