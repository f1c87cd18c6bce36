/** @jsxImportSource preact */

import { spanInWords } from '../../../http/shown/duration-in-words.js';
import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import type { ConformanceReport, TrendPoint } from '../../data/conformance-report.js';
import { counted, grouped, momentInWords } from '../../data/in-words.js';
import { Table } from '../sections/elements.js';
import { Bar, Label, Line, Picture, Plot } from './chart.js';

/** Pixels of a row of bars, and of the number above the longest one. */
const [barsHeight, numberHeight] = [44, 16];
/** The number of runs whose bars take the whole width: fewer runs take as much room for each. */
const fewRuns = 12;
/** The number of runs whose numbers have room on a small screen. */
const roomOnSmallScreen = 6;

const kinds: readonly (readonly [name: string, look: string, verdicts: readonly Verdict[]])[] = [
  ['failed', 'failed', ['failed']],
  ['warned, deviated', 'warned', ['warned', 'deviated']],
  ['blocked, unverified', 'blocked', ['blocked', 'unverified']],
  ['passed', 'passed', ['passed', 'partial']],
];

/** The kept runs of the target and this one, as bars: the requirements by verdict, and the duration. */
export function Trend({ report }: { readonly report: ConformanceReport }) {
  const { trend = [], verdict, startedAt, durationMs, totals } = report;
  if (trend.length === 0) return null;
  const runs: readonly TrendPoint[] = [
    ...trend,
    { verdict, startedAt, durationMs, verdicts: totals.verdicts },
  ];
  const counts = kinds.map(([name, look, of]) => {
    const values = runs.map(({ verdicts }) => of.reduce((sum, each) => sum + verdicts[each], 0));
    return { name, look, values, texts: values.map(grouped) };
  });
  const shown = [
    ...counts.filter(({ look, values }) => look === 'failed' || Math.max(...values) > 0),
    {
      name: 'duration',
      look: 'duration',
      values: runs.map((run) => run.durationMs),
      texts: runs.map((run) => spanInWords(run.durationMs)),
    },
  ];
  return (
    <Picture kind="trend" says={inWords(runs)}>
      {shown.map((row) => (
        <Row key={row.name} {...row} />
      ))}
      <details>
        <summary>The runs as a table</summary>
        <Table
          label="The kept runs"
          columns={['Started', 'Verdict', ...shown.map(({ name }) => name)]}
          numbers={shown.map(({ name }) => name)}
        >
          {runs
            .map((run, index) => (
              <tr key={run.startedAt}>
                <td>{momentInWords(run.startedAt)}</td>
                <td>{run.verdict}</td>
                {shown.map(({ name, texts }) => (
                  <td key={name} class="number">
                    {texts[index]}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </Table>
      </details>
    </Picture>
  );
}

interface RowProps {
  readonly name: string;
  readonly look: string;
  readonly values: readonly number[];
  readonly texts: readonly string[];
}

/** One number of all runs, on its own scale. */
function Row({ name, look, values, texts }: RowProps) {
  const most = Math.max(...values, 1);
  const step = 1 / Math.max(values.length, fewRuns);
  const bottom = numberHeight + barsHeight;
  return (
    <Plot
      height={bottom + 8}
      label={`${name}, the oldest run first: ${texts.join(', ')}`}
      rows={{ width: 128, labels: [[bottom - 8, name]] }}
    >
      <Line look="guide" x={[0, 1]} y={[bottom]} />
      {values.map((value, index) => {
        const height = value === 0 ? 0 : Math.max(Math.round((value / most) * barsHeight), 2);
        const isThis = index === values.length - 1;
        const from = 1 - (values.length - index) * step;
        const isNumbered = isThis || index === 0 || values.length <= roomOnSmallScreen;
        return (
          <g key={index} class={isThis ? 'this' : 'past'}>
            <Bar
              look={look}
              from={from + 0.12 * step}
              to={from + 0.88 * step}
              y={bottom - height}
              height={height}
            />
            <Label
              look={isNumbered ? 'middle' : 'middle narrow'}
              x={from + 0.5 * step}
              y={bottom - height - 4}
            >
              {look === 'duration' ? texts[index]?.replace(/ min.*/, ' min') : texts[index]}
            </Label>
          </g>
        );
      })}
    </Plot>
  );
}

function inWords(runs: readonly TrendPoint[]): string {
  const [before, now] = [runs.at(-2), runs.at(-1)];
  const failed = now?.verdicts.failed ?? 0;
  const change = failed - (before?.verdicts.failed ?? 0);
  const since =
    change === 0 ? 'as many as' : `${grouped(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than`;
  return `${counted(runs.length, 'run')} of this target since ${momentInWords(runs[0]?.startedAt ?? '')}, this one on the right: ${counted(failed, 'requirement')} failed, ${since} in the run before.`;
}
