/** @jsxImportSource preact */
import type { CoverageReport, Tally } from '../../data/coverage-report.js';
import { grouped } from '../../data/in-words.js';
import { Legend, Picture, percent, Swatch } from './scale.js';

const kinds = [
  ['Operations', 'operations'],
  ['Statuses', 'statuses'],
  ['Fields', 'fields'],
  ['Enum values', 'values'],
  ['Parameters', 'parameters'],
] as const;
const provenances = ['stated', 'derived', 'assumed'] as const;
const barHeight = 16;

/** The part of the contract that the run saw as bars: one for each kind of element, divided by source. */
export function CoverageBars({ totals }: { readonly totals: CoverageReport['totals'] }) {
  return (
    <Picture kind="coverage-bars">
      <dl>
        {kinds.map(([name, kind]) => {
          const tally = totals[kind];
          const parts =
            'stated' in tally
              ? provenances
                  .map((each) => ({ name: each, tally: tally[each] }))
                  .filter((each) => each.tally.of > 0)
              : [{ name: 'all', tally }];
          return (
            <div key={kind}>
              <dt>
                {name} <b>{shareOf(tally)}</b>
              </dt>
              <dd>
                <Bar parts={parts.map((part) => part.tally)} />
                {parts.length > 1 && (
                  <span class="aside">
                    {parts.map((part) => `${part.name} ${shareOf(part.tally)}`).join(' · ')}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <Legend
        entries={[
          <>
            <Swatch look="seen" /> seen
          </>,
          <>
            <Swatch look="excused" /> not seen, for a known reason
          </>,
          <>
            <Swatch look="unseen" /> not seen
          </>,
          'the parts of a bar: stated, derived, assumed',
        ]}
      />
    </Picture>
  );
}

function shareOf({ seen, of, excused }: Tally): string {
  return `${grouped(seen)} of ${grouped(of)}${excused > 0 ? `, ${grouped(excused)} excused` : ''}`;
}

/** The numbers are next to it as text. */
function Bar({ parts }: { readonly parts: readonly Tally[] }) {
  const all = parts.reduce((sum, { of }) => sum + of, 0);
  let before = 0;
  return (
    <svg width="100%" height={barHeight} aria-hidden="true">
      {parts.map(({ seen, of, excused }, index) => {
        const start = before;
        before += of;
        const pieces = [
          ['seen', 0, seen],
          ['excused', seen, excused],
          ['unseen', seen + excused, of - seen - excused],
        ] as const;
        return (
          <g key={index}>
            {pieces
              .filter(([, , count]) => count > 0)
              .map(([look, from, count]) => (
                <rect
                  key={look}
                  class={look}
                  x={percent((start + from) / all)}
                  width={percent(count / all)}
                  height={barHeight}
                />
              ))}
            {start > 0 && (
              <line class="seam" x1={percent(start / all)} x2={percent(start / all)} y1="0" y2={barHeight} />
            )}
          </g>
        );
      })}
    </svg>
  );
}
