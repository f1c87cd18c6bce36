import { availableParallelism } from 'node:os';
import { operations } from '../../contract/operations.js';
import { windowSeconds } from '../../http/rate-window.js';
import { spanInWords } from '../../http/shown/duration-in-words.js';
import type { LiveDescription } from '../../target/load-live-description.js';
import { busyInWords, productsInWords } from '../../target/preflight/preflight-report.js';
import type { ProfileName } from '../../target/profile.js';
import type { Settings } from '../../target/settings.js';
import { mostSharingWorkers, quotaOf, scarceWorkers, takingWorkers } from '../budget/share.js';
import { slowedBy } from './machine-load.js';
import {
  fileOf,
  longFiles,
  type SimulationOptions,
  scarceFiles,
  secondsAlone,
  simulate,
} from './simulation.js';
import { measuredCosts, type TestCost } from './test-cost.js';

interface OperationPlan {
  /** `GET /api/v1/brands/`. */
  readonly operation: string;
  readonly requests: number;
  /** Number of requests that a window allows. */
  readonly limit: number;
  /** The number of them that the run uses. */
  readonly usable: number;
  /** Number of windows that it needs with each key. */
  readonly windows: number;
}

/** The requests that a run will send, and its duration. */
interface Plan {
  /** The operations that need the most windows come first. */
  readonly operations: readonly OperationPlan[];
  readonly requests: number;
  /** Number of tests that send any of them: a run has others, too. */
  readonly sending: number;
  readonly seconds: number;
  /** How many times as long work takes on this machine, for these seconds, as if nothing else kept it busy. */
  readonly load: number;
  /** The shortest time that the limits allow, in seconds, if the run uses the whole of each window. */
  readonly leastSeconds: number;
  /** The same if the run uses only its share. */
  readonly leastSecondsOfShare: number;
  /** The test that takes the longest, and its seconds when it runs alone. */
  readonly longestTest: { readonly test: string; readonly seconds: number };
  /** Number of products that the run will create and leave, because the API can't delete them. */
  readonly products: number;
}

/**
 * Plans a run.
 * @param costs of its tests, in starting order
 */
export function planOf(costs: readonly TestCost[], options: SimulationOptions): Plan {
  const { limitOf, share, keys, speed } = options;
  const counts = new Map<string, number>();
  for (const { requests } of costs)
    for (const [operation, count] of Object.entries(requests))
      counts.set(operation, (counts.get(operation) ?? 0) + count);
  const windowsWith = (part: number) => (requests: number, limit: number) =>
    Math.ceil(requests / keys / quotaOf(limit, part));
  const operations = [...counts]
    // A path that belongs to no operation has no limit.
    .filter(([operation]) => Number.isFinite(limitOf(operation)))
    .map(([operation, requests]) => {
      const limit = limitOf(operation);
      const windows = windowsWith(share)(requests, limit);
      return { operation, requests, limit, usable: quotaOf(limit, share), windows };
    })
    .toSorted((a, b) => b.windows - a.windows || b.requests / b.limit - a.requests / a.limit);
  // The run doesn't have to wait for the end of the last window.
  const least = (windows: (requests: number, limit: number) => number) =>
    (Math.max(1, ...operations.map((each) => windows(each.requests, each.limit))) - 1) *
    (windowSeconds / speed);
  const own = costs.map((cost) => ({ test: cost.test, seconds: secondsAlone(cost, options) }));
  return {
    products: costs.reduce((sum, { products = 0 }) => sum + products, 0),
    operations,
    requests: [...counts.values()].reduce((sum, requests) => sum + requests, 0),
    sending: costs.filter(({ requests }) => Object.keys(requests).length > 0).length,
    seconds: simulate(costs, options),
    load: options.load ?? 1,
    leastSeconds: least(windowsWith(1)),
    leastSecondsOfShare: least(windowsWith(share)),
    longestTest: own.reduce((longest, each) => (each.seconds > longest.seconds ? each : longest), {
      test: 'none',
      seconds: 0,
    }),
  };
}

