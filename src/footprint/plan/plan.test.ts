import { expect, test } from '#testing/unit-test';
import type { ProfileName } from '../../target/profile.js';
import { readSettings } from '../../target/settings.js';
import { ordersNeeded } from './orders-needed.js';
import { planAsText, planFor } from './plan.js';

const given = {
  TARGET_URL: 'https://shop.example.com',
  TARGET_API_KEY: 'k',
  TARGET_WRITES: 'allow',
  TARGET_ORDERS: 'A-1',
};

function planWith(change: Readonly<Record<string, string>> = {}, profile: ProfileName = 'standard') {
  const plan = planFor(readSettings({ ...given, ...change }), profile);
  if (plan === undefined) throw new Error('Only the smoke profile has no plan.');
  return { ...plan, sent: plan.operations.map(({ operation }) => operation) };
}

test('the operation that needs the most windows is listed first, and decides how long a run takes', () => {
  const plan = planWith();
  const { table, lines } = planAsText(plan);
  expect(table).toMatch(
    /^\noperation +requests +limit +share +minutes\nPOST \/api\/v1\/products\/ +\d+ +100 +90 +\d\n/,
  );
  expect(lines).toContainEqual(`Expected  about ${plan.minutes} min, if no other client uses the limits`);
  expect(planWith({}, 'release').minutes).toBeGreaterThan(plan.minutes);
  expect(planWith({ TARGET_RATE_SHARE: '0.4' }).minutes).toBeGreaterThan(2 * plan.minutes - 1);
  expect(planWith({ TARGET_API_KEY: 'k,l' }).minutes).toBeLessThan(plan.minutes);
  expect(planWith({ TARGET_CLOCK_SPEED: '30' }).minutes).toBeCloseTo((plan.minutes - 1) / 30 + 1);
});

test('a plan counts only requests that a run sends: no writes if they are denied, and no moves without orders', () => {
  expect(planWith({ TARGET_WRITES: 'deny' }).sent.filter((each) => !each.startsWith('GET '))).toEqual([]);
  expect(planWith().sent).toContain('POST /api/v1/orders/ship');
  expect(planWith({ TARGET_ORDERS: '' }).sent).not.toContain('POST /api/v1/orders/ship');
});

test('the number of orders that a run lacks follows from the orders that the configuration names', () => {
  const order = (open: number) => ({
    number: 'A-1',
    items: Array.from({ length: 10 }, (_, id) => ({ id, status: id < open ? 'open' : 'shipped' })),
  });
  expect(ordersNeeded([]).inWords).toMatch(
    /^all tests need (\d+) orders of 8 open items; TARGET_ORDERS names 0: name \1 more /,
  );
  const enough = Array.from({ length: 20 }, () => order(10));
  expect(ordersNeeded(enough).missing).toBeUndefined();
  expect(ordersNeeded(enough.map(() => order(1))).missing).toBe('4 more orders of 10 open items');
});
