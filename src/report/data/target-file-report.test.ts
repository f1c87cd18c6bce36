import { writeFileSync } from 'node:fs';
import { expect, test } from '#testing/unit-test';
import { loadTarget } from '../../contract/mapping/file/read-target-file.js';
import { operationsIn } from '../../contract/requirements/operation-sets.js';
import { contractElements, targetFileReport } from './target-file-report.js';

test('a file is reported with each element in both vocabularies, its steps, and their comments', ({}, testInfo) => {
  const path = testInfo.outputPath('staging.yaml');
  writeFileSync(
    path,
    `contract: 1.3.0
learned: { from: https://staging.example.com/openapi.json, on: 2026-11-22, digest: 5d41402a }
operations:
  listProducts:
    response:
      rename:
        items: data # data: array of 2 objects
        "items[].name": title
      values:
        "items[].status":
          draft: new # seen once
          inactive: hidden # seen twice
  updateProductStock:
    success: 202 # as it answered
refusal: 422
errors:
  422:
    rename:
      message: detail # detail: text
  429: { absent: [""] }
confirmed: [G-02]
open: { G-12: which header? }
`,
  );
  const report = targetFileReport(loadTarget(path));
  expect(report).toMatchObject({ steps: 8, confirmed: ['G-02'], open: { 'G-12': 'which header?' } });
  expect(report?.learned?.digest).toBe('5d41402a');
  const at = (id: string, ours: string) =>
    report?.elements.find((each) => each.operationId === id && each.ours === ours);
  expect(at('listProducts', 'items')).toEqual({
    operationId: 'listProducts',
    part: 'response',
    ours: 'items',
    theirs: 'data',
    steps: ['rename: data'],
    evidence: 'data: array of 2 objects',
  });
  expect(at('listProducts', 'items[].sku')).toEqual({
    operationId: 'listProducts',
    part: 'response',
    ours: 'items[].sku',
    theirs: 'data[].sku',
  });
  expect(at('listProducts', 'items[].status')).toMatchObject({ evidence: 'seen once; seen twice' });
  expect(at('updateProductStock', '200')).toMatchObject({ theirs: '202', steps: ['success'] });
  expect(at('listBrands', '[].name')).toBeUndefined();
  expect(at('listBrands', '422 message')).toMatchObject({
    part: 'error',
    theirs: '422 detail',
    steps: ['rename: detail'],
    evidence: 'detail: text',
  });
  expect(at('listBrands', '429 message')).toMatchObject({ steps: ['absent'] });
  // The description states this refusal, so the file's doesn't apply.
  expect(at('getStatusResults', '400')).toBeUndefined();
});

test('every operation has elements, and each assumed one has its gap', () => {
  const operations = contractElements();
  expect(operations.map(({ operationId }) => operationId)).toEqual(operationsIn('all'));
  for (const { elements } of operations) expect(elements.length).toBeGreaterThan(0);
  const all = operations.flatMap(({ elements }) => elements);
  expect(all.filter(({ provenance, gap }) => (provenance === 'assumed') !== (gap !== undefined))).toEqual([]);
});
