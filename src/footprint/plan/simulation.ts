import { pastWindow } from '../../http/rate-window.js';
import { quotaOf } from '../budget/share.js';
import { slowedBy } from './machine-load.js';
import type { TestCost } from './test-cost.js';

export interface SimulationOptions {
  /** The number of requests that a window of an operation allows. */
  readonly limitOf: (operation: string) => number;
  /** The part of each limit that the run uses, above 0 and up to 1. */
  readonly share: number;
  /** Number of parallel tests. */
  readonly workers: number;
  /** Tests that start before all others, those of the first lane before those of the second. */
  readonly lanes?: readonly Lane[];
  /** Number of keys dealt out over the workers; each key has its own windows. */
  readonly keys: number;
  /** Seconds of the target's clock in one real second. */
  readonly speed: number;
  /** How many times as long work takes as on an idle machine. Default: 1. */
  readonly load?: number;
}

interface Lane {
  readonly isOne: (cost: TestCost) => boolean;
  /** How many of them may run at a time; without it, as many as there are workers. */
  readonly workers?: number;
}

/** A running test: its next step, and the time of that step. */
interface Running {
  readonly key: number;
  readonly lane: Queue;
  at: number;
  readonly steps: readonly (string | undefined)[];
  done: number;
  /** Seconds from one step to the next. */
  readonly pause: number;
}

/**
 * Simulates a run: each test sends its requests evenly over its own time, and waits for its turn if a window is used up
 * (clause 8.1).
 * @param costs in the order in which the tests start
 * @returns seconds until the last test has ended
 */
export function simulate(costs: readonly TestCost[], options: SimulationOptions): number {
  const queues = queuesOf(costs, options.lanes ?? []);
  const sent = new Map<string, number[]>();
  const running: Running[] = [];
  const start = (key: number, at: number) => {
    const lane = queues.find(
      (each) => each.left.length > 0 && running.filter((one) => one.lane === each).length < each.workers,
    );
    const cost = lane?.left.shift();
    if (lane !== undefined && cost !== undefined) running.push(runningOf(cost, lane, key, at, options));
  };
  for (let worker = 0; worker < options.workers; worker += 1) start(worker % options.keys, 0);
  let end = 0;
  while (running.length > 0) {
    const next = running.reduce((first, each) => (each.at < first.at ? each : first));
    if (next.done === next.steps.length) {
      end = next.at;
      running.splice(running.indexOf(next), 1);
      start(next.key, next.at);
      continue;
    }
    const step = next.steps[next.done];
    next.done += 1;
    if (step !== undefined) next.at = turnOf(step, next, sent, options);
    next.at += next.pause;
  }
  return end;
}

/** Tests that have not started yet, in order. */
interface Queue {
  readonly left: TestCost[];
  readonly workers: number;
}

function queuesOf(costs: readonly TestCost[], lanes: readonly Lane[]): readonly Queue[] {
  const laneOf = (cost: TestCost) => lanes.find(({ isOne }) => isOne(cost));
  return [...lanes, undefined].map((lane) => ({
    left: costs.filter((cost) => laneOf(cost) === lane),
    workers: lane?.workers ?? Number.POSITIVE_INFINITY,
  }));
}

/** The seconds that a test takes if it need not wait for its turn. */
export function secondsAlone(
  { asleep, awake }: TestCost,
  { speed, load = 1 }: Pick<SimulationOptions, 'speed' | 'load'>,
): number {
  return asleep / speed + awake * slowedBy(load);
}

function runningOf(
  cost: TestCost,
  lane: Queue,
  key: number,
  at: number,
  options: Pick<SimulationOptions, 'speed' | 'load'>,
): Running {
  const inOrder = inTurns(cost.requests);
  // A test without requests has one step, in which time passes.
  const steps = inOrder.length === 0 ? [undefined] : inOrder;
  return { lane, key, at, steps, done: 0, pause: secondsAlone(cost, options) / steps.length };
}

function inTurns(requests: TestCost['requests']): string[] {
  return Object.entries(requests)
    .flatMap(([operation, count]) =>
      Array.from({ length: count }, (_, index) => ({ operation, place: (index + 0.5) / count })),
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ operation }) => operation);
}

/** When a request is sent: immediately, or when the window has room again. */
function turnOf(
  operation: string,
  { key, at }: Running,
  sent: Map<string, number[]>,
  { limitOf, share, speed }: SimulationOptions,
): number {
  const name = `${key} ${operation}`;
  const times = sent.get(name) ?? [];
  sent.set(name, times);
  const before = times[times.length - quotaOf(limitOf(operation), share)];
  const when = before === undefined ? at : Math.max(at, before + pastWindow / speed);
  times.push(when);
  return when;
}

/**
 * The specs that use the scarcest operation the most: together, they send half of all requests to the operation that
 * needs the most windows. Started first and next to the others, they use windows early that would be short later.
 * @param limitOf the number of requests that a window of an operation allows
 * @returns paths below specs/
 */
export function scarceFiles(
  costs: readonly TestCost[],
  limitOf: (operation: string) => number,
): readonly string[] {
  const totals = counted(costs.map(({ requests }) => Object.entries(requests)));
  const [scarcest] = [...totals].toSorted(([a, m], [b, n]) => n / limitOf(b) - m / limitOf(a));
  if (scarcest === undefined) return [];
  const [operation, total] = scarcest;
  const files = counted(costs.map((cost) => [[fileOf(cost), cost.requests[operation] ?? 0]]));
  const chosen: string[] = [];
  let requests = 0;
  for (const [file, count] of [...files].toSorted(([, m], [, n]) => n - m)) {
    if (requests >= total / 2) break;
    chosen.push(file);
    requests += count;
  }
  return chosen;
}

/** A test that takes this many seconds by itself is long: if it began last, it would run on alone. */
const longTest = 20;

/** An operation with so few requests in a window makes its tests wait for each other. */
const fewRequests = 10;

/**
 * The specs with a test that takes long by itself, or that waits for an operation with few requests in a window. If
 * they start before the others, they hardly make a run longer, because such a test spends most of its time waiting.
 * @param limitOf the number of requests that a window of an operation allows
 * @param speed seconds of the target's clock in one real second
 * @returns paths below specs/
 */
export function longFiles(
  costs: readonly TestCost[],
  limitOf: (operation: string) => number,
  speed = 1,
): readonly string[] {
  const long = costs.filter(
    ({ asleep, awake, requests }) =>
      asleep / speed + awake >= longTest ||
      Object.keys(requests).some((operation) => limitOf(operation) <= fewRequests),
  );
  return [...new Set(long.map(fileOf))];
}

/** The path of a test's file below specs/. */
export function fileOf({ test }: Pick<TestCost, 'test'>): string {
  return test.split(' › ')[0] ?? test;
}

function counted(groups: readonly (readonly (readonly [string, number])[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name, count] of groups.flat()) counts.set(name, (counts.get(name) ?? 0) + count);
  return counts;
}
