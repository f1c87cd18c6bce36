import type { ResponseTimes } from '../../conformance-report.js';
import { durationInWords } from '../content/in-words.js';

/** The shortest and the longest time of several plots, so that they can be compared. */
interface TimeScale {
  readonly from: number;
  readonly to: number;
}

const width = 200;
const height = 28;

/** A scale for the times of all operations. */
export function commonScale(times: readonly ResponseTimes[]): TimeScale {
  const bars = times.flatMap(({ histogram }) => histogram);
  return {
    from: Math.max(Math.min(...bars.map(({ from }) => from), 1), 0.1),
    to: Math.max(...bars.map(({ to }) => to), 10),
  };
}

interface TimesPlotProps {
  readonly times: ResponseTimes | undefined;
  readonly scale: TimeScale;
}

/** The distribution of an operation's response times, with median and 95th percentile: three cells of a row. */
export function TimesPlot({ times, scale }: TimesPlotProps) {
  if (times === undefined)
    return (
      <>
        <td class="aside">no success</td>
        <td class="number">–</td>
        <td class="number">–</td>
      </>
    );
  const { histogram, median, percentile95 } = times;
  const most = Math.max(...histogram.map(({ answers }) => answers));
  const x = (milliseconds: number) => round(placeOn(scale, milliseconds) * width);
  return (
    <>
      <td>
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img">
          <title>{`${times.answers} answers, median ${durationInWords(median)}`}</title>
          {histogram.map(({ from, to, answers }) => {
            const tall = round((answers / most) * (height - 4));
            const [left, right] = [x(from), x(to)];
            return (
              <rect
                key={from}
                class="bar-of-plot"
                x={left}
                y={height - tall}
                width={Math.max(round(right - left - 1), 1)}
                height={tall}
              />
            );
          })}
          <line class="median" x1={x(median)} x2={x(median)} y1={0} y2={height} />
          <line class="percentile" x1={x(percentile95)} x2={x(percentile95)} y1={0} y2={height} />
        </svg>
      </td>
      <td class="number">{durationInWords(median)}</td>
      <td class="number">{durationInWords(percentile95)}</td>
    </>
  );
}

function placeOn({ from, to }: TimeScale, milliseconds: number): number {
  const within = Math.min(Math.max(milliseconds, from), to);
  return Math.log(within / from) / Math.log(to / from);
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
