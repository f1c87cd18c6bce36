import { expect, test } from '#testing/unit-test';
import { operations } from '../../contract/operations.js';
import { coverables } from '../../contract/schemas/coverage.js';
import { coverageReport } from './coverage-report.js';

test('a run that saw every element of the contract covers all of them, and none is excused', () => {
  const { totals } = coverageReport(
    coverables.map(({ id }) => id),
    operations.map(({ operationId }) => ({ operationId, statuses: { 200: 1 } })),
  );
  for (const [name, { of, ...tally }] of Object.entries(totals))
    expect(tally, name).toEqual({ seen: of, excused: 0 });
});

test('each operation lists its elements, whether they were seen, and why not', () => {
  const news = ['getWebhook path id', 'listProducts 200 pagination.next'];
  const { operations: covered, totals } = coverageReport(news, [
    { operationId: 'getWebhook', statuses: { 404: 3, 500: 1 } },
  ]);
  expect(totals).toMatchObject({ operations: { seen: 1 }, statuses: { seen: 1 }, parameters: { seen: 1 } });
  const elementsOf = (id: string) => covered.find(({ operationId }) => operationId === id)?.elements ?? [];
  const [webhook, products] = ['getWebhook', 'listProducts'].map(elementsOf);
  expect(webhook).toContainEqual({ kind: 'parameter', name: 'path id', seen: true });
  expect(webhook).toContainEqual({ kind: 'status', name: '404', seen: true });
  const reason = expect.stringContaining('404 instead');
  expect(webhook).toContainEqual(expect.objectContaining({ name: '400', seen: false, reason }));
  expect(products).toContainEqual({ kind: 'field', name: '200 pagination.next', gap: 'G-08', seen: true });
  expect(products?.filter(({ seen }) => seen)).toHaveLength(1);
});
