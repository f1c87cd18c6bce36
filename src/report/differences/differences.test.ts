import { exampleFinding } from '#testing/example-finding';
import { examplePassed, exampleRequirement, exampleTest } from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import type { ConformanceReport, RequirementReport } from '../data/conformance-report.js';
import { differencesBetween } from './differences.js';
import { differencesAsText } from './differences-in-words.js';

/** A requirement that was violated at these operations. */
function violated(verdict: 'failed' | 'warned' | 'deviated', ...operations: readonly string[]) {
  const findings = operations.map((operationId) => ({
    ...exampleFinding({ operationId, judgement: verdict, actual: `a\n\u001b[31m${'x'.repeat(400)}` }),
    test: '1',
  }));
  return exampleRequirement('BAT-09', verdict, { findings });
}

function run(bat09: RequirementReport, given: Partial<ConformanceReport> = {}): ConformanceReport {
  const requirements = [bat09, exampleRequirement('REF-06', 'passed')];
  return examplePassed({ tests: [exampleTest('1', { title: 'a' })], requirements, ...given });
}

const passed = run(exampleRequirement('BAT-09', 'passed'));
const blocked = run(exampleRequirement('BAT-09', 'blocked', { reason: 'no orders' }));
const failed = run(violated('failed', 'getStatusResults'));
const elsewhere = run(violated('failed', 'getStatusResults', 'getShipResults'));

const compared = (a: ConformanceReport, b: ConformanceReport) =>
  differencesBetween({ file: 'a.json', report: a }, { file: 'b.json', report: b });

test('two runs differ in the requirements that one of them violates, or violates elsewhere or otherwise', () => {
  const rows: readonly [ConformanceReport, ConformanceReport, exitCode: number, at: readonly string[]][] = [
    [failed, failed, 0, []],
    [passed, failed, 1, ['getStatusResults']],
    [failed, run(violated('warned', 'getStatusResults')), 1, ['getStatusResults']],
    [failed, elsewhere, 1, ['getShipResults']],
    [failed, blocked, 3, []],
    [passed, { ...passed, endedEarly: true }, 3, []],
    // The other run left out the test.
    [failed, { ...passed, tests: [], deselected: '--grep b' }, 0, []],
  ];
  for (const [a, b, exitCode, at] of rows)
    for (const found of [compared(a, b), compared(b, a)]) {
      expect(found.exitCode).toBe(exitCode);
      const findings = found.requirements.flatMap((each) => each.findings);
      expect(findings.map(({ operationId }) => operationId)).toEqual(at);
    }
});

test('runs are not compared if one says nothing, or if they have another contract, profile or seed', () => {
  for (const [given, sentence] of [
    [{ verdict: 'nothing can be said', reason: 'No URL.' }, /^b\.json says nothing .* \(No URL\): /],
    [{ contractVersion: '2.0.0' }, /^a\.json and b\.json can't be compared: .* 1\.3\.0 and 2\.0\.0; /],
    [{ profile: 'release' }, /standard and release; run one of them again with --profile standard\.$/],
    [{ seed: 1 }, /seed 42 and 1; run one of them again with --seed 42\.$/],
  ] as const)
    expect(() => compared(passed, { ...passed, ...given })).toThrow(sentence);
});

test('a comparison is printed with both findings, in one line each', () => {
  const runs = {
    'one violation more, another verdict, and a text of a target': compared(
      failed,
      run(violated('warned', 'getStatusResults', 'getShipResults')),
    ),
    'nothing but what only one run could exercise': compared(
      { ...passed, deselected: '--grep a' },
      { ...blocked, endedEarly: true },
    ),
  };
  expectGolden('differences.txt', runs, differencesAsText);
});
