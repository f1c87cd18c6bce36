import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { exampleFinding, exampleRemembered } from '#testing/example-finding';
import { exampleReported, exampleTest, exampleViolated } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { Finding } from '../../verdicts/finding.js';
import { readRemembered, rememberedFile } from '../../verdicts/properties/remembered.js';
import type { ConformanceReport } from './conformance-report.js';
import { keepCounterexamples } from './counterexamples.js';

const counterexample = { value: '[1]', example: 4, shrinks: 3, seed: 7, path: '3:1' };

function report(finding: Partial<Finding>, given: Partial<ConformanceReport> = {}): ConformanceReport {
  const findings = [exampleReported({ counterexample, ...finding }), exampleReported()];
  return exampleViolated(findings, { tests: [exampleTest('test-1')], ...given });
}

function kept(...reports: readonly ConformanceReport[]) {
  const folder = test.info().outputPath('remembered');
  for (const each of reports) keepCounterexamples(folder, each);
  return readRemembered(folder, 'staging');
}

test('a run remembers where fast-check found what failed, and neither a value nor a deviation', () => {
  for (const finding of [{ judgement: 'deviated' as const }, { operationId: 'GET /api/v1/products/12' }])
    expect(kept(report(finding))).toEqual([]);
  expect(existsSync(rememberedFile(test.info().outputPath('remembered'), 'staging'))).toBe(false);
  expect(kept(report({}))).toEqual([{ ...exampleRemembered(), suite: expect.stringMatching(/^\d/) }]);
});

test('a run with an error remembers nothing, and one that ended early counts no pass', () => {
  expect(kept(report({}, { errors: ['the worker died'] }))).toEqual([]);
  const passed = { ...exampleRemembered(), outcome: 'passes' as const };
  const retried = { tried: 1, failing: 0, gone: 0, counterexamples: [passed] };
  const passes = (given: Partial<ConformanceReport>) => exampleViolated([], { retried, ...given });
  expect(kept(report({}), passes({ endedEarly: true }))).toMatchObject([{ passed: 0 }]);
  expect(kept(passes({}))).toMatchObject([{ passed: 1 }]);
  expect(kept(passes({}), passes({}))).toEqual([]);
});

test('a damaged file stays as it is', () => {
  const folder = test.info().outputPath('remembered');
  mkdirSync(folder, { recursive: true });
  writeFileSync(rememberedFile(folder, 'staging'), '<<<<<<< HEAD');
  expect(() => keepCounterexamples(folder, report(exampleFinding()))).toThrow('staging.json is damaged');
});
