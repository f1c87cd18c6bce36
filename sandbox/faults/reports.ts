import type { Answer } from '../http/operation.js';
import { changeAnswer, changeBody, changeList } from './answer-changes.js';
import type { Fault } from './fault.js';
import { createCounter } from './memory.js';
import { changeMerchant } from './request-changes.js';

const listed = ['listReports'] as const;
const downloaded = ['downloadReport'] as const;

/** Plants another file in place of a report. */
function sending(change: (csv: string) => Answer['body']): Fault['plant'] {
  return changeAnswer((answer) => ({ ...answer, body: change(String(answer.body)) }));
}

/** Plants another list of reports wherever a merchant has listed them before. */
function listingAgain(change: (reports: unknown) => unknown): Fault['plant'] {
  return (clean, plantedIn) => {
    const seen = new WeakSet<object>();
    return changeBody((body, { merchant }) => {
      if (seen.has(merchant)) return change(body);
      seen.add(merchant);
      return body;
    })(clean, plantedIn);
  };
}

/** Faults of the reports. */
export const reportsFaults: readonly Fault[] = [
  {
    id: 'lists-reports-by-id',
    violates: 'RPT-01',
    does: 'It answers an object with the reports under their ids in place of a list.',
    operations: listed,
    plant: (clean, plantedIn) => ({
      async handle(operation, request) {
        const answer = await clean.handle(operation, request);
        if (!plantedIn(operation.id)) return answer;
        return {
          ...answer,
          body: Object.fromEntries(request.merchant.reports.map((report) => [report.id, report])),
        };
      },
    }),
  },
  {
    id: 'lists-reports-without-id',
    violates: 'RPT-02',
    does: 'It lists reports without the ids that they are downloaded by.',
    operations: listed,
    plant: changeList((reports) => reports.map(({ id: _, ...report }) => report)),
  },
  {
    id: 'lists-reports-once-only',
    violates: 'RPT-01',
    does: 'It answers null when the reports are listed again.',
    showsFor: 'the second time that reports are listed',
    operations: listed,
    plant: listingAgain(() => null),
  },
  {
    id: 'lists-one-report-less-again',
    violates: 'RPT-01',
    does: 'It leaves the last report out when the reports are listed again.',
    showsFor: 'the second time that reports are listed',
    operations: listed,
    plant: listingAgain((reports) => (Array.isArray(reports) ? reports.slice(0, -1) : reports)),
  },
  {
    id: 'gives-reports-new-ids',
    violates: 'RPT-02',
    does: 'It lists reports under other ids than they can be downloaded by.',
    operations: listed,
    plant: changeList((reports) =>
      reports.map((report) => ({ ...report, id: String(report.id).split('').reverse().join('') })),
    ),
  },
  {
    id: 'has-no-file-for-last-report',
    violates: 'RPT-02',
    does: 'It answers 404 to the download of the last report of the list.',
    showsFor: 'the last report of the list',
    operations: downloaded,
    plant: changeMerchant(({ merchant }) => ({ reports: merchant.reports.slice(0, -1) })),
  },
  {
    id: 'sends-empty-report',
    violates: 'RPT-02',
    does: 'It answers 200 with an empty file.',
    operations: downloaded,
    plant: sending(() => ''),
  },
  {
    id: 'sends-page-as-report',
    violates: 'RPT-02',
    does: 'It sends an HTML page that it declares to be CSV.',
    operations: downloaded,
    plant: sending(() => '<!doctype html><title>Reports</title><p>Please sign in.</p>'),
  },
  {
    id: 'declares-report-as-pdf',
    violates: 'RPT-02',
    does: 'It declares the CSV file to be a PDF.',
    operations: downloaded,
    plant: changeAnswer((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'application/pdf' },
    })),
  },
  {
    id: 'sends-report-in-two-bytes-a-letter',
    violates: 'RPT-02',
    does: 'It writes the report in UTF-16 and declares it to be UTF-8.',
    operations: downloaded,
    plant: sending((csv) => Buffer.from(csv, 'utf16le')),
  },
  {
    id: 'sends-report-once-only',
    violates: 'RPT-02',
    does: 'It sends the file of a report at its first download, and an empty one after that.',
    showsFor: 'the second download of a report',
    operations: downloaded,
    plant: (clean, plantedIn) => {
      const count = createCounter();
      return changeAnswer((answer, { params: { id = '' } }) => {
        return count(id) > 1 ? { ...answer, body: '' } : answer;
      })(clean, plantedIn);
    },
  },
  {
    id: 'sends-report-without-file-name',
    violates: 'RPT-02',
    does: 'It sends a report without the name of its file.',
    showsFor: 'those who look for the header Content-Disposition',
    operations: downloaded,
    plant: changeAnswer((answer) => ({ ...answer, headers: { 'content-type': 'text/csv; charset=utf-8' } })),
  },
  {
    id: 'sends-report-without-quotes',
    violates: 'RPT-02',
    does: 'It leaves the quotes out of a report, so that a comma in a name makes two fields of it.',
    showsFor: 'values with a comma or a quote',
    operations: downloaded,
    plant: sending((csv) => csv.replaceAll('"', '')),
  },
];
