/** @jsxImportSource preact */

import { counted, grouped } from '../../../contract/values/words.js';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { StateMachineReport } from '../../data/conformance-report.js';
import type { PageContent } from '../content/page-content.js';
import { Table } from '../sections/elements.js';
import { Legend, LineSwatch, Picture } from './chart.js';

type Transitions = StateMachineReport['transitions'];
type Point = readonly [x: number, y: number];

const titles: Readonly<Record<StateMachineReport['name'], string>> = {
  product: 'The status of a product',
  order: 'The status of an order item',
};

/** Pixels of the picture and of a state, and between two rows of states. */
const [width, stateWidth, stateHeight, rowHeight] = [320, 132, 28, 92];
const [left, middle, right, top] = [68, 160, 252, 30];
/** How far an edge bends, so that it meets neither the one that leads back nor a legal one of the same states. */
const [legalBend, illegalBend] = [14, 26];

/** The middle of each state of both machines: on a ring, so that no edge runs through a third state. */
const places: Readonly<Record<string, Point>> = {
  draft: [middle, top],
  rejected: [left, top + rowHeight],
  pending_approval: [right, top + rowHeight],
  inactive: [left, top + 2 * rowHeight],
  pending_active: [right, top + 2 * rowHeight],
  active: [middle, top + 3 * rowHeight],
  open: [left, top],
  shipped: [right, top],
  cancelled: [left, top + rowHeight],
  returned: [right, top + rowHeight],
};

/** An edge: all transitions from one state to another that are legal, or all that are not. */
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly legal: boolean;
  readonly times: number;
}

/** A state machine with every edge: how often it was taken, and whether it is legal. */
export function MachinePicture({
  machine,
  content,
}: {
  readonly machine: StateMachineReport;
  readonly content: Pick<PageContent, 'requirements'>;
}) {
  const placed = placesOf(machine);
  const edges = edgesOf(machine.transitions);
  const arrows = edges.map((edge) => arrowOf(edge, placed));
  const height = Math.max(...[...placed.values()].map(([, y]) => y)) + top;
  const says = inWords(machine);
  const title = titles[machine.name];
  const isReached = (state: string) =>
    edges.some(({ from, to, times }) => times > 0 && (from === state || to === state));
  return (
    <Picture kind="machine" title={title} says={says}>
      <div class="beside">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={`${title}. ${says}`}
        >
          {arrows.map(({ look, line, tip, angle, weight }) => (
            <g key={line} class={look} stroke-width={weight}>
              <path d={line} />
              <path class="head" d="M0 0L-9-4.5V4.5Z" transform={`translate(${tip}) rotate(${angle})`} />
            </g>
          ))}
          {[...placed].map(([name, [x, y]]) => (
            <g key={name} class={isReached(name) ? 'state' : 'state unvisited'}>
              <rect
                x={x - stateWidth / 2}
                y={y - stateHeight / 2}
                width={stateWidth}
                height={stateHeight}
                rx="8"
              />
              <text x={x} y={y + 4} class="middle">
                {visibleText(name.slice(0, 18))}
              </text>
            </g>
          ))}
          {arrows.map(({ look, line, label, at: [x, y] }) => (
            <text key={line} class={`middle ${look}`} x={x} y={y + 4}>
              {label}
            </text>
          ))}
        </svg>
        <div>
          <Legend
            entries={[
              <>
                <LineSwatch look="edge taken" /> taken, and how often: the wider, the more often
              </>,
              <>
                <LineSwatch look="edge untaken" /> legal, but never taken
              </>,
              ...(edges.some(({ legal }) => !legal)
                ? [
                    <span class="differing">
                      <LineSwatch look="edge illegal" /> ✕ illegal
                    </span>,
                  ]
                : []),
            ]}
          />
          <TransitionTable machine={machine} content={content} />
        </div>
      </div>
    </Picture>
  );
}

/** The place of each state; those that neither machine has are below the others, two in a row. */
function placesOf({ states, transitions }: StateMachineReport): ReadonlyMap<string, Point> {
  const named = [...new Set([...states, ...transitions.flatMap(({ from, to }) => [from, to])])];
  const known = named.flatMap((state) => {
    const place = Object.hasOwn(places, state) ? places[state] : undefined;
    return place === undefined ? [] : [[state, place] as const];
  });
  const bottom = Math.max(...known.map(([, [, y]]) => y), top - rowHeight);
  const unknown = named
    .filter((state) => !Object.hasOwn(places, state))
    .map((state, index): readonly [string, Point] => [
      state,
      [index % 2 === 0 ? left : right, bottom + rowHeight * (1 + Math.floor(index / 2))],
    ]);
  return new Map([...known, ...unknown]);
}

