import { expect, test } from '#testing/unit-test';
import { operations } from '../../contract/operations.js';
import { coverables } from '../../contract/schemas/coverage.js';
import { durationBucket } from '../../http/shown/duration-histogram.js';
import { coverageReport, responseTimes } from './coverage-report.js';

const everyStatus = operations.map(({ operationId, documentedStatuses }) => ({
  operationId,
  statuses: Object.fromEntries(documentedStatuses.map((status) => [status, 1])),
}));

test('a run that saw every element of the contract covers all of them, and none is excused', () => {
  const { totals } = coverageReport(
    coverables.map(({ id }) => id),
    everyStatus,
  );
  for (const [name, tally] of Object.entries(totals)) {
    expect(tally.seen, name).toBe(tally.of);
    expect(tally.excused, name).toBe(0);
  }
});

test('stated, derived and assumed elements add up to all', () => {
  const { totals } = coverageReport(['getStatusResults 200 status'], everyStatus);
  for (const { of, seen, stated, derived, assumed } of [totals.statuses, totals.fields, totals.values]) {
    expect(stated.of + derived.of + assumed.of).toBe(of);
    expect(stated.seen + derived.seen + assumed.seen).toBe(seen);
  }
  expect(totals.fields.stated.seen).toBe(1);
});

test('each operation lists its elements and whether they were seen', () => {
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

test('an unseen status may have a reason, but a seen one has none', () => {
  const statuses = (seen: Record<string, number>) =>
    coverageReport([], [{ operationId: 'getWebhook', statuses: seen }]).operations.find(
      ({ operationId }) => operationId === 'getWebhook',
    )?.statuses;
  expect(statuses({ 404: 1 })).toMatchObject({ 400: expect.stringContaining('404 instead'), 404: 1 });
  expect(statuses({ 400: 2 })).toMatchObject({ 400: 2, 404: 0 });
});

test('response times have a median, a 95th percentile and a histogram without gaps', () => {
  const durations = { [durationBucket(1)]: 90, [durationBucket(50)]: 10 };
  const times = responseTimes(durations);
  expect(times?.answers).toBe(100);
  expect(times?.median).toBeCloseTo(1, 1);
  expect(Math.abs((times?.percentile95 ?? 0) - 50)).toBeLessThan(2.5);
  const bars = times?.histogram ?? [];
  expect(bars.map(({ answers: responses }) => responses).filter((responses) => responses > 0)).toEqual([
    90, 10,
  ]);
  for (const [index, { from }] of bars.entries()) if (index > 0) expect(bars[index - 1]?.to).toBe(from);
  expect(responseTimes({})).toBeUndefined();
});
