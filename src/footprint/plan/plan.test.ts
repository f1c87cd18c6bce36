import { expect, test } from '#testing/unit-test';
import { readSettings } from '../../target/settings.js';
import { planAsText, planFor, planOf, sharingWorkers } from './plan.js';
import { longFiles, scarceFiles } from './simulation.js';
import { costsOf, measuredCosts, type TestCost } from './test-cost.js';

const [reports, brands] = ['GET /api/v1/reports/', 'GET /api/v1/brands/'];
const limitOf = (operation: string) => (operation === reports ? 10 : 50);
const options = { limitOf, share: 1, workers: 5, keys: 1, speed: 1 };

function testsOf(count: number, cost: Partial<TestCost>): TestCost[] {
  const usual = { asleep: 0, awake: 0.1, requests: {} };
  return Array.from({ length: count }, (_, index) => ({ test: `a › ${index}`, ...usual, ...cost }));
}

test('the operation that needs the most windows decides how long a run takes, and is listed first', () => {
  const plan = planOf(testsOf(25, { requests: { [brands]: 1, [reports]: 1 } }), options);
  expect(plan.operations).toEqual([
    { operation: reports, requests: 25, limit: 10, usable: 10, windows: 3 },
    { operation: brands, requests: 25, limit: 50, usable: 50, windows: 1 },
  ]);
  expect(plan).toMatchObject({ requests: 50, sending: 25, leastSeconds: 120 });
  expect(plan.seconds).toBeGreaterThanOrEqual(122);
  expect(plan.seconds).toBeLessThan(124);
  const { table, lines } = planAsText(plan, 30);
  const text = [table, ...lines].join('\n');
  expect(text).toContain('GET /api/v1/reports/        25        10        10         3');
  expect(text).toMatch(
    /Tests {9}30; 25 of them send requests .*: 50 in all\nExpected {6}2 min [23] s, .*\nAt least {6}2 min by the limits/,
  );
});

test('the plan says how many products the tests will leave', () => {
  const plan = planOf([...testsOf(3, { products: 2 }), ...testsOf(2, {})], options);
  expect(planAsText(plan, 5).lines.at(-1)).toMatch(/^Products {6}about 6 will be left, /);
});

test('if no test has to wait for a limit, the time of the tests decides how long a run takes', () => {
  const plan = planOf(testsOf(10, { asleep: 30, requests: { [brands]: 2 } }), options);
  expect(plan.leastSeconds).toBe(0);
  expect(plan.seconds).toBeCloseTo(2 * 30.1);
  expect(plan.longestTest.seconds).toBeCloseTo(30.1);
});

test('tests that start early run next to the others, a limited number at a time', () => {
  const long = testsOf(4, { awake: 60 });
  const short = testsOf(8, { awake: 15 }).map((each) => ({ ...each, test: `b ${each.test}` }));
  const isOne = ({ test }: TestCost) => test.startsWith('a');
  const secondsWith = (workers: number) =>
    planOf([...short, ...long], { ...options, workers: 3, lanes: [{ workers, isOne }] }).seconds;
  expect(secondsWith(1)).toBeCloseTo(240);
  expect(secondsWith(2)).toBeCloseTo(120);
});

test('each key has separate windows, a share makes a run longer, and a faster clock makes windows shorter', () => {
  const costs = testsOf(40, { requests: { [reports]: 1 } });
  expect(planOf(costs, options).leastSeconds).toBe(180);
  const two = planOf(costs, { ...options, keys: 2, workers: 6 });
  expect(two.leastSeconds).toBe(60);
  expect(two.seconds).toBeLessThan(64);
  const half = planOf(costs.slice(0, 20), { ...options, share: 0.5 });
  expect(half).toMatchObject({ leastSeconds: 60, leastSecondsOfShare: 180 });
  expect(half.seconds).toBeGreaterThan(180);
  const sleeping = testsOf(20, { asleep: 60, awake: 1, requests: { [reports]: 1 } });
  expect(planOf(sleeping, { ...options, workers: 20, speed: 30 }).seconds).toBeCloseTo(61 / 30 + 3, 0);
});

test('on a busy machine, a plan is longer by the part of a run that is work, and says what it assumes', () => {
  const settings = readSettings({
    TARGET_URL: 'https://shop.example.com',
    TARGET_API_KEY: 'k',
    TARGET_WRITES: 'allow',
  });
  const known = { costs: measuredCosts('standard') };
  const planWith = (load: number) => {
    const plan = planFor({ settings, profile: 'standard', known, load });
    if (plan === undefined) throw new Error('The costs are known.');
    return plan;
  };
  const [idle, busy] = [planWith(1), planWith(5)];
  expect(busy.seconds).toBeGreaterThan(idle.seconds + 20);
  // The limits and the target's clock take the same time on any machine.
  expect(busy.seconds).toBeLessThan(idle.seconds * 2.2);
  expect(busy.leastSecondsOfShare).toBe(idle.leastSecondsOfShare);
  const told = (plan: typeof idle) => planAsText(plan, 5).lines.find((line) => line.startsWith('Expected'));
  expect(told(idle)).toMatch(
    /^Expected {6}(\d+ min )?\d+ s, if no other client uses the limits, and if nothing else keeps this machine busy$/,
  );
  expect(told(busy)).toMatch(
    / s, if no other client uses the limits, and if this machine stays as busy as it is: work takes 5\.0 times as long$/,
  );
});

