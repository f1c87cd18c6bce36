import fc from 'fast-check';
import { FakeClock } from '#testing/fake-clock';
import { expect, test } from '#testing/unit-test';
import { RateBudget } from './rate-budget.js';

const minute = 60_000;
const counter = { operation: 'GET /api/v1/reports/', key: 'key 1', limit: 10 };

/** A budget and the clock that it uses. */
function budgetWithClock() {
  const clock = new FakeClock();
  return { clock, budget: new RateBudget(1, 1, clock) };
}

/**
 * A target that counts in windows that begin with their first request.
 * @param saysLeft whether it says how many are left
 */
function target(clock: FakeClock, limit: number, saysLeft: boolean) {
  let ends = 0;
  let left = 0;
  const statuses: number[] = [];
  return {
    statuses,
    async response(latency: number) {
      await new Promise<void>((resolve) => clock.after(latency, resolve));
      if (clock.now() >= ends) {
        ends = clock.now() + minute;
        left = limit;
      }
      left -= 1;
      const status = left < 0 ? 429 : 200;
      statuses.push(status);
      return { status, limit, remaining: saysLeft ? Math.max(0, left) : undefined };
    },
  };
}

test('simultaneous requests are sent in the order in which they asked for a turn, and none gets a 429', async () => {
  const latencies = fc.array(fc.nat(1000), { minLength: 25, maxLength: 25 });
  const property = fc.asyncProperty(latencies, fc.boolean(), async (each, saysLeft) => {
    const { clock, budget } = budgetWithClock();
    const { response, statuses } = target(clock, 10, saysLeft);
    const order: number[] = [];
    const sent = each.map(async (latency, index) => {
      await budget.of('a').take(counter);
      order.push(index);
      await budget.of('a').ended(counter, latency, await response(latency));
    });
    await clock.passUntil(Promise.all(sent));
    expect(order).toEqual(each.map((_, index) => index));
    expect(statuses).toEqual(each.map(() => 200));
  });
  await fc.assert(property, { numRuns: 30 });
});

test('a single request waits for one request from each of the other senders, not for everything that one of them sends simultaneously', async () => {
  const { clock, budget } = budgetWithClock();
  const order: string[] = [];
  const send = async (name: string, holder: string) => {
    await budget.of(holder).take(counter);
    order.push(name);
    await budget.of(holder).ended(counter, 1, { status: 200, limit: 10 });
  };
  const many = Array.from({ length: 12 }, (_, index) => send(`many ${index}`, 'a'));
  await clock.passUntil(Promise.all([...many, send('single', 'b')]));
  expect(order).toEqual(['many 0', 'single', ...many.slice(1).map((_, index) => `many ${index + 1}`)]);
});

test('a sender that reserves a counter has exclusive use of it until releasing it, and may wait until no earlier request counts', async () => {
  const { clock, budget } = budgetWithClock();
  await budget.of('a').hold(counter, 2);
  const other = budget.of('b').take(counter);
  await budget.of('a').take(counter);
  await budget.of('a').ended(counter, 1, { status: 200, limit: 10, remaining: 9 });
  const elsewhere = budget.of('c').take({ ...counter, operation: 'GET /api/v1/brands/' });
  expect([...budget.waits.keys()]).toEqual(['b']);
  await elsewhere;
  await budget.of('a').release(counter);
  expect(budget.waits.size).toBe(0);
  await other;
  const answered = clock.now();
  await budget.of('b').ended(counter, 1, { status: 200, limit: 10, remaining: 8 });
  await clock.passUntil(budget.of('c').hold(counter, 'fresh'));
  expect(clock.now() - answered).toBeGreaterThanOrEqual(minute);
});

test('the budget shows which workers are letting time pass at the target', async () => {
  const { clock, budget } = budgetWithClock();
  await budget.of('1').rest(2 * minute);
  await budget.of('2').rest(minute, 'a batch to finish');
  clock.pass(minute);
  expect(budget.waits).toEqual(new Map([['1', { left: minute }]]));
  budget.leave('1');
  expect(budget.waits.size).toBe(0);
});

test('a request that was not sent after all gives its turn to another one; a lost request counts, as does one from a departed sender', async () => {
  const { budget } = budgetWithClock();
  const take = (holder: string) => {
    void budget.of(holder).take(counter);
    return budget.waits.size;
  };
  for (const ended of [...Array<'unsent'>(15).fill('unsent'), ...Array<undefined>(9).fill(undefined)]) {
    expect(take('a')).toBe(0);
    await budget.of('a').ended(counter, 1, ended);
  }
  expect([take('a'), take('b')]).toEqual([0, 1]);
  budget.leave('a');
  expect([...budget.waits.values()]).toEqual([{ operation: counter.operation, left: 61_000 }]);
});
