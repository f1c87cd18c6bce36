import { productRow } from '../domain/products.js';
import { renderReport, reportSchema } from '../domain/reports.js';
import { notFound } from '../http/errors.js';
import { NO_BODY, NO_QUERY, operation } from '../http/operation.js';
import { array, string } from '../schema/build.js';

export const listReports = operation({
  id: 'listReports',
  method: 'GET',
  path: '/reports/',
  requestsPerMinute: 10,
  tag: 'Reports',
  summary: 'List available reports',
  query: NO_QUERY,
  body: NO_BODY,
  answer: { status: 200, description: 'All reports', json: array(reportSchema) },
  handle: ({ merchant }) => ({ status: 200, body: merchant.reports }),
});

export const downloadReport = operation({
  id: 'downloadReport',
  method: 'GET',
  path: '/reports/{id}/download',
  requestsPerMinute: 10,
  tag: 'Reports',
  summary: 'Download report file',
  params: { id: string() },
  query: NO_QUERY,
  body: NO_BODY,
  answer: { status: 200, description: 'The current report', mediaType: 'text/csv' },
  handle({ merchant, params }) {
    const report = merchant.reports.find(({ id }) => id === params.id);
    if (report === undefined) throw notFound('report');
    const products = merchant.catalogue.all().map(productRow);
    return {
      status: 200,
      body: renderReport(report, { products, orders: merchant.orders.all() }),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${report.type}-${report.created_at.slice(0, 10)}.csv"`,
      },
    };
  },
});
