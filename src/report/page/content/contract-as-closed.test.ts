import { expect, test } from '#unit-test';
import { exampleGap, examplePassed, exampleTargetFile } from '../../example-report.js';
import { contractAsClosed } from './contract-as-closed.js';

const target = { name: 'staging', url: 'https://staging.example.com', confirmedGaps: [], settings: {} };

function rowOf(report: Parameters<typeof contractAsClosed>[0], id: string, ours: string) {
  return contractAsClosed(report)
    ?.find(({ operationId }) => operationId === id)
    ?.rows.find((row) => row.ours === ours);
}

test('without a file both vocabularies are the same, and what is assumed stays open', () => {
  const report = examplePassed({ target });
  expect(rowOf(report, 'listProducts', 'items[].sku')).toEqual({
    part: 'response',
    ours: 'items[].sku',
    theirs: 'items[].sku',
    standing: 'open',
    gap: 'G-08',
    steps: [],
    evidence: 'not seen in this run',
  });
  expect(rowOf(report, 'getStatusResults', 'items[].success')?.standing).toBe('stated');
});

test('a step, a confirmed gap and an open question show in the element that they are about', () => {
  const open = { 'listProducts response items[].status': 'which of state and phase is it?' };
  const report = examplePassed({
    target: { ...target, file: { ...exampleTargetFile, open } },
    gaps: [{ ...exampleGap('G-08', {}), confirmed: true }],
  });
  expect(rowOf(report, 'listProducts', 'items')).toMatchObject({
    theirs: 'data',
    standing: 'learned',
    steps: ['rename: data'],
    evidence: 'data: array of 2 objects',
  });
  // Only the object around it has another name.
  expect(rowOf(report, 'listProducts', 'items[].sku')).toMatchObject({
    theirs: 'data[].sku',
    standing: 'confirmed',
  });
  expect(rowOf(report, 'listProducts', 'items[].status')).toMatchObject({
    standing: 'open',
    evidence: 'which of state and phase is it?',
  });
});

test('steps about a body as a whole, about a field that is absent, and about an operation have a row', () => {
  const at = { operationId: 'listBrands', part: 'response' } as const;
  const elements = [
    { operationId: 'listBrands', part: 'operation', ours: 'listBrands', steps: ['absent'] } as const,
    { ...at, ours: '', theirs: 'brands', steps: ['inside: brands'] },
    { ...at, ours: '[].name', steps: ['absent'] },
  ];
  const report = examplePassed({ target: { ...target, file: { ...exampleTargetFile, elements } } });
  expect(rowOf(report, 'listBrands', '')).toMatchObject({ theirs: 'brands', standing: 'learned' });
  expect(rowOf(report, 'listBrands', '[].name')?.theirs).toBeUndefined();
  expect(rowOf(report, 'listBrands', 'listBrands')?.standing).toBe('learned');
});

test('the standings of an operation are counted, and an older report has none', () => {
  const report = examplePassed({ target });
  for (const { rows, counts } of contractAsClosed(report) ?? [])
    expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(rows.length);
  const { contract: _, ...older } = report;
  expect(contractAsClosed(older)).toBeUndefined();
});
