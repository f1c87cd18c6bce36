import type { ComponentChildren } from 'preact';
import { List } from '../sections/elements.js';

/** A mark of an axis: its place from 0 to 1, and its label. */
interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Steps of an axis of numbers, and of one of time in milliseconds. */
export const numberSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
export const timeSteps = [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200].map((seconds) => seconds * 1000);

/** At most five marks of an axis after its beginning. @param steps between the marks, the finest first */
export function ticks(
  whole: number,
  steps: readonly number[],
  labelOf: (value: number) => string,
): readonly Tick[] {
  const step = steps.find((each) => whole / each <= 5) ?? whole;
  return Array.from({ length: Math.floor(whole / step) }, (_, index) => {
    const value = (index + 1) * step;
    return { at: value / whole, label: labelOf(value) };
  });
}

/** A part of a length as an attribute of SVG: `12.5%`, so that text keeps its size at every width. */
export function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}

/** The pixels of the labels below a plot, and of those left of it. */
const [axisHeight, gutterWidth] = [18, 68];

interface PlotProps {
  /** Pixels, without the labels of the axis. */
  readonly height: number;
  readonly ticks: readonly Tick[];
  /** The labels left of the plot, each with the middle of its line. */
  readonly rows: readonly (readonly [y: number, text: string])[];
  /** Everything that the plot shows, in a sentence. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A drawing as wide as the page allows: places across are parts of its width, from 0 to 1, and those down are pixels. */
export function Plot({ height, ticks: marks, rows, label, children }: PlotProps) {
  return (
    <div class="plot">
      <svg class="gutter" width={gutterWidth} height={height + axisHeight} aria-hidden="true">
        {rows.map(([y, text]) => (
          <text key={y} x={gutterWidth - 8} y={y + 4} class="end">
            {text}
          </text>
        ))}
      </svg>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
      <svg class="area" width="100%" height={height + axisHeight} role="group" aria-label={label}>
        <g class="axis">
          {marks.map(({ at, label: text }) => (
            <>
              <line x1={percent(at)} x2={percent(at)} y1={0} y2={height} />
              <text x={percent(at)} y={height + 14} class={at > 0.94 ? 'end' : 'middle'}>
                {text}
              </text>
            </>
          ))}
        </g>
        {children}
      </svg>
    </div>
  );
}

interface BarProps extends Readonly<Record<'from' | 'to' | 'y' | 'height', number>> {
  readonly look: string;
  readonly title?: string;
}

/** A bar from one place across to another. */
export function Bar({ from, to, y, height, look, title }: BarProps) {
  return (
    <rect class={look} x={percent(from)} width={percent(to - from)} y={y} height={height}>
      {title !== undefined && <title>{title}</title>}
    </rect>
  );
}

interface PictureProps {
  readonly kind: string;
  /** Absent if a heading above it says the same. */
  readonly title?: string;
  /** The picture in a sentence or two. */
  readonly says: string;
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

/** The colours of a picture, in words. */
export function Legend({ entries }: { entries: readonly (readonly [look: string, says: string])[] }) {
  return (
    <List
      class="key"
      entries={entries.map(([look, says]) => (
        <>
          <svg class="swatch" width="14" height="14" aria-hidden="true">
            <rect class={look} width="14" height="14" rx="3" />
          </svg>{' '}
          {says}
        </>
      ))}
    />
  );
}
