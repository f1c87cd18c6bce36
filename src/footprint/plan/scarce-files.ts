import type { TestCost } from './test-cost.js';

/**
 * The specs that use the scarcest operation the most: the ones that send half of all requests to the operation which
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