/** The costs of a run's tests, and their source. */
export interface KnownCosts {
  readonly costs: readonly TestCost[];
  /** When the run that measured them started, as ISO 8601; undefined if they were measured elsewhere. */
  readonly since?: string;
}

interface PlanOptions {
  readonly settings: Settings;
  readonly profile: ProfileName;
  /** The limits that the target declares; undefined if it declares nothing. */
  readonly description?: LiveDescription | undefined;
  readonly known: KnownCosts;
  /** The tests of the run, as costs name them; without them, all whose costs are known. */
  readonly tests?: readonly string[];
  /** The load of this machine, as `machineLoad` measures it. */
  readonly load: number;
}

/**
 * Plans a run against a target whose tests share their keys.
 * @returns undefined if the costs of the tests are unknown
 */
export function planFor({
  settings,
  profile,
  description,
  known: { costs: all, since },
  tests,
  load,
}: PlanOptions): (Plan & Pick<KnownCosts, 'since'>) | undefined {
  if (all.length === 0) return undefined;
  const costs = costsOfTests(all, tests);
  // Without orders to use up, the tests that take their items are blocked before they send anything.
  const sending = costs.filter(({ orders }) => orders === undefined || settings.orders.length > 0);
  const inOrder = sending.toSorted((a, b) => (a.test < b.test ? -1 : 1));
  const workers = sharingWorkers(profile, settings);
  const plan = planOf(inOrder, {
    limitOf: limitsBy(description),
    lanes: lanesOf(profile),
    share: settings.rateShare,
    workers,
    keys: settings.apiKeys.length,
    speed: settings.clockSpeed,
    load,
  });
  const seconds =
    plan.seconds +
    secondsToStart(workers) * slowedBy(load) +
    (settings.writes === 'allow' && profile !== 'smoke' ? secondsToRemove / settings.clockSpeed : 0);
  return { ...plan, seconds, since };
}

/** The costs of some tests. @param tests as costs name them; without them, all */
function costsOfTests(costs: readonly TestCost[], tests?: readonly string[]): readonly TestCost[] {
  if (tests === undefined) return costs;
  const wanted = new Set(tests);
  return costs.filter(({ test }) => wanted.has(test));
}

/** The tests that start before all others. */
function lanesOf(profile: ProfileName): SimulationOptions['lanes'] {
  const { scarce, long, taking } = begunEarly(profile);
  return [
    { workers: scarceWorkers, isOne: (cost) => scarce.includes(fileOf(cost)) },
    { isOne: (cost) => long.includes(fileOf(cost)) },
    { workers: takingWorkers, isOne: (cost) => taking.includes(fileOf(cost)) },
  ];
}

/** The part by which a run may take longer than with the best number of workers, each of which loads the suite. */
const tolerated = 0.05;

/**
 * The number of parallel tests if all share their keys: the smallest with which a run ends almost as soon as with any
 * other, given the costs of its tests, its share of the limits and the cores of this machine.
 */
export function sharingWorkers(
  profile: ProfileName,
  { apiKeys, clockSpeed, rateShare }: Pick<Settings, 'apiKeys' | 'clockSpeed' | 'rateShare'>,
): number {
  if (profile === 'smoke') return 1;
  const measured = measuredCosts(profile);
  const costs = measured.length > 0 ? measured : measuredCosts('standard');
  const all = [4, 8, 12, 16, mostSharingWorkers].map((workers) => {
    const simulated = {
      keys: Math.max(1, apiKeys.length),
      speed: clockSpeed,
      workers,
      share: rateShare,
      limitOf: limitsBy(),
      lanes: lanesOf(profile),
    };
    return { workers, seconds: simulate(costs, simulated) + secondsToStart(workers) };
  });
  const least = Math.min(...all.map(({ seconds }) => seconds));
  return all.find(({ seconds }) => seconds <= least * (1 + tolerated))?.workers ?? mostSharingWorkers;
}

