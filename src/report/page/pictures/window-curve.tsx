/** @jsxImportSource preact */
import type { WindowCurve, WindowPoint } from '../../../verdicts/recording/observations.js';
import type { OperationReport } from '../../data/coverage-report.js';
import { counted, grouped } from '../../data/in-words.js';
import { axisHeight, Legend, Picture, Plot, percent, Swatch, type Tick, TickLines } from './scale.js';

/** Pixels of the plot, above it for a label, and below it for refused requests. */
const [plotHeight, above, below] = [132, 18, 26];
/** The maximum number of refusals that are drawn one by one. */
const mostRefusals = 60;
/** Pixels between the labels of two limits. */
const labelHeight = 14;

interface CurveProps {
  readonly curve: WindowCurve;
  /** The limits of its operation; undefined if the report doesn't have the operation. */
  readonly limits: OperationReport['rateLimit'] | undefined;
  readonly title?: string;
}

/** A rate limit as a curve: what the target said remains after each request, and the requests that it refused. */
export function CurvePicture({ curve, limits, title }: CurveProps) {
  const { points, operationId } = curve;
  if (points.length === 0) return null;
  const lines = linesOf(curve, limits);
  const most = Math.max(
    ...lines.map(({ value }) => value),
    ...points.map(({ remaining = 0 }) => remaining),
    1,
  );
  const count = points.length;
  const x = (index: number) => (count === 1 ? 0.5 : (index + 0.5) / count);
  const y = (remaining: number) => above + plotHeight * (1 - Math.min(Math.max(remaining, 0), most) / most);
  const bottom = above + plotHeight;
  const refused = points.flatMap(({ status }, index) => (status === 429 ? [index] : []));
  const says = inWords(curve, refused.length);
  const names = labelled(lines, y);
  const { reset } = points.findLast((point) => point.reset !== undefined) ?? {};
  return (
    <Picture kind="curve" title={title} says={says}>
      <Plot
        height={bottom + below + axisHeight}
        label={`Rate limit of ${operationId}. ${says}`}
        rows={{
          width: 44,
          labels: [
            [y(most), grouped(most)],
            [y(0), '0'],
            ...(refused.length > 0 ? ([[bottom + 16, '429']] as const) : []),
          ],
        }}
      >
        <TickLines ticks={requestTicks(count)} bottom={bottom + below} />
        <line class="guide" x1="0" x2="100%" y1={y(0)} y2={y(0)} />
        {lines.map(({ value, look }) => (
          <line key={value} class={`limit ${look}`} x1="0" x2="100%" y1={y(value)} y2={y(value)} />
        ))}
        <svg
          class="stretched"
          aria-hidden="true"
          y={above}
          height={plotHeight}
          width="100%"
          viewBox={`0 0 1000 ${plotHeight}`}
          preserveAspectRatio="none"
        >
          <path
            class="remaining"
            d={pathOf(
              points,
              (index) => x(index) * 1000,
              (value) => y(value) - above,
            )}
          />
        </svg>
        {endsOf(points).map((index) => (
          <g key={index} class="window-end">
            <line x1={percent(index / count)} x2={percent(index / count)} y1={above} y2={bottom + below} />
            <title>A new window</title>
          </g>
        ))}
        {refused.length > 0 && <Refusals refused={refused} x={x} top={bottom + 4} />}
        {names.map(({ value, names: text, look, top }) => (
          <text key={value} class={`limit-name ${look} end`} x="100%" y={top}>
            {text}
          </text>
        ))}
        {reset !== undefined && (
          <text class="reset end" x="100%" y={(names.at(-1)?.top ?? above) + labelHeight + 4}>
            window ends in {grouped(reset)} s
          </text>
        )}
      </Plot>
    </Picture>
  );
}

/** A limit as a horizontal line. */
interface LimitLine {
  readonly value: number;
  readonly names: string;
  readonly look: 'agreed' | 'differs';
}

