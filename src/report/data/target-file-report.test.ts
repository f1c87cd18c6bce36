import { writeFileSync } from 'node:fs';
import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { loadTarget } from '../../contract/mapping/file/read-target-file.js';
import { targetFileReport } from './target-file-report.js';

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
  const { elements = [], ...report } = targetFileReport(loadTarget(path)) ?? {};
  const own = ['listProducts', 'updateProductStock', 'listBrands', 'getStatusResults'];
  expectGolden('target-file.txt', {
    'the file': { ...report, path: undefined, digest: undefined },
    'its elements of four operations': elements.filter(({ operationId }) => own.includes(operationId)),
  });
});
