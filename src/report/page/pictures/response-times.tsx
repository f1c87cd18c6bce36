/** @jsxImportSource preact */

import { durationInWords } from '../../../http/shown/duration-in-words.js';
import type { OperationReport, ResponseTimes } from '../../data/coverage-report.js';
import { counted } from '../../data/in-words.js';
import { axisHeight, Legend, logScale, Picture, Plot, percent, TickLines } from './scale.js';

const rowHeight = 30;

/** The response times of all operations, each with its median and its 95th percentile, on one logarithmic axis. */
export function ResponseTimesPicture({ operations }: { readonly operations: readonly OperationReport[] }) {
  const timed = operations.flatMap(({ operationId, durations }) =>
    durations === undefined ? [] : [{ operationId, durations }],
  );
  if (timed.length === 0) return null;
  const scale = logScale(timed.flatMap(({ durations }) => [durations.median, durations.percentile95]));
  const bottom = timed.length * rowHeight;
  const slowest = timed.toSorted((a, b) => b.durations.percentile95 - a.durations.percentile95);
  const [first] = slowest;
  const says =
    first === undefined
      ? ''
      : `${first.operationId} is the slowest: 95 of 100 answers within ${durationInWords(first.durations.percentile95)}.`;
  return (
    <Picture kind="times" says={says}>
      <Plot
        height={bottom + axisHeight}
        hasLinks
        label={`Response times of ${counted(timed.length, 'operation')}. ${says}`}
      >
        <TickLines ticks={scale.ticks} bottom={bottom} />
        {slowest.map(({ operationId, durations: { median, percentile95 } }, index) => {
          const y = index * rowHeight + 22;
          const [from, to] = [percent(scale.at(median)), percent(scale.at(percentile95))];
          return (
            <a key={operationId} href={`#operation/${operationId}`}>
              <rect class="touch" y={index * rowHeight} width="100%" height={rowHeight} />
              <text class="name" x="0" y={y - 9}>
                {operationId}
                <tspan class="numbers" dx="6">
                  {durationInWords(median)}, {durationInWords(percentile95)}
                </tspan>
              </text>
              <line class="guide" x1="0" x2="100%" y1={y} y2={y} />
              <line class="spread" x1={from} x2={to} y1={y} y2={y} />
              <circle class="median" cx={from} cy={y} r="4.5" />
              <circle class="percentile" cx={to} cy={y} r="4.5" />
            </a>
          );
        })}
      </Plot>
      <TimesLegend />
    </Picture>
  );
}

function TimesLegend() {
  return (
    <Legend
      entries={[
        <>
          <Dot look="median" /> median
        </>,
        <>
          <Dot look="percentile" /> 95 of 100 answers are not slower
        </>,
      ]}
    />
  );
}

function Dot({ look }: { readonly look: string }) {
  return (
    <svg class="swatch" width="14" height="14" aria-hidden="true">
      <circle class={look} cx="7" cy="7" r="4.5" />
    </svg>
  );
}

const histogramHeight = 56;

/** The distribution of the response times of one operation. */
export function TimesHistogram({ times }: { readonly times: ResponseTimes }) {
  const { answers, histogram, median, percentile95 } = times;
  const scale = logScale(histogram.flatMap(({ from, to }) => [from, to]));
  const most = Math.max(...histogram.map((bar) => bar.answers), 1);
  const says = `${counted(answers, 'successful answer')}: median ${durationInWords(median)}, 95 of 100 within ${durationInWords(percentile95)}.`;
  return (
    <Picture kind="times" says={says}>
      <Plot height={histogramHeight + axisHeight} label={`Response times. ${says}`}>
        <TickLines ticks={scale.ticks} bottom={histogramHeight} />
        <svg
          class="stretched"
          aria-hidden="true"
          height={histogramHeight}
          width="100%"
          viewBox={`0 0 1000 ${histogramHeight}`}
          preserveAspectRatio="none"
        >
          <path
            class="column"
            d={histogram
              .filter((bar) => bar.answers > 0)
              .map((bar) => {
                const tall = Math.max(Math.round((bar.answers / most) * (histogramHeight - 6)), 1);
                const [from, to] = [bar.from, bar.to].map((time) => Math.round(scale.at(time) * 1000));
                return `M${from} ${histogramHeight}V${histogramHeight - tall}H${to}V${histogramHeight}`;
              })
              .join('')}
          />
        </svg>
        {[['median', median] as const, ['percentile', percentile95] as const].map(([look, time]) => (
          <line
            key={look}
            class={look}
            x1={percent(scale.at(time))}
            x2={percent(scale.at(time))}
            y1="0"
            y2={histogramHeight}
          />
        ))}
      </Plot>
    </Picture>
  );
}
