import { exampleReport, exampleRequirement } from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { groupedBy } from '../../contract/values/groups.js';
import { type Verdict, verdicts } from '../../verdicts/requirement-verdict.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { changesSince } from './changes.js';

/** The lists of changes that contain something, for a requirement with these verdicts; `gone`: not in the catalogue. */
function listsFor(before: Verdict | 'gone', now: Verdict | 'gone', given: Partial<ConformanceReport>) {
  const of = (verdict: Verdict | 'gone') =>
    exampleReport({ requirements: verdict === 'gone' ? [] : [exampleRequirement('BAT-09', verdict)] });
  const { run: _, ...lists } = changesSince(of(before), { ...of(now), ...given });
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
