import { expect, test } from '#unit-test';
import { coverables } from '../contract/coverage.js';
import { operations } from '../contract/operations.js';
import { coverageReport } from './coverage-report.js';

const everyStatus = operations.map(({ operationId, documentedStatuses }) => ({
  operationId,
  statuses: Object.fromEntries(documentedStatuses.map((status) => [status, 1])),
}));

test('a run that saw nothing covers nothing', () => {
  const { totals, operations: covered } = coverageReport([], []);
  expect(totals.operations).toEqual({ seen: 0, of: 30, excused: 0 });
  expect(totals.statuses).toMatchObject({ seen: 0, excused: 10, derived: { excused: 5 } });
  expect(totals.fields.seen + totals.values.seen + totals.parameters.seen).toBe(0);
  expect(covered.flatMap(({ fields }) => fields).every(({ seen }) => !seen)).toBe(true);
});

test('a run that saw everything covers everything, and needs no excuse', () => {
  const { totals } = coverageReport(
    coverables.map(({ id }) => id),
    everyStatus,
  );
  for (const [name, tally] of Object.entries(totals)) {
    expect(tally.seen, name).toBe(tally.of);
    expect(tally.excused, name).toBe(0);
  }
});

test('what is stated, derived and assumed adds up to the whole', () => {
  const { totals } = coverageReport(['getStatusResults 200 status'], everyStatus);
  for (const { of, seen, stated, derived, assumed } of [totals.statuses, totals.fields, totals.values]) {
    expect(stated.of + derived.of + assumed.of).toBe(of);
    expect(stated.seen + derived.seen + assumed.seen).toBe(seen);
  }
  expect(totals.fields.stated.seen).toBe(1);
});

test('says of each operation what was seen of it', () => {
  const news = [
    ...['getStatusResults 200 status', 'getStatusResults 200 status=retry', 'getStatusResults 200 status'],
    ...['getStatusResults query batch_request_id', 'listProducts 200 pagination.next only null'],
  ];
  const called = [{ operationId: 'getStatusResults', statuses: { 200: 3, 500: 1 } }];
  const { operations: covered, totals } = coverageReport(news, called);
  expect(totals).toMatchObject({ operations: { seen: 1 }, statuses: { seen: 1 }, values: { seen: 1 } });
  const results = covered.find(({ operationId }) => operationId === 'getStatusResults');
  expect(results?.statuses).toEqual({ 200: 3, 400: 0, 401: 0, 404: 0, 429: 0 });
  expect(results?.fields.slice(0, 2)).toEqual([
    { status: 200, path: 'batchRequestId', provenance: 'stated', seen: false },
    { status: 200, path: 'status', provenance: 'stated', seen: true },
  ]);
  expect(results?.values.filter(({ seen }) => seen)).toEqual([
    { status: 200, path: 'status', value: 'retry', provenance: 'stated', seen: true },
  ]);
  expect(results?.parameters).toEqual([
    { in: 'query', name: 'batch_request_id', provenance: 'stated', seen: true },
  ]);
  const products = covered.find(({ operationId }) => operationId === 'listProducts');
  expect(products?.fields.find(({ path }) => path === 'pagination.next')).toEqual({
    status: 200,
    path: 'pagination.next',
    provenance: 'assumed',
    gap: 'G-08',
    seen: false,
    onlyNull: true,
  });
});

test('a status that may not be seen has its reason, unless it was seen after all', () => {
  const statuses = (seen: Record<string, number>) =>
    coverageReport([], [{ operationId: 'getWebhook', statuses: seen }]).operations.find(
      ({ operationId }) => operationId === 'getWebhook',
    )?.statuses;
  expect(statuses({ 404: 1 })).toMatchObject({ 400: expect.stringContaining('404 instead'), 404: 1 });
  expect(statuses({ 400: 2 })).toMatchObject({ 400: 2, 404: 0 });
});
