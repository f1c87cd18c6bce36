/** @jsxImportSource preact */

import { spanInWords } from '../../../http/shown/duration-in-words.js';
import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import type { ConformanceReport, TrendPoint } from '../../data/conformance-report.js';
import { counted, grouped, momentInWords } from '../../data/in-words.js';
import { Table } from '../sections/elements.js';
import { Picture, Plot, percent } from './scale.js';

/** Pixels of a row of bars, and of the number above the longest one. */
const [barsHeight, numberHeight] = [44, 16];
/** The number of runs whose bars have room for a number on a small screen. Fewer runs take as much room. */
const fewRuns = 12;

const rows: readonly (readonly [name: string, look: string, verdicts: readonly Verdict[]])[] = [
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
  const countOf = ({ verdicts }: TrendPoint, of: readonly Verdict[]) =>
    of.reduce((sum, each) => sum + verdicts[each], 0);
  const shown = rows.filter(([, look, of]) => look === 'failed' || runs.some((run) => countOf(run, of) > 0));
  const says = inWords(runs);
  return (
    <Picture kind="trend" says={says}>
      {shown.map(([name, look, of]) => (
        <Row
          key={name}
          name={name}
          look={look}
          values={runs.map((run) => countOf(run, of))}
          texts={runs.map((run) => grouped(countOf(run, of)))}
        />
      ))}
      <Row
        name="duration"
        look="duration"
        values={runs.map((run) => run.durationMs)}
        texts={runs.map((run) => spanInWords(run.durationMs).replace(/ min.*/, ' min'))}
      />
      <details>
        <summary>The runs as a table</summary>
        <Table
          label="The kept runs"
          columns={['Started', 'Verdict', ...shown.map(([name]) => name), 'Took']}
          numbers={[...shown.map(([name]) => name), 'Took']}
        >
          {runs.toReversed().map((run) => (
            <tr key={run.startedAt}>
              <td>{momentInWords(run.startedAt)}</td>
              <td>{run.verdict}</td>
              {shown.map(([name, , of]) => (
                <td key={name} class="number">
                  {grouped(countOf(run, of))}
                </td>
              ))}
              <td class="number">{spanInWords(run.durationMs)}</td>
            </tr>
          ))}
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
  const left = 1 - values.length * step;
  const bottom = numberHeight + barsHeight;
  return (
    <Plot
      height={bottom + 8}
      label={`${name}, the oldest run first: ${texts.join(', ')}`}
      rows={{ width: 128, labels: [[bottom - 8, name]] }}
    >
      <line class="guide" x1="0" x2="100%" y1={bottom} y2={bottom} />
      {values.map((value, index) => {
        const tall = value === 0 ? 0 : Math.max(Math.round((value / most) * barsHeight), 2);
        const isThis = index === values.length - 1;
        return (
          <g key={index} class={isThis ? 'this' : undefined}>
            <rect
              class={isThis ? look : `past ${look}`}
              x={percent(left + (index + 0.12) * step)}
              width={percent(0.76 * step)}
              y={bottom - tall}
              height={tall}
            />
            <text
              class={isThis || index === 0 || values.length <= fewRuns ? 'middle' : 'middle narrow'}
              x={percent(left + (index + 0.5) * step)}
              y={bottom - tall - 4}
            >
              {texts[index]}
            </text>
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
