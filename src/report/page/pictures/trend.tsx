/** @jsxImportSource preact */

import { counted, grouped } from '../../../contract/values/words.js';
import { spanInWords } from '../../../http/shown/duration-in-words.js';
import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import type { ConformanceReport, TrendPoint } from '../../data/conformance-report.js';
import { momentInWords } from '../../summary/in-words.js';
import { Table } from '../sections/elements.js';
import { Bar, Picture } from './chart.js';

const kinds: readonly (readonly [name: string, look: string, verdicts: readonly Verdict[]])[] = [
  ['failed', 'failed', ['failed']],
  ['warned, deviated', 'warned', ['warned', 'deviated']],
  ['blocked, unverified', 'blocked', ['blocked', 'unverified']],
  ['passed', 'passed', ['passed', 'partial']],
];

/** The kept runs of the target and this one, the newest first: the requirements by verdict, and the duration. */
export function Trend({ report }: { readonly report: ConformanceReport }) {
  const { trend = [], verdict, startedAt, durationMs, totals } = report;
  if (trend.length === 0) return null;
  const runs: readonly TrendPoint[] = [
    ...trend,
    { verdict, startedAt, durationMs, verdicts: totals.verdicts },
  ];
  const counts = kinds.map(([name, look, of]) => {
    const values = runs.map(({ verdicts }) => of.reduce((sum, each) => sum + verdicts[each], 0));
    return { name, look, values, inWords: grouped };
  });
  const durations = runs.map((run) => run.durationMs);
  const columns = [
    ...counts.filter(({ look, values }) => look === 'failed' || Math.max(...values) > 0),
    { name: 'duration', look: 'duration', values: durations, inWords: spanInWords },
  ];
  return (
    <Picture kind="trend" says={inWords(runs)}>
      <Table label="The kept runs" columns={['Started', ...columns.map(({ name }) => name), 'Verdict']}>
        {runs
          .map((run, index) => (
            <tr key={run.startedAt}>
              <td>{momentInWords(run.startedAt)}</td>
              {columns.map(({ name, look, values, inWords: words }) => {
                const value = values[index] ?? 0;
                return (
                  <td key={name}>
                    {words(value)}
                    <svg width="100%" height="8" aria-hidden="true">
                      <Bar look={look} from={0} to={value / Math.max(...values, 1)} height={8} />
                    </svg>
                  </td>
                );
              })}
              <td>{run.verdict}</td>
            </tr>
          ))
          .toReversed()}
      </Table>
    </Picture>
  );
}

function inWords(runs: readonly TrendPoint[]): string {
  const [before, now] = [runs.at(-2), runs.at(-1)];
  const failed = now?.verdicts.failed ?? 0;
  const change = failed - (before?.verdicts.failed ?? 0);
  const since =
    change === 0 ? 'as many as' : `${grouped(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than`;
  return `${counted(runs.length, 'run')} of this target since ${momentInWords(runs[0]?.startedAt ?? '')}, this one at the top: ${counted(failed, 'requirement')} failed, ${since} in the run before.`;
}
