import { windowSeconds } from '../../http/rate-window.js';
import { quotaOf, type Share } from '../budget/share.js';
import type { TestCost } from './test-cost.js';

/** Seconds between two requests of which the first makes room for the second: a window, and one more for its clock. */
const turn = windowSeconds + 1;

export interface SimulationOptions {
  /** Requests that a window of an operation takes. */
  readonly limitOf: (operation: string) => number;
  readonly share: Share;
  /** Tests at a time. */
  readonly workers: number;
  /** Tests that are begun before all others, those of the first lane before those of the second. */
  readonly lanes?: readonly Lane[];
  /** Keys that are dealt out over the workers, each with windows of its own. */
  readonly keys: number;
  /** Seconds of the target's clock in a second. */
  readonly speed: number;
}

/** Tests that are begun early. */
export interface Lane {
  readonly isOne: (cost: TestCost) => boolean;
  /** How many of them may run at a time; as many as there are workers where it is left out. */
  readonly workers?: number;
}

/** What a test does next, and when. */
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
 * Plays a run through: each test sends its requests evenly over its own time, and waits for its turn where a window has
 * been used up (clause 8.1).
 * @param costs in the order in which the tests are started
 * @returns seconds until the last test has ended
 */
export function simulate(costs: readonly TestCost[], options: SimulationOptions): number {
  const { speed } = options;
  const queues = queuesOf(costs, options.lanes ?? []);
  const sent = new Map<string, number[]>();
  const running: Running[] = [];
  const start = (key: number, at: number) => {
    const lane = queues.find(
      (each) => each.left.length > 0 && running.filter((one) => one.lane === each).length < each.workers,
    );
    const cost = lane?.left.shift();
    if (lane !== undefined && cost !== undefined) running.push(runningOf(cost, lane, key, at, speed));
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

/** Tests that are not begun yet, in order. */
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

function runningOf(
  { asleep, awake, requests }: TestCost,
  lane: Queue,
  key: number,
  at: number,
  speed: number,
): Running {
  const steps = inTurns(requests);
  const own = asleep / speed + awake;
  // Without a request there is one step: to let time pass.
  return steps.length === 0
    ? { lane, key, at, steps: [undefined], done: 0, pause: own }
    : { lane, key, at, steps, done: 0, pause: own / steps.length };
}

/** The requests of all operations, each spread evenly over the test. */
function inTurns(requests: TestCost['requests']): string[] {
  return Object.entries(requests)
    .flatMap(([operation, count]) =>
      Array.from({ length: count }, (_, index) => ({ operation, place: (index + 0.5) / count })),
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ operation }) => operation);
}

/** When a request is sent: at once, or when the window has room again. */
function turnOf(
  operation: string,
  { key, at }: Running,
  sent: Map<string, number[]>,
  { limitOf, share, speed }: SimulationOptions,
): number {
  const name = `${key} ${operation}`;
  const times = sent.get(name) ?? [];
  sent.set(name, times);
  const { requests, windows } = quotaOf(limitOf(operation), share);
  const before = times[times.length - requests];
  const when = before === undefined ? at : Math.max(at, before + (turn * windows) / speed);
  times.push(when);
  return when;
}
