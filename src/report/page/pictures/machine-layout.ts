import type { StateMachineReport } from '../../data/conformance-report.js';

type SeenTransition = StateMachineReport['transitions'][number];

/** Pixels of a state, and of the space between two states. */
export const stateSize = { width: 150, height: 30 } as const;
const betweenStates = 46;
/** Pixels between two tracks next to the states, and between the middle of a state and a straight edge. */
const [trackWidth, straightOffset] = [26, 46];
const margin = 6;

/** The order in which the states of the known machines are drawn, so that most steps go down. */
const order = [
  'draft',
  'pending_approval',
  'rejected',
  'pending_active',
  'active',
  'inactive',
  'open',
  'shipped',
  'returned',
  'cancelled',
];

/** An edge: all transitions from one state to another that are legal, or all that are not. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly legal: boolean;
  readonly times: number;
  readonly transitions: readonly SeenTransition[];
  /** The corners of its line, from its beginning to its arrowhead. */
  readonly corners: readonly Point[];
  /** The middle of its label; on a track the label of an illegal edge runs along the line. */
  readonly label: Point & { readonly anchor: 'start' | 'middle' | 'end'; readonly isAlong: boolean };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface MachineLayout {
  readonly width: number;
  readonly height: number;
  readonly states: readonly (Point & { readonly name: string })[];
  readonly edges: readonly Edge[];
}

type Joined = Omit<Edge, 'corners' | 'label'> & { readonly top: number; readonly bottom: number };
type Placed = Joined & { readonly track: number };

/**
 * Places the states of a machine below each other. A step to the next state or back is a straight arrow; any other goes
 * along a track: down on the right, up on the left.
 */
export function layoutOf({ states, transitions }: StateMachineReport): MachineLayout {
  const named = [...new Set([...states, ...transitions.flatMap(({ from, to }) => [from, to])])];
  const rank = (state: string) => (order.includes(state) ? order.indexOf(state) : order.length);
  const sorted = named.toSorted((a, b) => rank(a) - rank(b));
  const joined = joinedEdges(transitions, sorted);
  const isStraight = (edge: Joined) =>
    edge.bottom - edge.top === 1 &&
    joined.find(({ from, to }) => from === edge.from && to === edge.to) === edge;
  const isDown = ({ from, to }: Joined) => sorted.indexOf(from) <= sorted.indexOf(to);
  const curved = joined.filter((edge) => !isStraight(edge));
  const right = onTracks(curved.filter(isDown));
  const left = onTracks(curved.filter((edge) => !isDown(edge)));
  const leftWidth = margin + widthOf(left);
  const middle = leftWidth + stateSize.width / 2;
  const top = (index: number) => margin + index * (stateSize.height + betweenStates);
  const straight = joined.filter(isStraight).map((edge) => {
    const side = isDown(edge) ? -1 : 1;
    const x = middle + side * straightOffset;
    const [upper, lower] = [top(edge.top) + stateSize.height, top(edge.bottom)];
    const corners = side < 0 ? [upper, lower] : [lower, upper];
    const y = side < 0 ? upper + 18 : lower - 10;
    return {
      ...withoutRows(edge),
      corners: corners.map((each) => ({ x, y: each })),
      label: { x: x - side * 7, y, anchor: side < 0 ? 'start' : 'end', isAlong: false } as const,
    };
  });
  const tracks = [...trackEdges(right, 1, middle, top, isDown), ...trackEdges(left, -1, middle, top, isDown)];
  return {
    width: leftWidth + stateSize.width + widthOf(right) + margin,
    height: top(sorted.length - 1) + stateSize.height + margin,
    states: sorted.map((name, index) => ({ name, x: leftWidth, y: top(index) })),
    edges: [...straight, ...tracks].toSorted((a, b) => Number(b.legal) - Number(a.legal)),
  };
}

function withoutRows({ from, to, legal, times, transitions }: Joined): Omit<Edge, 'corners' | 'label'> {
  return { from, to, legal, times, transitions };
}

function joinedEdges(transitions: readonly SeenTransition[], states: readonly string[]): readonly Joined[] {
  const groups = new Map<string, SeenTransition[]>();
  for (const each of transitions) {
    const key = JSON.stringify([each.from, each.to, each.legal]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const rows = [states.indexOf(first.from), states.indexOf(first.to)];
    const times = own.reduce((sum, each) => sum + each.times, 0);
    const { from, to, legal } = first;
    return [{ from, to, legal, times, transitions: own, top: Math.min(...rows), bottom: Math.max(...rows) }];
  });
}

/** Gives each edge a track, the short ones near the states, so that no two edges share a part of a track. */
function onTracks(edges: readonly Joined[]): readonly Placed[] {
  const placed: Placed[] = [];
  for (const edge of edges.toSorted((a, b) => a.bottom - a.top - (b.bottom - b.top))) {
    const taken = placed.filter((each) => each.top <= edge.bottom && edge.top <= each.bottom);
    let track = 0;
    while (taken.some((each) => each.track === track)) track += 1;
    placed.push({ ...edge, track });
  }
  return placed;
}

function widthOf(placed: readonly Placed[]): number {
  const tracks = Math.max(...placed.map(({ track }) => track + 1), 0);
  return tracks === 0 ? 0 : (tracks + 0.5) * trackWidth;
}

/** The edges of one side. @param side 1 on the right, -1 on the left */
function trackEdges(
  placed: readonly Placed[],
  side: 1 | -1,
  middle: number,
  top: (index: number) => number,
  isDown: (edge: Joined) => boolean,
): readonly Edge[] {
  const ports = portsOf(placed);
  const start = middle + (side * stateSize.width) / 2;
  return placed.map((edge) => {
    const x = start + side * (edge.track + 1) * trackWidth;
    const port = (row: number, end: 'top' | 'bottom') => {
      const own = ports.filter((each) => each.row === row);
      const index = own.findIndex((each) => each.edge === edge && each.end === end);
      return top(row) + ((index + 1) / (own.length + 1)) * stateSize.height;
    };
    const [upper, lower] = [port(edge.top, 'top'), port(edge.bottom, 'bottom')];
    const line = [
      { x: start, y: upper },
      { x, y: upper },
      { x, y: lower },
      { x: start, y: lower },
    ];
    return {
      ...withoutRows(edge),
      corners: isDown(edge) ? line : line.toReversed(),
      label: { x, y: (upper + lower) / 2, anchor: 'middle', isAlong: !edge.legal },
    };
  });
}

/**
 * The ends of the edges at each state, from top to bottom: first the edges that come from above, the inner track first,
 * then those that go below, the outer track first, so that they cross as rarely as possible.
 */
function portsOf(placed: readonly Placed[]) {
  const above = placed
    .map((edge) => ({ edge, row: edge.bottom, end: 'bottom' as const }))
    .toSorted((a, b) => a.edge.track - b.edge.track);
  const below = placed
    .map((edge) => ({ edge, row: edge.top, end: 'top' as const }))
    .toSorted((a, b) => b.edge.track - a.edge.track);
  return [...above, ...below];
}
