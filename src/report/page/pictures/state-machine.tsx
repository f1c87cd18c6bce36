/** @jsxImportSource preact */
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { StateMachineReport } from '../../data/conformance-report.js';
import { counted, grouped } from '../../data/in-words.js';
import type { PageContent } from '../content/page-content.js';
import { Table } from '../sections/elements.js';
import { type Edge, layoutOf, stateSize } from './machine-layout.js';
import { Legend, Picture } from './scale.js';

const titles: Readonly<Record<StateMachineReport['name'], string>> = {
  product: 'The status of a product',
  order: 'The status of an order item',
};

/** The width of a bold character, at most on average. */
const characterWidth = 7;

/** A state machine with every edge: how often it was taken, and whether it is legal. */
export function MachinePicture({
  machine,
  content,
}: {
  readonly machine: StateMachineReport;
  readonly content: Pick<PageContent, 'requirements'>;
}) {
  const { width, height, states, edges } = layoutOf(machine);
  const says = inWords(machine);
  const title = titles[machine.name];
  return (
    <Picture kind="machine" title={title} says={says}>
      <div class="beside">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, it can't be scrolled by keyboard. */}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
        <div class="scrollable" role="group" aria-label={`Picture: ${title}`} tabIndex={0}>
          <svg
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            role="img"
            aria-label={`${title}. ${says}`}
          >
            {edges.map((edge) => (
              <EdgeLine key={`${edge.from} ${edge.to} ${edge.legal}`} edge={edge} />
            ))}
            {states.map(({ name, x, y }) => (
              <g key={name} class={isReached(name, edges) ? 'state' : 'state unvisited'}>
                <rect x={x} y={y} width={stateSize.width} height={stateSize.height} rx="15" />
                <text x={x + stateSize.width / 2} y={y + 19.5} class="middle">
                  {visibleText(name.slice(0, 18))}
                </text>
              </g>
            ))}
            {edges.map((edge) => (
              <EdgeLabel key={`${edge.from} ${edge.to} ${edge.legal}`} edge={edge} />
            ))}
          </svg>
        </div>
        <div>
          <Legend
            entries={[
              <>
                <LineKey look="edge taken" /> taken, and how often: the wider, the more often
              </>,
              <>
                <LineKey look="edge untaken" /> legal, but never taken
              </>,
              ...(edges.some(({ legal }) => !legal)
                ? [
                    <span class="differing">
                      <LineKey look="edge illegal" /> ✕ illegal
                    </span>,
                  ]
                : []),
            ]}
          />
          <Transitions machine={machine} content={content} />
        </div>
      </div>
    </Picture>
  );
}

function isReached(state: string, edges: readonly Edge[]): boolean {
  return edges.some(({ from, to, times }) => times > 0 && (from === state || to === state));
}

function lookOf({ legal, times }: Edge): string {
  if (!legal) return 'edge illegal';
  return times > 0 ? 'edge taken' : 'edge untaken';
}

function EdgeLine({ edge }: { readonly edge: Edge }) {
  const { corners, times } = edge;
  const [before, tip] = [corners.at(-2), corners.at(-1)];
  if (before === undefined || tip === undefined) return null;
  const [dx, dy] = [Math.sign(tip.x - before.x), Math.sign(tip.y - before.y)];
  const [baseX, baseY] = [tip.x - 7 * dx, tip.y - 7 * dy];
  const head = `M${tip.x} ${tip.y}L${baseX - 4 * dy} ${baseY - 4 * dx}L${baseX + 4 * dy} ${baseY + 4 * dx}Z`;
  const weight = times === 0 ? 0 : Math.min(Math.floor(Math.log10(times)), 3);
  return (
    <g class={`${lookOf(edge)} weight-${weight}`}>
      <path d={roundedLine([...corners.slice(0, -1), { x: baseX, y: baseY }])} />
      <path class="head" d={head} />
    </g>
  );
}

/** A line along corners, with the corners rounded. */
function roundedLine(corners: readonly { readonly x: number; readonly y: number }[]): string {
  return corners
    .map(({ x, y }, index) => {
      const [before, after] = [corners[index - 1], corners[index + 1]];
      if (before === undefined) return `M${x} ${y}`;
      if (after === undefined) return `L${x} ${y}`;
      const radius = Math.min(
        8,
        (Math.abs(x - before.x) + Math.abs(y - before.y)) / 2,
        distance(after, { x, y }) / 2,
      );
      const near = (other: { readonly x: number; readonly y: number }) =>
        `${x + Math.sign(other.x - x) * radius} ${y + Math.sign(other.y - y) * radius}`;
      return `L${near(before)}Q${x} ${y} ${near(after)}`;
    })
    .join('');
}

function distance(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

function EdgeLabel({ edge }: { readonly edge: Edge }) {
  const { legal, times, label } = edge;
  if (legal && times === 0) return null;
  const { x, y, anchor, isAlong } = label;
  const words = legal ? `×${grouped(times)}` : `✕ illegal ×${grouped(times)}`;
  const text = (
    <text class={`edge-label ${anchor}${legal ? '' : ' illegal'}`} x={x} y={y + 4}>
      {words}
    </text>
  );
  if (!isAlong) return text;
  const length = words.length * characterWidth;
  return (
    <g transform={`rotate(-90 ${x} ${y})`}>
      <rect class="behind" x={x - length / 2} y={y - 7} width={length} height={14} />
      {text}
    </g>
  );
}

function LineKey({ look }: { readonly look: string }) {
  return (
    <svg class="swatch" width="26" height="14" aria-hidden="true">
      <g class={`${look} weight-1`}>
        <path d="M0 7H20" />
        <path class="head" d="M26 7L19 3L19 11Z" />
      </g>
    </svg>
  );
}

/** All transitions as a table, the illegal ones first. */
function Transitions({
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
