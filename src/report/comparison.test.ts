import { expect, test } from '#unit-test';
import { type Verdict, verdicts } from '../verdicts/requirement-verdict.js';
import { compareRuns } from './comparison.js';
import type { Comparison, ConformanceReport, RequirementReport, TestReport } from './conformance-report.js';
import { exampleReport, exampleRequirement, exampleTest } from './example-report.js';

type List = 'newlyFailing' | 'fixed' | 'newlyCovered' | 'noLongerVerified';

const verified = ['passed', 'partial'] as const;
const violated = ['failed', 'warned', 'deviated'] as const;
const unknown = ['blocked', 'unverified', 'inapplicable', 'untested', 'gone'] as const;

/**
 * For each verdict now, the list that contains a requirement, by its verdict before; `gone`: not in the catalogue.
 */
const lists: Readonly<Record<Verdict | 'gone', Readonly<Partial<Record<Verdict | 'gone', List>>>>> = {
  failed: into('newlyFailing', 'warned', 'deviated', ...verified, ...unknown),
  warned: into('newlyFailing', ...verified, ...unknown),
  deviated: into('newlyFailing', ...verified, ...unknown),
  passed: { ...into('fixed', ...violated), ...into('newlyCovered', ...unknown) },
  partial: { ...into('fixed', ...violated), ...into('newlyCovered', ...unknown) },
  blocked: into('noLongerVerified', ...verified, ...violated),
  unverified: into('noLongerVerified', ...verified, ...violated),
  inapplicable: into('noLongerVerified', ...verified, ...violated),
  untested: into('noLongerVerified', ...verified, ...violated),
  gone: into('noLongerVerified', ...verified, ...violated),
};

test('each pair of verdicts puts a requirement into its list', () => {
  for (const before of [...verdicts, 'gone'] as const)
    for (const now of [...verdicts, 'gone'] as const) {
      const list = lists[now][before];
      const found = listsIn(compareRuns(judged(now), judged(before)));
      expect(found, `${before}, then ${now}`).toEqual(list === undefined ? [] : [list]);
    }
});

test('a part of a run does not lose the requirements that it left out, only the blocked ones', () => {
  for (const partial of [{ deselected: '--grep a' }, { endedEarly: true }] as const) {
    const of = (now: Verdict | 'gone', before: Verdict) =>
      listsIn(compareRuns({ ...judged(now), ...partial }, judged(before)));
    expect(of('unverified', 'passed')).toEqual([]);
    expect(of('unverified', 'failed')).toEqual([]);
    for (const now of ['blocked', 'inapplicable', 'gone'] as const)
      expect(of(now, 'passed')).toEqual(['noLongerVerified']);
    expect(of('failed', 'passed')).toEqual(['newlyFailing']);
    expect(of('passed', 'failed')).toEqual(['fixed']);
  }
});

test('the lists have the order of the catalogue, then requirements that left it', () => {
  const now = withRequirements(['BAT-10', 'failed'], ['BAT-09', 'failed'], ['ORD-01', 'blocked']);
  const before = withRequirements(
    ['ORD-02', 'passed'],
    ['ORD-01', 'passed'],
    ['BAT-09', 'passed'],
    ['BAT-10', 'deviated'],
  );
  expect(compareRuns(now, before)).toMatchObject({
    newlyFailing: ['BAT-10', 'BAT-09'],
    noLongerVerified: ['ORD-01', 'ORD-02'],
  });
});

const outcomes = ['passed', 'failed', 'skipped', 'broken'] as const;

test('a test no longer ran if it had a result before and has none now', () => {
  for (const before of [...outcomes, 'missing'] as const)
    for (const now of [...outcomes, 'missing'] as const) {
      const isLost = isCarriedOut(before) && !isCarriedOut(now);
      const title = 'orders/list.spec.ts › Orders › are listed';
      const { noLongerRan } = compareRuns(tested(now), tested(before));
      expect(noLongerRan, `${before}, then ${now}`).toEqual(isLost ? [title] : []);
    }
});

test('a test is the same on another line and under another id, but not in another file', () => {
  const before = withTests(exampleTest('1', { title: 'a', line: 3 }));
  expect(compareRuns(withTests(exampleTest('2', { title: 'a', line: 9 })), before).noLongerRan).toEqual([]);
  expect(
    compareRuns(withTests(exampleTest('1', { title: 'a', file: 'x.spec.ts' })), before).noLongerRan,
  ).toEqual(['batches/entries.spec.ts › a']);
});

test('a repeated test is named once, and ran if one repetition did', () => {
  const [ran, skipped] = [
    exampleTest('1', { title: 'a' }),
    exampleTest('2', { title: 'a', outcome: 'skipped' }),
  ];
  expect(compareRuns(withTests(), withTests(ran, ran)).noLongerRan).toHaveLength(1);
  expect(compareRuns(withTests(skipped, ran), withTests(ran)).noLongerRan).toEqual([]);
});

test('no test is missed if a run was not whole or had another profile', () => {
  const before = tested('passed');
  const now = tested('missing');
  for (const change of [{ deselected: '--grep a' }, { endedEarly: true }, { profile: 'release' }] as const) {
    expect(compareRuns({ ...now, ...change }, before).noLongerRan).toEqual([]);
    expect(compareRuns(now, { ...before, ...change }).noLongerRan).toEqual([]);
  }
});

function into(list: List, ...before: readonly (Verdict | 'gone')[]): Partial<Record<Verdict | 'gone', List>> {
  return Object.fromEntries(before.map((verdict) => [verdict, list]));
}

function isCarriedOut(outcome: string): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

/** The lists that contain the only requirement. */
function listsIn({ run: _, noLongerRan: __, ...rest }: Comparison): string[] {
  return Object.entries(rest).flatMap(([list, ids]) => ids.map(() => list));
}

function judged(verdict: Verdict | 'gone'): ConformanceReport {
  return verdict === 'gone' ? withRequirements() : withRequirements(['BAT-09', verdict]);
}

function withRequirements(...given: readonly (readonly [RequirementReport['id'], Verdict])[]) {
  return exampleReport({ requirements: given.map(([id, verdict]) => exampleRequirement(id, verdict)) });
}

function tested(outcome: TestReport['outcome'] | 'missing'): ConformanceReport {
  return outcome === 'missing'
    ? withTests()
    : withTests(exampleTest('1', { file: 'orders/list.spec.ts', title: 'Orders › are listed', outcome }));
}

function withTests(...tests: readonly TestReport[]): ConformanceReport {
  return exampleReport({ tests });
}
