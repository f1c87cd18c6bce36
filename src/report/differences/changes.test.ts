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

/** A later run whose tests are compared with those of an earlier one, and those that no longer ran. */
const runs: readonly [says: string, before: TestReport[], now: Partial<ConformanceReport>, string[]][] = [
  ['is missing', [ran()], {}, lost],
  ['was skipped', [ran({ outcome: 'failed' })], { tests: [skipped] }, lost],
  ['broke', [ran()], { tests: [ran({ outcome: 'broken' })] }, lost],
  ['failed', [ran()], { tests: [ran({ outcome: 'failed' })] }, []],
  ['has a different line and id', [ran()], { tests: [exampleTest('2', { title: 'a', line: 9 })] }, []],
  ['was repeated', [ran(), ran()], {}, lost],
  ['ran and was blocked', [ran()], { tests: [{ ...skipped, blocked: true }] }, []],
  ['was not chosen', [ran()], { deselected: '--grep a' }, []],
  ['was cut off', [ran()], { endedEarly: true }, []],
  ['belongs to a different profile', [ran()], { profile: 'release' }, []],
];

test('a test of a whole run no longer ran if it has no result now that says anything, wherever it ran before', () => {
  for (const [says, tests, now, gone] of runs) {
    const { noLongerRan } = changesSince(exampleReport({ tests }), exampleReport({ tests: [], ...now }));
    expect(noLongerRan, says).toEqual(gone);
  }
});
