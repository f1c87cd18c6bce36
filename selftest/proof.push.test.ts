import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runCommand } from '#testing/started-command';
import { operations } from '../src/contract/operations.js';
import { requirements } from '../src/contract/requirements/catalogue.js';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';
import type { DetectionReport } from '../src/report/data/report-file.js';
import { writePage } from '../src/report/page/write-page.js';
import { repeatAnnotation, seedVariable } from '../testing/seed.js';
import { cleanRunFolder, sampleFolder } from './conformance-run.js';

const checked = requirements.filter(({ notTested }) => notTested === undefined).map(({ id }) => id);

/** Milliseconds after which the proof hangs: even on a busy machine it doesn't take this long. */
const patience = 1_700_000;

test('the clean sandbox is conformant, faults that the seed chooses are caught by their checks, and lies about single fields are caught or listed', async () => {
  test.setTimeout(patience + 10_000);
  rmSync(sampleFolder, { recursive: true, force: true });
  const sample = ['--sample', process.env[seedVariable] ?? '', '--output', sampleFolder];
  const { exitCode, output } = await runCommand(['selftest/prove', ...sample], {}, patience);

  const proof = join(sampleFolder, 'detection.json');
  const detection: DetectionReport = JSON.parse(readFileSync(proof, 'utf8'));
  const { lies }: { lies: readonly { readonly id: string }[] } = JSON.parse(
    readFileSync(join(sampleFolder, 'fields.json'), 'utf8'),
  );
  const told = [...detection.faults.map(({ fault }) => fault), ...lies.map(({ id }) => id)];
  const description = `npm run prove -- ${sample.join(' ')}: ${told.join(', ')}`;
  test.info().annotations.push({ type: repeatAnnotation, description });
  expect(exitCode, output).toBe(0);
  expect(detection.faults.filter(({ caught }) => !caught)).toEqual([]);
  expect(told).toHaveLength(24);

  const file = join(cleanRunFolder, 'conformance.json');
  const clean: ConformanceReport = JSON.parse(readFileSync(file, 'utf8'));
  expect(clean.verdict).toBe('conformant');
  const passed = clean.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  expect(passed).toEqual(checked);
  // A requirement that one test verified doesn't show that a different test was blocked.
  expect(clean.tests.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(clean.operations).toHaveLength(operations.length);
  const thin = clean.operations.filter(
    ({ statuses }) => !('401' in statuses) || !Object.keys(statuses).some((status) => status.startsWith('2')),
  );
  expect(thin).toEqual([]);

  // The page of the run was written before the proof.
  await writePage(clean, join(cleanRunFolder, 'index.html'), { proof: detection, linksTests: true });
});
