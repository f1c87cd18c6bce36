import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { exampleKnownFailure, examplePreflight, exampleRun, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { operations } from '../../contract/operations.js';
import { readSettings } from '../../target/settings.js';
import type { Evidence } from '../../verdicts/finding.js';
import { buildReport, type RunRecord, reportedTarget } from './build-report.js';
import type { RanTest } from './conformance-report.js';

const settings = readSettings({
  TARGET_URL: 'https://staging.example.com',
  TARGET_API_KEY: 'sk-good-1',
  TARGET_CONFIRMED_GAPS: 'G-07',
  TARGET_WRITES: 'allow',
});
const run: RunRecord = { ...exampleRun, target: reportedTarget(settings), tests: 3 };

test('only a whole run blames the reason that cut tests short for a requirement that its tests would have met in passing', () => {
  const cut = exampleEvidence({ cutShort: { kind: 'blocked', reason: 'no orders' } });
  const verdictOf = (given: Partial<RunRecord>) => {
    const { requirements: reported } = buildReport({ ...run, tests: 1, ran: ranWith(cut), ...given });
    const { verdict, reason } = reported.find(({ id }) => id === 'SHP-07') ?? {};
    return [verdict, reason];
  };
  expect(verdictOf({})).toEqual(['blocked', 'no orders']);
  const parts: readonly Partial<RunRecord>[] = [
    { deselected: '--grep @BAT-10' },
    { tests: 2 },
    { interrupted: true },
    { errors: ['the worker died'] },
  ];
  for (const part of parts) expect(verdictOf(part)).toEqual(['unverified', 'no check of it ran']);
});

test('a chosen test that was cut short leaves the run incomplete, whatever it verified before', () => {
  const verified = { 'LIM-04': { listBrands: 1 } };
  const report = buildReport({
    ...run,
    tests: 2,
    deselected: '--grep @LIM-04',
    ran: ranWith(
      exampleEvidence({ covers: ['LIM-04'], verified }),
      exampleEvidence({ covers: ['LIM-04'], verified, cutShort: { kind: 'blocked', reason: 'no orders' } }),
    ),
  });
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 3 });
  expect(report.totals.verdicts).toMatchObject({ passed: 0, partial: 1, blocked: 0 });
});

test('a known failure that passes again fails the run if all its tests ran', () => {
  const passed = exampleEvidence({ verified: { 'REF-06': { listBrands: 1 } } });
  const entries = [exampleKnownFailure({ requirement: 'REF-06' })];
  const knownFailures = { file: 'f.yaml', day: '2030-01-02', entries };
  const chosen = { ...run, tests: 1, deselected: '--grep x', ran: ranWith(passed), knownFailures };
  const reported = (...keepsTestsOf: readonly string[]) => buildReport({ ...chosen, keepsTestsOf });
  expect(reported('REF-06')).toMatchObject({
    verdict: 'known failures out of date',
    exitCode: 1,
    reason: 'f.yaml is out of date: REF-06 (passes).',
  });
  expect(reported()).toMatchObject({ verdict: 'partial', exitCode: 0 });
});

test('the reason of a whole run says if all responses had the same status, provided that it called enough operations', () => {
  const called = (count: number, status: number) =>
    Object.fromEntries(operations.slice(0, count).map(({ operationId }) => [operationId, { [status]: 2 }]));
  const reasonOf = (seen: Record<string, Record<number, number>>, more: Partial<RunRecord> = {}) => {
    const evidence = exampleEvidence({ findings: [exampleFinding()], operations: seen });
    return buildReport({ ...run, ran: ranWith(evidence), ...more }).reason;
  };
  const alike = 'Every response had status 404; 1 requirement violated';
  expect(reasonOf(called(10, 404))).toContain(alike);
  expect(reasonOf(called(9, 404))).not.toContain('Every response');
  expect(reasonOf({ ...called(10, 404), listBrands: { 200: 1 } })).not.toContain('Every response');
  expect(reasonOf(called(10, 404), { deselected: '--grep @REF-05' })).not.toContain('Every response');
});

test('an error in a test counts as an error of the run, and follows the errors outside of tests', () => {
  const suiteError = 'the suite failed in "x"';
  const ran = ranWith(exampleEvidence({ suiteError, verified: { 'BAT-10': { getStatusResults: 1 } } }));
  const both = buildReport({ ...run, ran, errors: ['the worker died'] });
  expect(both.errors).toEqual(['the worker died', suiteError]);
  expect(both).toMatchObject({ exitCode: 2, reason: 'the worker died' });
  expect(buildReport({ ...run, ran })).toMatchObject({ exitCode: 2, reason: suiteError });
});

test('the report says how many orders more would have been enough, as in the plan', () => {
  const reason = 'too few open items';
  const lacking = exampleEvidence({
    cutShort: { kind: 'blocked', reason, obstacles: ['too few order items'] },
  });
  const missing = (evidence: Evidence, planned?: { readonly missing: string }) => {
    const preflight = { ...examplePreflight, orders: { inWords: '', ...planned } };
    return buildReport({ ...run, ran: ranWith(evidence), preflight }).missingOrders;
  };
  const planned = { missing: '3 more orders of 6 open items' };
  expect(missing(lacking, planned)).toBe(planned.missing);
  expect(missing(lacking)).toBe('more orders');
  expect(missing(exampleEvidence(), planned)).toBeUndefined();
});

function ranWith(...evidence: readonly Evidence[]): RanTest[] {
  return evidence.map((each, index) => ({ test: exampleTest(`test-${index}`), evidence: each }));
}
