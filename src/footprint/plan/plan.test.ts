import { expect, test } from '#unit-test';
import { wholeShare } from '../budget/share.js';
import { planAsText, planOf } from './plan.js';
import { costsOf, type TestCost } from './test-cost.js';

const reports = 'GET /api/v1/reports/';
const brands = 'GET /api/v1/brands/';
const options = {
  limitOf: (operation: string) => (operation === reports ? 10 : 50),
  share: wholeShare,
  workers: 5,
  keys: 1,
  speed: 1,
};

function testsOf(count: number, cost: Partial<TestCost>): TestCost[] {
  return Array.from({ length: count }, (_, index) => ({
    test: `a › ${index}`,
    asleep: 0,
    awake: 0.1,
    requests: {},
    ...cost,
  }));
}

test('the operation that needs the most windows decides, and stands first', () => {
  const plan = planOf(testsOf(25, { requests: { [brands]: 1, [reports]: 1 } }), options);
  expect(plan.operations).toEqual([
    { operation: reports, requests: 25, limit: 10, usable: 10, windows: 3 },
    { operation: brands, requests: 25, limit: 50, usable: 50, windows: 1 },
  ]);
  expect(plan).toMatchObject({ requests: 50, tests: 25, leastSeconds: 120 });
  expect(plan.seconds).toBeGreaterThanOrEqual(122);
  expect(plan.seconds).toBeLessThan(124);
});

test('where the limits hold nothing up, the tests’ own time does', () => {
  const plan = planOf(testsOf(10, { asleep: 30, requests: { [brands]: 2 } }), options);
  expect(plan.leastSeconds).toBe(0);
  expect(plan.seconds).toBeCloseTo(2 * 30.1);
  expect(plan.longestTest.seconds).toBeCloseTo(30.1);
});

test('what is begun first goes on beside the others, and no more of it at a time than may', () => {
  const long = testsOf(4, { awake: 60 });
  const short = testsOf(8, { awake: 15 }).map((each) => ({ ...each, test: `b ${each.test}` }));
  const isOne = ({ test }: TestCost) => test.startsWith('a');
  const lanes = { ...options, workers: 3, lanes: [{ workers: 1, isOne }] };
  expect(planOf([...short, ...long], lanes).seconds).toBeCloseTo(240);
  const all = planOf([...short, ...long], { ...lanes, lanes: [{ workers: 2, isOne }] });
  expect(all.seconds).toBeCloseTo(120);
});

test('two keys are two budgets', () => {
  const costs = testsOf(40, { requests: { [reports]: 1 } });
  expect(planOf(costs, options).leastSeconds).toBe(180);
  const two = planOf(costs, { ...options, keys: 2, workers: 6 });
  expect(two.leastSeconds).toBe(60);
  expect(two.seconds).toBeLessThan(64);
});

test('what is left to others makes a run longer, and the least that the limits allow stays what it is', () => {
  const costs = testsOf(20, { requests: { [reports]: 1 } });
  const plan = planOf(costs, { ...options, share: { part: 0.5, among: 1 } });
  expect(plan).toMatchObject({ leastSeconds: 60, leastSecondsOfShare: 180 });
  expect(plan.seconds).toBeGreaterThan(180);
});

test('a clock that runs faster makes windows and waiting shorter, and work not', () => {
  const plan = planOf(testsOf(20, { asleep: 60, awake: 1, requests: { [reports]: 1 } }), {
    ...options,
    workers: 20,
    speed: 30,
  });
  expect(plan.seconds).toBeCloseTo(61 / 30 + 3, 0);
});

test('a plan is shown with a line for each operation and the minutes', () => {
  const text = planAsText(planOf(testsOf(25, { requests: { [reports]: 1 } }), options));
  expect(text).toContain('GET /api/v1/reports/        25        10        10         3');
  expect(text).toContain(
    '25 requests in 25 tests\nExpected      2.0 min, if nothing else keeps this machine busy and nobody else uses the limits\nAt least      2.0 min by the limits',
  );
});

test('the costs of a test are its own time without its turns, and what it sent', () => {
  const paced = { inTurn: 60_000, asleep: 2000, refusals: 0, requests: { [brands]: 3 } };
  const ran = { file: 'orders/list.spec.ts', title: 'lists', milliseconds: 63_000, covers: ['ORD-01'] };
  expect(costsOf([{ ...ran, paced }, ran], 30)).toEqual([
    { test: 'orders/list.spec.ts › lists', asleep: 60, awake: 1, requests: { [brands]: 3 } },
  ]);
});

test('what a test takes of orders stands beside what it covers, and a plan says how many orders all need', () => {
  const orderItems = { open: 9, together: 6 };
  const paced = { inTurn: 0, asleep: 0, requests: { [brands]: 1 }, orderItems };
  const costs = costsOf([{ file: 'a', title: 'b', milliseconds: 1, covers: ['ORD-04'], paced }], 1);
  expect(costs[0]?.orders).toEqual({ ...orderItems, covers: ['ORD-04'] });
  const plan = planOf(costs, options);
  expect(planAsText(plan, 2)).toMatch(
    /about 9 open order items: 2 orders of 6 items; TARGET_ORDERS names 2$/,
  );
  expect(planAsText(plan, 1)).toMatch(/names 1; all tests can run with 1 more$/);
});
