import { writeFileSync } from 'node:fs';
import { expect, test } from '#unit-test';
import type { DetectionReport } from './proof-file.js';
import { proofBeside } from './proof-file.js';

const proof: DetectionReport = {
  seed: 1,
  complete: true,
  durationMs: 12,
  faults: [],
  falseAlarms: [],
  files: { 'batches/entries.spec.ts': 0 },
  errors: [],
};

test('a proof is read from beside the report', () => {
  expect(proofBesideOne(JSON.stringify(proof))).toEqual(proof);
});

for (const text of ['', '{"seed":', 'null', '{}', JSON.stringify({ ...proof, faults: {} })]) {
  test(`${text || 'an empty file'} is no proof`, () => {
    expect(proofBesideOne(text)).toBeUndefined();
  });
}

test('where there is none, there is none', () => {
  expect(proofBeside(test.info().outputPath('conformance.json'))).toBeUndefined();
});

function proofBesideOne(text: string): DetectionReport | undefined {
  writeFileSync(test.info().outputPath('detection.json'), text);
  return proofBeside(test.info().outputPath('conformance.json'));
}
