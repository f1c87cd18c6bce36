import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runCommand } from '../src/cli/conformance-process.js';
import { operations } from '../src/contract/operations.js';
import type { DetectionReport } from '../src/detection/detection.js';
import { listFaults } from '../src/detection/faulty-sandboxes.js';
import type { ConformanceReport } from '../src/report/conformance-report.js';
import { isRequirementId, requirements } from '../src/requirements/catalogue.js';

const root = new URL('..', import.meta.url).pathname;
const checked = requirements.filter(({ notTested }) => notTested === undefined).map(({ id }) => id);

/** Milliseconds that the proof may take: under load many times as long as on its own. */
const patience = 400_000;

test('one fault of each requirement is caught by its check, and the clean sandbox is conformant', async () => {
  test.setTimeout(patience + 10_000);
  const folder = test.info().outputPath('reports');
  const args = ['src/cli/prove.ts', '--sample', '--seed', '1'];
  const { exitCode, output } = await runCommand(args, { CONFORMANCE_REPORTS: folder }, patience);
  expect(exitCode, output).toBe(0);

  const detection: DetectionReport = JSON.parse(readFileSync(join(folder, 'detection.json'), 'utf8'));
  expect(detection.faults.map(({ violates }) => violates).toSorted()).toEqual(checked.toSorted());
  expect(detection.faults.filter(({ caught }) => !caught)).toEqual([]);

  const file = join(folder, 'clean-sandbox', 'conformance.json');
  const clean: ConformanceReport = JSON.parse(readFileSync(file, 'utf8'));
  expect(clean.verdict).toBe('conformant');
  const passed = clean.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  expect(passed).toEqual(checked);
  expect(clean.operations).toHaveLength(operations.length);
  const thin = clean.operations.filter(
    ({ statuses }) => !('401' in statuses) || !Object.keys(statuses).some((status) => status.startsWith('2')),
  );
  expect(thin).toEqual([]);
});

test('every requirement with a check has a fault, and no fault violates another', async () => {
  const faults = await listFaults(root);
  const violated = new Set(faults.map(({ violates }) => violates));
  expect(checked.filter((id) => !violated.has(id))).toEqual([]);
  expect(faults.filter(({ violates }) => !isRequirementId(violates)).map(({ id }) => id)).toEqual([]);
  expect([...violated].filter((id) => !checked.includes(id))).toEqual([]);
});

test('every fault has an id of its own, and can be planted', async () => {
  const faults = await listFaults(root);
  const ids = faults.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
  expect(faults.filter(({ operations }) => operations?.length === 0).map(({ id }) => id)).toEqual([]);
});