/** Seconds on the target's clock to remove what a run created after its last test: a few checks. */
const secondsToRemove = 10;

/** Seconds until all parallel tests of a machine have begun: each loads the suite, as fast as its cores allow. */
function secondsToStart(workers: number): number {
  return 4 + (2.2 * workers) / availableParallelism();
}

/**
 * The specs that a run of a profile on shared keys starts before all others, as paths below specs/: `scarce` names
 * the specs that use the scarcest operation the most: a few of their tests run at a time, from the start to the end.
 * `long` names the specs with a test that takes long by itself, or that waits for an operation with few requests in a
 * window, and those whose products other tests can use. `taking` names those that use the most of these products: they
 * start after them, a few at a time, so that each can use what those before it have left.
 */
export function begunEarly(
  profile: ProfileName,
): Readonly<Record<'scarce' | 'long' | 'taking', readonly string[]>> {
  if (profile !== 'standard') return { scarce: [], long: [], taking: [] };
  const costs = measuredCosts(profile);
  const limitOf = limitsBy();
  const scarce = scarceFiles(costs, limitOf);
  const taking = takingDrafts.filter((file) => !scarce.includes(file));
  const long = new Set([...leavingDrafts, ...longFiles(costs, limitOf)]);
  return { scarce, long: [...long].filter((file) => ![...scarce, ...taking].includes(file)), taking };
}

/** Specs that leave the most drafts: tests that start after them need not create as many. */
const leavingDrafts = ['products/accepted-items.spec.ts', 'products/refused-items.spec.ts'];

/** Specs with tests that use a dozen drafts or more at a time. */
const takingDrafts = ['batches/size.spec.ts', 'product-status/active.spec.ts', 'products/bounds.spec.ts'];

/**
 * The number of requests in a window of an operation: as the target declares it, or as the contract does (clause
 * 8.1).
 */
function limitsBy(description?: LiveDescription): (operation: string) => number {
  const limits = new Map(
    operations.map((each) => [`${each.method} ${each.path}`, description?.limitOf(each) ?? each.rateLimit]),
  );
  return (operation) => limits.get(operation) ?? Number.POSITIVE_INFINITY;
}

/**
 * A plan for the terminal: a table with a row for each operation, and lines about the tests, the minutes, and the
 * products.
 * @param tests the number of tests in the run
 */
export function planAsText(
  {
    operations,
    requests,
    sending,
    seconds,
    load,
    leastSeconds,
    leastSecondsOfShare,
    longestTest,
    products,
  }: Plan,
  tests: number,
): { readonly table: string; readonly lines: readonly string[] } {
  const width = Math.max(9, ...operations.map(({ operation }) => operation.length));
  const row = (operation: string, ...numbers: readonly (string | number)[]) =>
    [operation.padEnd(width), ...numbers.map((each) => String(each).padStart(9))].join(' ');
  const rows = operations.map((each) =>
    row(each.operation, each.requests, each.limit, each.usable, each.windows),
  );
  return {
    table: ['', row('operation', 'requests', 'limit', 'share', 'minutes'), ...rows, ''].join('\n'),
    lines: [
      'limit: what the service allows a minute; share: what the run uses of it; minutes: how long that takes at least',
      `Tests         ${tests}; ${sending} of them send requests that count towards a limit, as far as was measured: ${requests} in all`,
      `Expected      ${inWords(seconds)}, if no other client uses the limits, and ${busyInWords(load) ?? 'if nothing else keeps this machine busy'}`,
      `At least      ${inWords(leastSecondsOfShare)} by the limits with the share in use, ${inWords(leastSeconds)} with the whole of each limit`,
      `Longest test  ${inWords(longestTest.seconds)}: ${longestTest.test}`,
      ...(products === 0 ? [] : [`Products      ${productsInWords(products)}`]),
    ],
  };
}

function inWords(seconds: number): string {
  return spanInWords(seconds * 1000);
}