/** The limits, those of the same value as one line, the highest first. */
function linesOf(curve: WindowCurve, limits: CurveProps['limits']): readonly LimitLine[] {
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
      return {
        value,
        names: `${grouped(value)} ${names.join(', ')}`,
        look: names.includes('stated') || (isLeast && value === passed) ? 'agreed' : 'differs',
      };
    });
}

/** The requests that passed before the first refusal. */
function observedOf({ points }: WindowCurve): { readonly passed: number; readonly isLeast: boolean } {
  const first = points.findIndex(({ status }) => status === 429);
  return first < 0 ? { passed: points.length, isLeast: true } : { passed: first, isLeast: false };
}

/** Where the names of the lines stand: above their lines, or below the name before if that is in the way. */
function labelled(lines: readonly LimitLine[], y: (value: number) => number) {
  let lowest = Number.NEGATIVE_INFINITY;
  return lines.map((line) => {
    const top = Math.max(y(line.value) - 4, lowest + labelHeight);
    lowest = top;
    return { ...line, top };
  });
}

/** The line through what remained, without the points between two others on a straight line. */
function pathOf(
  points: readonly WindowPoint[],
  x: (index: number) => number,
  y: (remaining: number) => number,
): string {
  const shown = points.flatMap(({ remaining }, index) =>
    remaining === undefined ? [] : [{ index, remaining }],
  );
  const slope = (a: (typeof shown)[number], b: (typeof shown)[number]) =>
    (b.remaining - a.remaining) / (b.index - a.index);
  const kept = shown.filter((point, index) => {
    const [before, after] = [shown[index - 1], shown[index + 1]];
    return before === undefined || after === undefined || slope(before, point) !== slope(point, after);
  });
  const rounded = (length: number) => Math.round(length * 10) / 10;
  return kept
    .map(({ index, remaining }, at) => `${at === 0 ? 'M' : 'L'}${rounded(x(index))} ${rounded(y(remaining))}`)
    .join('');
}

/** The requests before which a new window began: more remained than before. */
function endsOf(points: readonly WindowPoint[]): readonly number[] {
  return points.flatMap(({ remaining }, index) => {
    const before = points[index - 1]?.remaining;
    return remaining !== undefined && before !== undefined && remaining > before + 1 ? [index] : [];
  });
}

function Refusals({
  refused,
  x,
  top,
}: Readonly<{ refused: readonly number[]; x: (index: number) => number; top: number }>) {
  if (refused.length <= mostRefusals)
    return (
      <g class="refused">
        {refused.map((index) => (
          <line key={index} x1={percent(x(index))} x2={percent(x(index))} y1={top} y2={top + 18} />
        ))}
      </g>
    );
  const [first = 0, last = 0] = [refused[0], refused.at(-1)];
  return (
    <rect
      class="refused"
      x={percent(x(first))}
      y={top}
      width={percent(Math.max(x(last) - x(first), 0.002))}
      height={18}
    />
  );
}

/** Marks below the requests, by their number. */
function requestTicks(count: number): readonly Tick[] {
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
  const step = steps.find((each) => count / each <= 5) ?? Math.ceil(count / 5);
  return Array.from({ length: Math.floor(count / step) }, (_, index) => {
    const number = (index + 1) * step;
    return { at: (number - 0.5) / count, label: index === 0 ? `request ${number}` : grouped(number) };
  });
}

function inWords(curve: WindowCurve, refused: number): string {
  const { passed, isLeast } = observedOf(curve);
  const sent = counted(curve.points.length, 'request');
  return isLeast
    ? `${sent}, none refused: the limit is at least ${grouped(passed)}.`
    : `${sent}: ${grouped(passed)} passed before the first refusal, ${grouped(refused)} refused.`;
}

/** The lines of a curve, in words. */
export function CurveLegend() {
  return (
    <Legend
      entries={[
        <>
          <Swatch look="remaining-key" /> X-RateLimit-Remaining after each request
        </>,
        <>
          <span class="sign-of-violation" aria-hidden="true">
            |
          </span>{' '}
          refused with 429
        </>,
        'horizontal lines: the limits that the description states, the target declares and the run observed',
        'a dashed vertical line: a new window',
      ]}
    />
  );
}
