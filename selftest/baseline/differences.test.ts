import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { examplePassed } from '#testing/example-report';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import type { ProofFinding } from '../faults/proof-finding.js';
import { differences } from './differences.js';

const finding: ProofFinding = {
  fault: 'loses-stock',
  test: 'stock.spec.ts › Stock is set',
  requirement: 'STK-01',
  judgement: 'failed',
  gaps: ['G-02'],
  place: 'body items[0].quantity',
};
const report = examplePassed();

interface Recording {
  readonly findings?: readonly ProofFinding[];
  readonly caught?: boolean;
  readonly page?: string;
  readonly report?: ConformanceReport;
}

function recording(name: string, changed: Recording = {}): string {
  const folder = test.info().outputPath(name);
  const files: Readonly<Record<string, unknown>> = {
    'proof/detection.json': {
      faults: [{ fault: 'loses-stock', violates: 'STK-01', caught: changed.caught ?? true }],
      errors: [],
    },
    'proof/findings.json': changed.findings ?? [finding],
    'runs/clean/conformance.json': changed.report ?? report,
    'worlds/strict/learned/conformance.json': changed.report ?? report,
  };
  for (const [file, value] of Object.entries(files)) write(join(folder, file), JSON.stringify(value));
  write(join(folder, 'runs/clean/index.html'), changed.page ?? '<p>Took <b>12</b> s</p><pre>GET /</pre>');
  return folder;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The report with another verdict of its first passed requirement. */
function judged(verdict: 'failed' | 'partial'): ConformanceReport {
  const first = report.requirements.find((each) => each.verdict === 'passed');
  return {
    ...report,
    requirements: report.requirements.map((each) => (each === first ? { ...each, verdict } : each)),
  };
}

test('two recordings that differ only in times, numbers and exchanges show no difference', () => {
  const [before, after] = [
    recording('before'),
    recording('after', { page: '<p>Took <b>7</b> s</p><pre>PUT /' }),
  ];
  expect(differences(before, after)).toEqual([]);
});

test('a comparison with the baseline shows what changed', () => {
  for (const [changed, shown] of [
    [{ caught: false }, /^proof: \+ loses-stock: STK-01 missed$/m],
    [{ findings: [] }, /^proof: - loses-stock: STK-01 failed G-02 at body items\[#\]/m],
    [{ findings: [{ ...finding, judgement: 'deviated' }] }, /^proof: \+ loses-stock: STK-01 deviated G-02/m],
    [{ findings: [{ ...finding, gaps: [] }] }, /^proof: \+ .* STK-01 failed at/m],
    [{ findings: [{ ...finding, place: 'status' }] }, /^proof: \+ .* failed G-02 at status/m],
    [{ page: '<p>Lasted 12 s</p>' }, /^runs: clean: \+ Lasted # s$/m],
    [{ report: judged('partial') }, /^runs: clean: \+ .*: partial, at /m],
    // A requirement of a world that falls.
    [{ report: judged('partial') }, /^worlds: strict, learned: .* was passed and is partial$/m],
  ] satisfies readonly (readonly [Recording, RegExp])[])
    expect(differences(recording('before'), recording('after', changed)).join('\n')).toMatch(shown);
});

test('a requirement of a world that rises is no difference there', () => {
  const found = differences(recording('before', { report: judged('partial') }), recording('after'));
  expect(found.filter((line) => line.startsWith('worlds:'))).toEqual([]);
});