test('with a load, a test takes longer by its work alone', () => {
  const [sleeping, working] = [testsOf(1, { asleep: 60, awake: 0 }), testsOf(1, { asleep: 0, awake: 60 })];
  const secondsOf = (costs: readonly TestCost[], load: number) => planOf(costs, { ...options, load }).seconds;
  expect([secondsOf(sleeping, 1), secondsOf(sleeping, 11)]).toEqual([60, 60]);
  expect(secondsOf(working, 1)).toBeCloseTo(60);
  expect(secondsOf(working, 11)).toBeCloseTo(240);
  expect(planOf(working, { ...options, load: 11 }).longestTest.seconds).toBeCloseTo(240);
});

test('the cost of a test is its own time without waiting, its requests and its orders', () => {
  const orderItems = { open: 9, shipped: 1, wholes: 0, together: 6, shows: ['ORD-03 shipOrderItems'] };
  const paced = { inTurn: 60_000, asleep: 2000, refusals: 0, requests: { [brands]: 3 }, orderItems };
  const ran = { file: 'orders/list.spec.ts', title: 'lists', milliseconds: 63_000 };
  expect(costsOf([{ ...ran, paced }, ran], 30)).toEqual([
    {
      test: 'orders/list.spec.ts › lists',
      asleep: 60,
      awake: 1,
      requests: { [brands]: 3 },
      orders: orderItems,
    },
  ]);
});

test('a plan counts only what a run sends: no writes if they are denied, and no tests that lack their orders', () => {
  const planWith = (given: Readonly<Record<string, string>>) => {
    const settings = readSettings({ TARGET_URL: 'https://shop.example.com', TARGET_API_KEY: 'k', ...given });
    const known = { costs: measuredCosts('standard', settings.writes) };
    const plan = planFor({ settings, profile: 'standard', known, load: 1 });
    if (plan === undefined) throw new Error('The costs are known.');
    return plan;
  };
  const reads = planWith({});
  expect(reads.operations.filter(({ operation }) => !operation.startsWith('GET /api/v1/'))).toEqual([]);
  const writes = { TARGET_WRITES: 'allow' };
  const [without, withOrders] = [planWith(writes), planWith({ ...writes, TARGET_ORDERS: 'A-1,A-2' })];
  expect(without.requests).toBeGreaterThan(2 * reads.requests);
  expect(withOrders.requests).toBeGreaterThan(without.requests);
  const shipped = (plan: typeof reads) =>
    plan.operations.find(({ operation }) => operation === 'POST /api/v1/orders/ship')?.requests ?? 0;
  expect(shipped(withOrders)).toBeGreaterThan(shipped(without));
});

test('the number of parallel tests depends on the share of the limits that a run uses', () => {
  const workersWith = (rateShare: number) =>
    sharingWorkers('standard', { apiKeys: ['k'], clockSpeed: 1, rateShare });
  // With one request in a window, tests mostly wait for each other.
  expect(workersWith(0.000_001)).toBeLessThan(workersWith(1));
});

test('the files that need half of the scarcest operation, and those with a test that waits, start early', () => {
  const [cost] = testsOf(1, {});
  if (cost === undefined) throw new Error('There is one.');
  const costs = [
    { ...cost, test: 'a.spec.ts › one', requests: { [brands]: 500 }, asleep: 50 },
    { ...cost, test: 'a.spec.ts › two', requests: { [brands]: 100 }, asleep: 60 },
    { ...cost, test: 'b.spec.ts › one', requests: { [brands]: 400 }, asleep: 15 },
    { ...cost, test: 'c.spec.ts › one', requests: { [reports]: 60 } },
  ];
  expect(scarceFiles(costs, limitOf)).toEqual(['a.spec.ts']);
  const scarcer = { ...cost, test: 'c.spec.ts › two', requests: { [reports]: 180 } };
  expect(scarceFiles([...costs, scarcer], limitOf)).toEqual(['c.spec.ts']);
  expect(scarceFiles([], limitOf)).toEqual([]);
  expect(longFiles(costs, limitOf)).toEqual(['a.spec.ts', 'c.spec.ts']);
  expect(longFiles(costs, limitOf, 30)).toEqual(['c.spec.ts']);
});
