import { connect } from 'node:net';
import fc from 'fast-check';
import { FakeClock } from '#testing/fake-clock';
import { expect, test } from '#testing/unit-test';
import { RateBudget } from './rate-budget.js';
import {
  type RemoteBudget,
  RemoteCalls,
  remoteBudget,
  serveBudget,
  serveCalls,
  waitsOfWorkers,
} from './remote-budget.js';

const minute = 60_000;
const counter = { operation: 'GET /api/v1/reports/', key: 'key 1', limit: 10 };

/** A budget, and the clock by which it counts. */
function budgetWithClock() {
  const clock = new FakeClock();
  return { clock, budget: new RateBudget(1, 1, clock) };
}

/** Waits until the server has heard all earlier calls of a worker: it hears them in order. */
const heard = (worker: RemoteBudget) => worker.release({ ...counter, operation: 'GET /api/v1/brands/' });

/** A target that counts in windows that begin with their first request. @param saysLeft whether it tells its count */
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

test('a single request waits for one request of each other sender, not for everything that one of them sends simultaneously', async () => {
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

test('a sender that reserves a counter has it to itself until it releases it, and no other counter', async () => {
  const { budget } = budgetWithClock();
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
});

test('a sender that reserves a fresh window waits until no earlier request counts', async () => {
  const { clock, budget } = budgetWithClock();
  await budget.of('a').take(counter);
  const answered = clock.now();
  await budget.of('a').ended(counter, 1, { status: 200, limit: 10, remaining: 9 });
  await clock.passUntil(budget.of('b').hold(counter, 'fresh'));
  expect(clock.now() - answered).toBeGreaterThanOrEqual(minute);
});

test('workers share the budget, and a counter is free again once the worker that held it has ended', async () => {
  const { clock, budget } = budgetWithClock();
  await using server = await serveBudget(budget);
  const [one, other] = [remoteBudget(server.address, '1'), remoteBudget(server.address, '2')];
  const two = { ...counter, limit: 2 };
  for (const worker of [one, other]) {
    await worker.take(two);
    await worker.ended(two, 1, { status: 200, limit: 2, remaining: worker === one ? 1 : 0 });
  }
  const third = one.take(two);
  await heard(one);
  clock.pass(minute);
  expect([...waitsOfWorkers().keys()]).toEqual(['1']);
  clock.pass(minute);
  await third;
  // A missing response is reported too.
  await one.ended(two, 1);
  await one.hold(counter, 1);
  const waiting = other.take(counter);
  await heard(other);
  expect([...budget.waits.keys()]).toEqual(['2']);
  one.close();
  await waiting;
  other.close();
});

test('the budget tells what each worker waits for: a limit, something at the target, or time that must pass there', async () => {
  const { clock, budget } = budgetWithClock();
  const single = { ...counter, limit: 1 };
  await budget.of('1').take(single);
  await budget.of('1').ended(single, 1, { status: 200, limit: 1, remaining: 0 });
  const turn = budget.of('1').take(single);
  await budget.of('2').rest(2 * minute);
  await budget.of('3').rest(minute, 'a batch to finish');
  clock.pass(1000);
  expect(budget.waits).toEqual(
    new Map([
      ['1', { operation: counter.operation, left: minute }],
      ['2', { left: 2 * minute - 1000 }],
      ['3', { left: minute - 1000, awaited: 'a batch to finish' }],
    ]),
  );
  clock.pass(minute + 1000);
  await turn;
  expect([...budget.waits.keys()]).toEqual(['2']);
  budget.leave('2');
  expect(budget.waits.size).toBe(0);
});

test('the server closes the connection of a stranger, and of anyone who sends a longer line than a worker does', async () => {
  await using server = await serveBudget(budgetWithClock().budget);
  const [port, secret] = server.address.split('/');
  const stranger = remoteBudget(`${port}/wrong`);
  const isGone = 'The budget of the run is gone';
  await expect(stranger.take(counter)).rejects.toThrow(isGone);
  // Later requests don't wait either.
  await expect(stranger.take(counter)).rejects.toThrow(isGone);
  for (const sent of ['x'.repeat(201), `${secret} 1\n${'x'.repeat(17 * 1024 * 1024)}`]) {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.on('error', () => {}).write(sent);
    await new Promise((resolve) => socket.on('close', resolve));
  }
});

test('a request that was not sent after all leaves its turn to another one; a lost one counts, and one of a sender that is gone', async () => {
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

test('workers that end in the middle of a response do not keep the server from answering others', async () => {
  const open: (() => void)[] = [];
  const left: string[] = [];
  await using server = await serveCalls({
    kitOf: () => ({
      ask: (isSlow: boolean) => isSlow && new Promise<void>((response) => open.push(response)),
    }),
    leave: (holder) => left.push(holder),
  });
  const [port, secret] = server.address.split('/');
  for (const holder of ['1', '2', '3']) {
    const worker = connect({ host: '127.0.0.1', port: Number(port) });
    const calls = Array.from({ length: 200 }, (_, id) => JSON.stringify({ id, method: 'ask', args: [true] }));
    worker.write(`${secret} ${holder}\n${calls.join('\n')}\n`);
    await expect.poll(() => open.length).toBe(200);
    worker.resetAndDestroy();
    for (const response of open.splice(0)) response();
  }
  const other = new RemoteCalls(server.address, 'kit', '4');
  expect(await other.call('ask', false)).toBe(false);
  await expect.poll(() => left).toEqual(['1', '2', '3']);
  other.close();
});
