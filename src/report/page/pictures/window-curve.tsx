/** @jsxImportSource preact */

import { counted, grouped } from '../../../contract/values/words.js';
import type { WindowCurve, WindowPoint } from '../../../verdicts/recording/observations.js';
import type { OperationReport } from '../../data/coverage-report.js';
import { Bar, Curve, Legend, Line, LineSwatch, Picture, Plot, Swatch, ticks } from './chart.js';

/** Pixels of the plot, and below it for refused requests. */
const [plotHeight, below] = [136, 26];
/** Pixels that a label of the axis needs. */
const labelHeight = 14;
/** Requests between the marks of an axis. */
const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

interface CurveProps {
  readonly curve: WindowCurve;
  /** The limits of its operation; undefined if the report doesn't have the operation. */
  readonly limits: OperationReport['rateLimit'] | undefined;
  readonly title: string;
}

/** A rate limit as a curve: what the target said remains after each request, and the requests that it refused. */
export function CurvePicture({ curve, limits, title }: CurveProps) {
  const { points, operationId } = curve;
  if (points.length === 0) return null;
  const lines = linesOf(curve, limits);
  const all = [...lines.map(({ value }) => value), ...points.map(({ remaining = 0 }) => remaining)];
  const most = Math.max(...all, 1);
  const x = (index: number) => (index + 0.5) / points.length;
  const y = (remaining: number) => 6 + (plotHeight - 6) * (1 - Math.max(remaining, 0) / most);
  const refused = stretchesOf(points.flatMap(({ status }, index) => (status === 429 ? [index] : [])));
  const says = inWords(curve);
  const labels = [most, ...lines.map(({ value }) => value), 0].filter(
    (value, index, before) =>
      before.findIndex((other) => Math.abs(y(other) - y(value)) < labelHeight) === index,
  );
  const { reset } = points.findLast((point) => point.reset !== undefined) ?? {};
  return (
    <Picture kind="window" title={title} says={says}>
      <Plot
        height={plotHeight + below}
        ticks={ticks(points.length, steps, (request, step) =>
          request === step ? `request ${request}` : grouped(request),
        )}
        label={`Rate limit of ${operationId}. ${says}`}
        rows={{
          width: 44,
          labels: [
            ...labels.map((value) => [y(value), grouped(value)] as const),
            ...(refused.length > 0 ? ([[plotHeight + 16, '429']] as const) : []),
          ],
        }}
      >
        <Line look="guide" x={[0, 1]} y={[plotHeight]} />
        {lines.map(({ value, look }) => (
          <Line key={value} look={look} x={[0, 1]} y={[y(value)]} />
        ))}
        <Curve
          y={0}
          height={plotHeight}
          points={bendsOf(points).map(({ index, remaining }) => [x(index), y(remaining)])}
        />
        {newWindows(points).map((index) => (
          <Line key={index} look="new-window" x={[index / points.length]} y={[0, plotHeight + below]} />
        ))}
        {refused.map(([first, last]) => (
          <Bar
            key={first}
            look="refused"
            from={first / points.length}
            to={(last + 1) / points.length}
            y={plotHeight + 6}
            height={16}
          />
        ))}
      </Plot>
      <Legend
        entries={[
          ...lines.map(({ value, names, look }) => (
            <span key={value} class={look === 'limit differs' ? 'differing' : undefined}>
              <LineSwatch look={look} /> {grouped(value)} {names}
            </span>
          )),
          ...(reset === undefined ? [] : [`window ends in ${grouped(reset)} s`]),
        ]}
      />
    </Picture>
  );
}

/** The limits as level lines, those of the same value as one, the highest first. */
function linesOf(curve: WindowCurve, limits: CurveProps['limits']) {
  const { passed, isLeast } = observedOf(curve);
  const own: readonly (readonly [name: string, value: number])[] = [
    ...(limits === undefined ? [] : [['stated', limits.stated] as const]),
    ['declared', limits?.declared ?? curve.declared],
    [isLeast ? 'observed, at least' : 'observed', passed],
  ];
  return [...new Set(own.map(([, value]) => value))]
    .toSorted((a, b) => b - a)
    .map((value) => {
      const names = own.filter((each) => each[1] === value).map(([name]) => name);
      const agrees = names.includes('stated') || (isLeast && value === passed);
      return { value, names: names.join(', '), look: agrees ? 'limit agreed' : 'limit differs' };
    });
}

/** The requests that passed before the first refusal. */
function observedOf({ points }: WindowCurve): { readonly passed: number; readonly isLeast: boolean } {
  const first = points.findIndex(({ status }) => status === 429);
  return first < 0 ? { passed: points.length, isLeast: true } : { passed: first, isLeast: false };
}

/** What remained after each request, without the points between two others on a straight line. */
function bendsOf(points: readonly WindowPoint[]) {
  const shown = points.flatMap(({ remaining }, index) =>
    remaining === undefined ? [] : [{ index, remaining }],
  );
  const slope = (a: (typeof shown)[number], b: (typeof shown)[number]) =>
    (b.remaining - a.remaining) / (b.index - a.index);
  return shown.filter((point, index) => {
    const [before, after] = [shown[index - 1], shown[index + 1]];
    return before === undefined || after === undefined || slope(before, point) !== slope(point, after);
  });
}

/** The requests before which a new window began: more remained than before. */
function newWindows(points: readonly WindowPoint[]): readonly number[] {
  return points.flatMap(({ remaining }, index) => {
    const before = points[index - 1]?.remaining;
    return remaining !== undefined && before !== undefined && remaining > before + 1 ? [index] : [];
  });
}

/** The first and the last of consecutive numbers. */
function stretchesOf(numbers: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const ends = numbers.filter((each, index) => numbers[index + 1] !== each + 1);
  return numbers
    .filter((each, index) => numbers[index - 1] !== each - 1)
    .map((first, index) => [first, ends[index] ?? first]);
}

function inWords(curve: WindowCurve): string {
  const { passed, isLeast } = observedOf(curve);
  const sent = counted(curve.points.length, 'request');
  const refused = curve.points.filter(({ status }) => status === 429).length;
  return isLeast
    ? `${sent}, none refused: the limit is at least ${grouped(passed)}.`
    : `${sent}: ${grouped(passed)} passed before the first refusal, ${grouped(refused)} refused.`;
}

/** The signs of all curves, in words. */
export function CurveLegend() {
  return (
    <Legend
      entries={[
        <>
          <LineSwatch look="curve" /> X-RateLimit-Remaining after each request
        </>,
        <>
          <Swatch look="refused" /> refused with 429
        </>,
        'horizontal lines: the limits that the description states, the target declares and the run observed',
        'a dashed vertical line: a new window',
      ]}
    />
  );
}
