import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#unit-test';
import { exampleReport } from './example-report.js';
import { refreshPage } from './refresh-page.js';
import type { DetectionReport } from './report-file.js';

const proof: DetectionReport = {
  seed: 7,
  complete: true,
  durationMs: 1,
  faults: [
    {
      fault: 'forgets-last-item@getShipResults',
      violates: 'BAT-09',
      does: 'It forgets the last item.',
      caught: true,
      by: ['a'],
      steps: [],
      openGaps: [],
      alsoFailed: [],
      tests: 1,
      exchanges: 111,
      blocked: [],
    },
  ],
  falseAlarms: [],
  files: {},
  errors: [],
};

test('the page of the last run names the faults of a proof that came after it', async () => {
  const folder = test.info().outputPath('reports');
  mkdirSync(folder);
  writeFileSync(join(folder, 'conformance.json'), JSON.stringify(exampleReport()));
  const shown = async () => readFileSync((await refreshPage(folder)) ?? '', 'utf8');
  expect(await shown()).toContain('After npm run prove, this column');
  writeFileSync(join(folder, 'detection.json'), JSON.stringify(proof));
  const html = await shown();
  expect(html).toContain('Faults: of the proof with seed 7.');
  expect(html).toContain('It forgets the last item. Caught after 111 exchanges.');
});

test('without a run there is no page', async () => {
  const folder = test.info().outputPath('reports');
  mkdirSync(folder);
  expect(await refreshPage(folder)).toBeUndefined();
  expect(existsSync(join(folder, 'index.html'))).toBe(false);
});
