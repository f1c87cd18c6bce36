import { expect, test } from '#testing/unit-test';
import { readSettings } from '../../target/settings.js';
import { ordersNeeded } from './orders-needed.js';
import { planAsText, planFor } from './plan.js';

const given = {
  TARGET_URL: 'https://shop.example.com',
  TARGET_API_KEY: 'k',
  TARGET_WRITES: 'allow',
  TARGET_ORDERS: 'A-1',
};

function planWith(
  change: Readonly<Record<string, string>> = {},
  profile: 'standard' | 'release' = 'standard',
) {
  const plan = planFor(readSettings({ ...given, ...change }), profile);
  if (plan === undefined) throw new Error('There is a plan.');
  return plan;
}

test('the operation that needs the most windows is listed first, and decides how long a run takes', () => {
  const plan = planWith();
  const [first] = plan.operations;
  expect(first?.minutes).toBe(Math.ceil((first?.requests ?? 0) / (first?.usable ?? 0)));
  expect(plan.minutes).toBe((first?.minutes ?? 0) + 1);
  const { table, lines } = planAsText(plan);
  expect(table).toMatch(
    /^\noperation +requests +limit +share +minutes\nPOST \/api\/v1\/products\/ +\d+ +100 +90 +\d\n/,
  );
  expect(lines).toContainEqual(`Expected  about ${plan.minutes} min, if no other client uses the limits`);
  expect(lines.at(-1)).toMatch(/^Products {2}about \d+ will be left, /);
  expect(planWith({}, 'release').minutes).toBeGreaterThan(plan.minutes);
});

test('a run takes longer with a smaller share, and less long with more keys and on a faster clock', () => {
  const { minutes } = planWith();
  expect(planWith({ TARGET_RATE_SHARE: '0.4' }).minutes).toBeGreaterThan(2 * minutes - 1);
  expect(planWith({ TARGET_API_KEY: 'k,l' }).minutes).toBeLessThan(minutes);
  expect(planWith({ TARGET_CLOCK_SPEED: '30' }).minutes).toBeCloseTo((minutes - 1) / 30 + 1);
});

test('a plan counts only what a run sends: no writes if they are denied, and no moves without orders', () => {
  const sent = (change: Readonly<Record<string, string>>) =>
    planWith(change).operations.map(({ operation }) => operation);
  const reads = sent({ TARGET_WRITES: 'deny' });
  expect(reads.filter((operation) => !operation.startsWith('GET '))).toEqual([]);
  expect(planWith({ TARGET_WRITES: 'deny' }).products).toBe(0);
  expect(sent({})).toContain('POST /api/v1/orders/ship');
  expect(sent({ TARGET_ORDERS: '' })).not.toContain('POST /api/v1/orders/ship');
  expect(planFor(readSettings(given), 'smoke')).toBeUndefined();
});

test('the orders that a run needs and lacks are counted from those that the configuration names', () => {
  const order = (open: number) => ({
    number: 'A-1',
    items: Array.from({ length: 10 }, (_, id) => ({ id, status: id < open ? 'open' : 'shipped' })),
  });
  const none = ordersNeeded([]);
  expect(none.inWords).toMatch(
    /^all tests need (\d+) orders of 8 open items; TARGET_ORDERS names 0: name \1 more /,
  );
  expect(none.missing).toMatch(/^\d+ more orders of 8 open items$/);
  const enough = Array.from({ length: 20 }, () => order(10));
  expect(ordersNeeded(enough)).toEqual({
    inWords: expect.stringMatching(/ of 10 open items; TARGET_ORDERS names 20, with 200 open items in all$/),
  });
  expect(ordersNeeded(enough.map(() => order(1))).missing).toBe('4 more orders of 10 open items');
});