/** The edges, the illegal ones last, so that they are in front. */
function edgesOf(transitions: Transitions): readonly Edge[] {
  const edges = new Map<string, Edge>();
  for (const { from, to, legal, times } of transitions) {
    const key = JSON.stringify([from, to, legal]);
    edges.set(key, { from, to, legal, times: times + (edges.get(key)?.times ?? 0) });
  }
  return [...edges.values()].toSorted((a, b) => Number(b.legal) - Number(a.legal));
}

/** An edge as an arrow that bends to its left, and the number on it. */
function arrowOf({ from, to, legal, times }: Edge, placed: ReadonlyMap<string, Point>) {
  const nowhere: Point = [0, 0];
  const [start, end] = [placed.get(from) ?? nowhere, placed.get(to) ?? nowhere];
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  // A curve reaches half of the way to its control point.
  const bend = (2 * (legal ? legalBend : illegalBend)) / (Math.hypot(dx, dy) || 1);
  const control: Point = [
    Math.round((start[0] + end[0]) / 2 + bend * dy),
    Math.round((start[1] + end[1]) / 2 - bend * dx),
  ];
  const [tail, neck, tip] = [borderOf(start, control), borderOf(end, control, 6), borderOf(end, control)];
  // Nearer to the beginning of an illegal edge: these may cross in the middle.
  const part = legal ? 0.5 : 0.35;
  const along = (axis: 0 | 1) =>
    Math.round((1 - part) ** 2 * tail[axis] + 2 * part * (1 - part) * control[axis] + part ** 2 * tip[axis]);
  return {
    look: `edge ${legal ? (times > 0 ? 'taken' : 'untaken') : 'illegal'}`,
    weight: 1.5 + Math.min(0.6 * Math.floor(Math.log10(Math.max(times, 1))), 2),
    line: `M${tail.join(' ')}Q${control.join(' ')} ${neck.join(' ')}`,
    tip: tip.join(' '),
    angle: Math.round((Math.atan2(tip[1] - control[1], tip[0] - control[0]) * 180) / Math.PI),
    label: legal && times === 0 ? '' : `${legal ? '' : '✕ '}×${grouped(times)}`,
    at: [along(0), along(1)] as const,
  };
}

/** Where a line from the middle of a state to a point leaves the state, or a few pixels after that. */
function borderOf([x, y]: Point, [toX, toY]: Point, after = 0): Point {
  const [dx, dy] = [toX - x, toY - y];
  const inside = 1 / Math.max(Math.abs(dx) / (stateWidth / 2), Math.abs(dy) / (stateHeight / 2), 0.01);
  const part = inside + after / (Math.hypot(dx, dy) || 1);
  return [Math.round(x + part * dx), Math.round(y + part * dy)];
}

/** All transitions as a table, the illegal ones first. */
function TransitionTable({
  machine: { name, transitions },
  content,
}: Readonly<{ machine: StateMachineReport; content: Pick<PageContent, 'requirements'> }>) {
  const findings = content.requirements.flatMap((each) => each.findings);
  const sorted = transitions.toSorted((a, b) => Number(a.legal) - Number(b.legal) || b.times - a.times);
  return (
    <Table
      label={`Transitions: ${titles[name]}`}
      class="transitions"
      columns={['From', 'To', 'By', 'Taken']}
      numbers={['Taken']}
    >
      {sorted.map(({ from, to, by, legal, times, tests }) => {
        const own = findings.filter(({ finding }) => !legal && tests.includes(finding.test));
        return (
          <tr key={`${from} ${to} ${by} ${legal}`} class={legal ? undefined : 'illegal'}>
            <td>{visibleText(from)}</td>
            <td>{visibleText(to)}</td>
            <td>
              {visibleText(by)}
              {!legal && (
                <span class="differing">
                  {' ✕ illegal '}
                  {own.map(({ address }) => (
                    <a key={address} href={`#${address}`}>
                      {address}{' '}
                    </a>
                  ))}
                </span>
              )}
            </td>
            <td class={times === 0 ? 'number zero' : 'number'}>
              {times === 0 ? 'never' : `×${grouped(times)}`}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function inWords({ transitions }: StateMachineReport): string {
  const legal = transitions.filter((each) => each.legal);
  const taken = legal.filter(({ times }) => times > 0).length;
  const illegal = transitions.filter((each) => !each.legal);
  const broken = illegal.map(({ from, to }) => `${visibleText(from)} to ${visibleText(to)}`);
  const ending =
    illegal.length === 0
      ? 'no illegal one'
      : `${counted(illegal.length, 'illegal one')}: ${broken.join(', ')}`;
  return `${taken} of ${counted(legal.length, 'legal transition')} taken, and ${ending}.`;
}
