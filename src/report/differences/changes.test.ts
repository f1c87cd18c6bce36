import { exampleReport, exampleRequirement, exampleTest } from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { groupedBy } from '../../contract/values/groups.js';
import { type Verdict, verdicts } from '../../verdicts/requirement-verdict.js';
import type { ConformanceReport, TestReport } from '../data/conformance-report.js';
import { changesSince } from './changes.js';

/** The lists of changes that contain something, for a requirement with these verdicts; `gone`: not in the catalogue. */
function listsFor(before: Verdict | 'gone', now: Verdict | 'gone', given: Partial<ConformanceReport>) {
  const of = (verdict: Verdict | 'gone') =>
    exampleReport({ requirements: verdict === 'gone' ? [] : [exampleRequirement('BAT-09', verdict)] });
  const { run: _, noLongerRan: __, ...lists } = changesSince(of(before), { ...of(now), ...given });
  return Object.entries(lists).flatMap(([list, ids]) => ids.map(() => list));
}

/** By the verdict before, the verdicts now with which a requirement is in a list. */
function lists(given: Partial<ConformanceReport> = {}) {
  const all = [...verdicts, 'gone'] as const;
  return Object.fromEntries(
    all.map((before) => {
      const found = groupedBy(all, (now) => listsFor(before, now, given).join() || 'no change');
      return [before, Object.fromEntries([...found].map(([list, now]) => [list, now.join(', ')]))];
    }),
  );
}

test('the verdicts of two runs decide in which list of changes a requirement appears', () => {
  expectGolden('changes.txt', {
    'by the verdict before, the lists with the verdicts now': lists(),
    'a run with a selection, which may have left out what is unverified': lists({ deselected: '--grep a' }),
    'a run that ended early': lists({ endedEarly: true }),
  });
});

const ran = (given: Partial<TestReport> = {}) => exampleTest('1', { title: 'a', ...given });
const skipped = ran({ outcome: 'skipped' });
const lost = ['batches/entries.spec.ts › a'];

/** The tests of a run and of a later one, and those that no longer ran. */
const tests: readonly [says: string, before: TestReport[], now: TestReport[], lost: readonly string[]][] = [
  ['is missing', [ran()], [], lost],
  ['was skipped', [ran({ outcome: 'failed' })], [skipped], lost],
  ['broke', [ran()], [ran({ outcome: 'broken' })], lost],
  ['failed', [ran()], [ran({ outcome: 'failed' })], []],
  ['has a different line and id', [ran()], [exampleTest('2', { title: 'a', line: 9 })], []],
  ['was repeated', [ran(), ran()], [], lost],
  ['ran and was blocked', [ran()], [{ ...skipped, blocked: true }], []],
];

test('a test no longer ran if it has no result now that says anything, wherever it ran before', () => {
  for (const [says, before, now, gone] of tests) {
    const { noLongerRan } = changesSince(exampleReport({ tests: before }), exampleReport({ tests: now }));
    expect(noLongerRan, says).toEqual(gone);
  }
});

test('tests are not compared if a run was partial or had a different profile', () => {
  const [before, now] = [exampleReport({ tests: [ran()] }), exampleReport({ tests: [] })];
  for (const change of [{ deselected: '--grep a' }, { endedEarly: true }, { profile: 'release' }] as const) {
    expect(changesSince(before, { ...now, ...change }).noLongerRan).toEqual([]);
    expect(changesSince({ ...before, ...change }, now).noLongerRan).toEqual([]);
  }
});
