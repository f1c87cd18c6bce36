/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** Milliseconds between the marks of an axis of time, the finest first. */
const timeSteps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000,
  180_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000,
];

/** A place on an axis, from 0 to 1, and its label. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** At most six marks of an axis of time that begins at 0, with round labels. @param longest milliseconds, above 0 */
export function timeTicks(longest: number): readonly Tick[] {
  const step = timeSteps.find((each) => longest / each <= 5) ?? longest;
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, index) => ({
    at: (index * step) / longest,
    label: timeLabel(index * step, step),
  }));
}

function timeLabel(milliseconds: number, step: number): string {
  if (milliseconds === 0) return '0';
  if (step >= 3_600_000) return `${Math.round(milliseconds / 3_600_000)} h`;
  if (milliseconds % 60_000 === 0) return `${Math.round(milliseconds / 60_000)} min`;
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}

/** Places times on a logarithmic axis. */
interface LogScale {
  /** The place of a time, from 0 to 1. @param milliseconds moved to the nearest end if it is outside */
  readonly at: (milliseconds: number) => number;
  readonly ticks: readonly Tick[];
}

/** A logarithmic axis with a mark at each power of ten that contains these times. @param times in milliseconds */
export function logScale(times: readonly number[]): LogScale {
  const positive = times.filter((time) => time > 0);
  const first = Math.floor(Math.log10(Math.min(...positive, 1000)));
  const last = Math.max(Math.ceil(Math.log10(Math.max(...positive, 1))), first + 1);
  const place = (time: number) =>
    time <= 0 ? 0 : Math.min(Math.max((Math.log10(time) - first) / (last - first), 0), 1);
  return {
    at: place,
    ticks: Array.from({ length: last - first + 1 }, (_, index) => {
      const time = 10 ** (first + index);
      const label = time >= 1000 ? `${time / 1000} s` : `${Number(time.toPrecision(1))} ms`;
      return { at: index / (last - first), label };
    }),
  };
}

/** A part of a length as an attribute of SVG: `12.5%`, so that text keeps its size at every width. */
export function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}

/** The vertical lines of an axis across a plot, and their labels below it. */
export function TickLines({ ticks, bottom }: { readonly ticks: readonly Tick[]; readonly bottom: number }) {
  return (
    <g class="axis">
      {ticks.map(({ at, label }) => (
        <>
          <line x1={percent(at)} x2={percent(at)} y1={0} y2={bottom} />
          <text x={percent(at)} y={bottom + 14} class={at > 0.94 ? 'end' : at === 0 ? undefined : 'middle'}>
            {label}
          </text>
        </>
      ))}
    </g>
  );
}

/** The pixels that the labels of an axis take below a plot. */
export const axisHeight = 18;

interface PlotProps {
  readonly height: number;
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

/** A drawing as wide as the page allows; positions across are parts of its width, those down are pixels. */
export function Plot({ height, rows, label, hasLinks = false, children }: PlotProps) {
  return (
    <div class="plot">
      {rows !== undefined && (
        <svg class="gutter" width={rows.width} height={height} aria-hidden="true">
          {rows.labels.map(([y, text]) => (
            <text key={y} x={rows.width - 8} y={y + 4} class="end">
              {text}
            </text>
          ))}
        </svg>
      )}
      <svg class="area" width="100%" height={height} role={hasLinks ? 'group' : 'img'} aria-label={label}>
        {children}
      </svg>
    </div>
  );
}

interface PictureProps {
  readonly kind: string;
  /** Absent if a heading above it says the same. */
  readonly title?: ComponentChildren;
  /** The picture in a sentence or two. */
  readonly says?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A picture with its title, and the sentence that says what it shows. */
export function Picture({ kind, title, says, children }: PictureProps) {
  return (
    <figure class={`picture ${kind}`}>
      {(title !== undefined || says !== undefined) && (
        <figcaption>
          {title !== undefined && <strong>{title}</strong>} {says}
        </figcaption>
      )}
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
