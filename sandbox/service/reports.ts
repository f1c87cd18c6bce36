import { productRow } from '../domain/products.js';
import { renderReport, reportSchema } from '../domain/reports.js';
import { notFound } from '../http/errors.js';
import { file, json, type NamedFile, resource } from '../http/operation.js';
import { array, string } from '../schema/build.js';

const declare = resource('Reports');

export const reportOperations = [
  declare('listReports', 'GET', '/reports/', 10, 'List available reports', {
    response: json('All reports', array(reportSchema)),
    handle: ({ merchant }) => merchant.reports,
  }),
  declare('downloadReport', 'GET', '/reports/{id}/download', 10, 'Download report file', {
    params: { id: string() },
    response: file('The current report', 'text/csv'),
    handle({ merchant, params }) {
      const report = merchant.reports.find(({ id }) => id === params.id);
      if (report === undefined) throw notFound('report');
      const products = merchant.catalogue.all().map(productRow);
      const content = renderReport(report, { products, orders: merchant.orders.all() });
      const name = `${report.type}-${report.created_at.slice(0, 10)}.csv`;
      return { name, content } satisfies NamedFile;
    },
  }),
];
