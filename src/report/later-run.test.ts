import { expect, test } from '#unit-test';
import { exampleEvidence, exampleFinding } from '../verdicts/example-evidence.js';
import { exampleEnded } from './example-journal.js';
import { exampleTest } from './example-report.js';
import { isSettled, laterRun } from './later-run.js';

const blocked = [{ requirement: 'BAT-09' as const, reason: 'no orders' }];
const finding = exampleFinding();

test('a test is run again where it did not say all that it can say', () => {
  const evidence = exampleEvidence();
  expect(isSettled(exampleEnded('a'))).toBe(true);
  expect(isSettled(exampleEnded('a', { status: 'skipped' }))).toBe(true);
  expect(
    isSettled(exampleEnded('a', { status: 'failed', evidence: exampleEvidence({ findings: [finding] }) })),
  ).toBe(true);
  expect(isSettled(exampleEnded('a', { status: 'timedOut', evidence }))).toBe(false);
  expect(isSettled(exampleEnded('a', { status: 'interrupted', evidence }))).toBe(false);
  expect(isSettled(exampleEnded('a', { evidence: exampleEvidence({ blocked }) }))).toBe(false);
  expect(isSettled(exampleEnded('a', { evidence: exampleEvidence({ suiteError: 'no' }) }))).toBe(false);
  expect(isSettled({ test: exampleTest('a', { outcome: 'broken' }), status: 'failed' })).toBe(false);
});

test('what a test found stays found when it is run again, once', () => {
  const other = exampleFinding({ requirement: 'BAT-10', at: 'body items[3]' });
  const earlier = exampleEnded('a', {
    status: 'timedOut',
    evidence: exampleEvidence({ blocked, findings: [finding, other] }),
  });
  const met = { ...other, at: 'body items[0]' };
  const later = exampleEnded('a', {
    evidence: exampleEvidence({ findings: [met], verified: { 'BAT-12': { listBrands: 1 } } }),
  });
  const { test: report, evidence } = laterRun(earlier, later);
  expect(evidence?.findings).toEqual([finding, met]);
  expect(evidence).toMatchObject({ blocked: [], verified: { 'BAT-12': { listBrands: 1 } } });
  expect(report.outcome).toBe('failed');
});

test('what is only warned of does not fail a test that is run again', () => {
  const evidence = exampleEvidence({ findings: [exampleFinding({ judgement: 'warned' })] });
  expect(laterRun(exampleEnded('a', { evidence }), exampleEnded('a')).test.outcome).toBe('passed');
});

test('a test that broke when it was run again still has what it knew', () => {
  const evidence = exampleEvidence({ findings: [finding] });
  const broken = { test: exampleTest('a', { outcome: 'broken' }), status: 'failed' } as const;
  expect(laterRun(exampleEnded('a', { evidence }), broken)).toEqual({ ...broken, evidence });
  expect(laterRun(undefined, broken)).toBe(broken);
});
