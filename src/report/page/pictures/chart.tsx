/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** A mark of an axis: its place from 0 to 1, and its label. */
interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Milliseconds between the marks of an axis of time. */
const timeSteps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000,
  180_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000,
];

/** The marks of an axis of time that begins at 0. @param longest milliseconds, above 0 */
export function timeTicks(longest: number): readonly Tick[] {
  return [{ at: 0, label: '0' }, ...ticks(longest, timeSteps, timeLabel)];
}

/** At most five marks of a linear axis after its beginning. @param steps from one mark to the next, the finest first */
export function ticks(
  whole: number,
  steps: readonly number[],
  labelOf: (value: number, step: number) => string,
): readonly Tick[] {
  const step = steps.find((each) => whole / each <= 5) ?? whole;
  return Array.from({ length: Math.floor(whole / step) }, (_, index) => {
    const value = (index + 1) * step;
    return { at: value / whole, label: labelOf(value, step) };
  });
}

function timeLabel(milliseconds: number, step: number): string {
  if (step >= 3_600_000) return `${Math.round(milliseconds / 3_600_000)} h`;
  if (milliseconds % 60_000 === 0) return `${Math.round(milliseconds / 60_000)} min`;
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}

/** The places of values on a logarithmic axis, from 0 to 1; a value outside is moved to the nearest end. */
export function logAxis(first: number, last: number): (value: number) => number {
  return (value) =>
    Math.log(Math.min(Math.max(value, first), last) / first) / Math.log(Math.max(last / first, 2));
}

/** A part of a length as an attribute of SVG: `12.5%`, so that text keeps its size at every width. */
function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}

/** The pixels that the labels of an axis take below a plot. */
const axisHeight = 18;

interface PlotProps {
  /** Pixels, without the labels of the axis. */
  readonly height: number;
  /** The marks of the axis across. */
  readonly ticks?: readonly Tick[];
  /** The labels left of the plot, each with the middle of its line, and the pixels that they take. */
  readonly rows?: {
    readonly width: number;
    readonly labels: readonly (readonly [y: number, ComponentChildren])[];
  };
  /** Everything that the plot shows, in a sentence. */
  readonly label: string;
  /** Present if the plot contains links, so that it can't be one image to a screen reader. */
  readonly hasLinks?: boolean;
  readonly children: ComponentChildren;
}

/** A drawing as wide as the page allows: places across are parts of its width, from 0 to 1, and those down are pixels. */
export function Plot({ height, ticks: marks = [], rows, label, hasLinks = false, children }: PlotProps) {
  const whole = height + (marks.length > 0 ? axisHeight : 0);
  return (
    <div class="plot">
      {rows !== undefined && (
        <svg class="gutter" width={rows.width} height={whole} aria-hidden="true">
          {rows.labels.map(([y, text]) => (
            <text key={y} x={rows.width - 8} y={y + 4} class="end">
              {text}
            </text>
          ))}
        </svg>
      )}
      <svg class="area" width="100%" height={whole} role={hasLinks ? 'group' : 'img'} aria-label={label}>
        <g class="axis">
          {marks.map((tick) => (
            <>
              <Line x={[tick.at]} y={[0, height]} />
              <Label x={tick.at} y={height + 14} look={tick.at > 0.94 ? 'end' : tick.at > 0 ? 'middle' : ''}>
                {tick.label}
              </Label>
            </>
          ))}
        </g>
        {children}
      </svg>
    </div>
  );
}

/** A place across and down, and the look of what is there. */
interface Mark {
  readonly x: number;
  readonly y: number;
  readonly look?: string;
}

interface BarProps {
  readonly from: number;
  readonly to: number;
  readonly y?: number;
  readonly height: number;
  readonly look: string;
  readonly title?: string | undefined;
}

/** A bar or a band from one place across to another. */
export function Bar({ from, to, y = 0, height, look, title }: BarProps) {
  return (
    <rect class={look} x={percent(from)} width={percent(to - from)} y={y} height={height}>
      {title !== undefined && <title>{title}</title>}
    </rect>
  );
}

interface LineProps {
  readonly x: readonly [from: number, to?: number];
  readonly y: readonly [from: number, to?: number];
  readonly look?: string;
}

/** A straight line, which is upright or level if it has one place across or down. */
export function Line({ x: [x1, x2 = x1], y: [y1, y2 = y1], look }: LineProps) {
  return <line class={look} x1={percent(x1)} x2={percent(x2)} y1={y1} y2={y2} />;
}

/** A dot, with a sign in it that says why it is large. */
export function Dot({ x, y, look, sign }: Mark & { readonly sign?: string | number | undefined }) {
  return (
    <>
      <circle class={look} cx={percent(x)} cy={y} r={sign === undefined ? 5 : 8.5} />
      {sign !== undefined && (
        <Label x={x} y={y + 4} look="sign">
          {sign}
        </Label>
      )}
    </>
  );
}

/** A text at a place. */
export function Label({ x, y, look, children }: Mark & { readonly children: ComponentChildren }) {
  return (
    <text class={look} x={percent(x)} y={y}>
      {children}
    </text>
  );
}

/** A line along points, drawn over the whole width. */
export function Curve({
  points,
  y,
  height,
}: Readonly<{ points: readonly (readonly [x: number, y: number])[]; y: number; height: number }>) {
  const round = (length: number) => Math.round(length * 10) / 10;
  const path = points.map(([across, down], index) =>
    [index === 0 ? 'M' : 'L', round(across * 1000), ' ', round(down)].join(''),
  );
  return (
    <svg
      aria-hidden="true"
      y={y}
      height={height}
      width="100%"
      viewBox={`0 0 1000 ${height}`}
      preserveAspectRatio="none"
    >
      <path class="curve" d={path.join('')} />
    </svg>
  );
}

interface PictureProps {
  readonly kind: string;
  /** Absent if a heading above it says the same. */
  readonly title?: ComponentChildren;
  /** The picture in a sentence or two. */
  readonly says: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A picture with its title, and the sentence that says what it shows. */
export function Picture({ kind, title, says, children }: PictureProps) {
  return (
    <figure class={`picture ${kind}`}>
      <figcaption>
        {title !== undefined && <strong>{title}</strong>} {says}
      </figcaption>
      {children}
    </figure>
  );
}

/** The signs and colours of a picture, in words. */
export function Legend({ entries }: { readonly entries: readonly ComponentChildren[] }) {
  return (
    <ul class="key">
      {entries.map((entry, index) => (
        <li key={index}>{entry}</li>
      ))}
    </ul>
  );
}

/** The colour of a thing in a legend. */
export function Swatch({ look }: { readonly look: string }) {
  return (
    <svg class="swatch" width="14" height="14" aria-hidden="true">
      <rect class={look} width="14" height="14" rx="3" />
    </svg>
  );
}

/** The line of a thing in a legend. */
export function LineSwatch({ look }: { readonly look: string }) {
  return (
    <svg class="swatch" width="22" height="14" aria-hidden="true">
      <path class={look} d="M0 7H22" />
    </svg>
  );
}
