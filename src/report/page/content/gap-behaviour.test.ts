import { expect, test } from '#unit-test';
import { exampleFinding } from '../../../verdicts/evidence.js';
import type { ConformanceReport, RequirementReport } from '../../conformance-report.js';
import { exampleGap, examplePassed, exampleReport, exampleTargetFile } from '../../example-report.js';
import { behaviourAt, contractAsClosed } from './gap-behaviour.js';
import { joinedFindings } from './joined-findings.js';

const blank = exampleReport();

test('a gap at which nothing was verified is unseen', () => {
  expect(behaviourOf(blank)).toEqual({
    kind: 'unseen',
    differences: [],
    notes: [],
    verified: 0,
    notLookedAt: [{ reason: 'no check of it ran', ids: ['SHP-09', 'BAT-02', 'BAT-06', 'BAT-07'] }],
  });
});

test('a kind is that of the observation; an older report without one says no more than in part', () => {
  const observed = { kind: 'as-assumed', verified: [], differing: [], open: [], leftOut: [] } as const;
  const report = given({ verdict: 'passed' });
  const gap = { ...gapOf(report), observed: { ...observed, fields: { seen: 0, of: 0 } } };
  expect(behaviourAt(gap, report, []).kind).toBe('as-assumed');
  const { observed: _, ...older } = gapOf(report);
  expect(behaviourAt(older, report, []).kind).toBe('in-part');
  expect(behaviourAt(older, blank, []).kind).toBe('unseen');
});

test('what passed of a gap is counted, and the answers are told where several are right', () => {
  const report = given({ verdict: 'passed', notes: { 'a batch that was retried went pending': 2 } });
  expect(behaviourOf(report)).toMatchObject({
    verified: 1,
    notes: [{ requirement: 'BAT-07', answer: 'a batch that was retried went pending', times: 2 }],
  });
});

test('a finding that rests on a gap tells what the target did instead, with its address', () => {
  const finding = (gaps: readonly string[], judgement: 'failed' | 'deviated') => ({
    ...exampleFinding({ requirement: 'BAT-07', gaps, judgement, at: `body ${gaps.join()}` }),
    test: 'a',
  });
  const findings = [finding(['G-07'], 'deviated'), finding(['G-08'], 'deviated'), finding([], 'failed')];
  const report = given({ verdict: 'failed', findings });
  const { differences } = behaviourOf(report);
  expect(differences).toEqual([{ address: 'BAT-07-2', finding: findings[0], alike: [] }]);
});

function behaviourOf(report: ConformanceReport) {
  const found = report.requirements.flatMap(({ findings }) => joinedFindings(findings));
  return behaviourAt(gapOf(report), report, found);
}

function gapOf({ gaps }: ConformanceReport) {
  const found = gaps.find(({ id }) => id === 'G-07');
  if (found === undefined) throw new Error('There is no G-07.');
  return found;
}

/** The blank report with another result of BAT-07, which depends on G-07. */
function given(
  change: Partial<Pick<RequirementReport, 'verdict' | 'notes' | 'findings'>>,
): ConformanceReport {
  return {
    ...blank,
    requirements: blank.requirements.map((each) => (each.id === 'BAT-07' ? { ...each, ...change } : each)),
  };
}

const target = { name: 'staging', url: 'https://staging.example.com', confirmedGaps: [], settings: {} };

function rowOf(report: Parameters<typeof contractAsClosed>[0], id: string, ours: string) {
  return contractAsClosed(report)
    ?.find(({ operationId }) => operationId === id)
    ?.rows.find((row) => row.ours === ours);
}

test('without a file both vocabularies are the same, and what is assumed stays open', () => {
  const report = examplePassed({ target });
  expect(rowOf(report, 'listProducts', 'items[].sku')).toEqual({
    part: 'response',
    ours: 'items[].sku',
    theirs: 'items[].sku',
    standing: 'open',
    gap: 'G-08',
    steps: [],
    evidence: 'not seen in this run',
  });
  expect(rowOf(report, 'getStatusResults', 'items[].success')?.standing).toBe('stated');
});

test('a step, a confirmed gap and an open question show in the element that they are about', () => {
  const open = { 'listProducts response items[].status': 'which of state and phase is it?' };
  const report = examplePassed({
    target: { ...target, file: { ...exampleTargetFile, open } },
    gaps: [{ ...exampleGap('G-08', {}), confirmed: true }],
  });
  expect(rowOf(report, 'listProducts', 'items')).toMatchObject({
    theirs: 'data',
    standing: 'learned',
    steps: ['rename: data'],
    evidence: 'data: array of 2 objects',
  });
  // Only the object around it has another name.
  expect(rowOf(report, 'listProducts', 'items[].sku')).toMatchObject({
    theirs: 'data[].sku',
    standing: 'confirmed',
  });
  expect(rowOf(report, 'listProducts', 'items[].status')).toMatchObject({
    standing: 'open',
    evidence: 'which of state and phase is it?',
  });
});

test('steps about a body as a whole, about a field that is absent, and about an operation have a row', () => {
  const at = { operationId: 'listBrands', part: 'response' } as const;
  const elements = [
    { operationId: 'listBrands', part: 'operation', ours: 'listBrands', steps: ['absent'] } as const,
    { ...at, ours: '', theirs: 'brands', steps: ['inside: brands'] },
    { ...at, ours: '[].name', steps: ['absent'] },
  ];
  const report = examplePassed({ target: { ...target, file: { ...exampleTargetFile, elements } } });
  expect(rowOf(report, 'listBrands', '')).toMatchObject({ theirs: 'brands', standing: 'learned' });
  expect(rowOf(report, 'listBrands', '[].name')?.theirs).toBeUndefined();
  expect(rowOf(report, 'listBrands', 'listBrands')?.standing).toBe('learned');
});

test('the standings of an operation are counted, and an older report has none', () => {
  const report = examplePassed({ target });
  for (const { rows, counts } of contractAsClosed(report) ?? [])
    expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(rows.length);
  const { contract: _, ...older } = report;
  expect(contractAsClosed(older)).toBeUndefined();
});
