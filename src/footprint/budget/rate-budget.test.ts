import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '#unit-test';
import { RateBudget } from './rate-budget.js';
import { remoteBudget, serveBudget, waitsOfWorkers } from './remote-budget.js';
import { wholeShare } from './share.js';

/** A window ends after 0.3 s. */
const speed = 200;
const counter = { operation: 'GET /api/v1/reports/', key: 'key 1', limit: 10 };

/** A target that counts in windows that begin with their first request, and answers after a moment. */
function target(limit: number) {
  let ends = 0;
  let left = 0;
  const statuses: number[] = [];
  return {
    statuses,
    async answer() {
      await sleep(Math.random() * 5);
      if (Date.now() >= ends) {
        ends = Date.now() + 60_000 / speed;
        left = limit;
      }
      left -= 1;
      const status = left < 0 ? 429 : 200;
      statuses.push(status);
      return { status, limit, remaining: Math.max(0, left) };
    },
  };
}

test('simultaneous requests are sent in the order in which they asked for a turn, and none gets a 429', async () => {
  const budget = new RateBudget(wholeShare, speed);
  const { answer, statuses } = target(10);
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 25 }, async (_, index) => {
      await budget.of('a').take(counter);
      order.push(index);
      const start = performance.now();
      await budget.of('a').ended(counter, performance.now() - start, await answer());
    }),
  );
  expect(order).toEqual(Array.from({ length: 25 }, (_, index) => index));
  expect(statuses).toEqual(Array.from({ length: 25 }, () => 200));
});

test('a single request waits for one request of each other sender, not for everything that one of them sends simultaneously', async () => {
  const budget = new RateBudget(wholeShare, speed);
  const order: string[] = [];
  const send = async (name: string, holder: string) => {
    await budget.of(holder).take(counter);
    order.push(name);
    await budget.of(holder).ended(counter, 1, { status: 200, limit: 10 });
  };
  const many = Array.from({ length: 12 }, (_, index) => send(`many ${index}`, 'a'));
  await Promise.all([...many, send('single', 'b')]);
  expect(order).toEqual(['many 0', 'single', ...many.slice(1).map((_, index) => `many ${index + 1}`)]);
});

test('a sender that reserves a counter has it to itself until it releases it', async () => {
  const budget = new RateBudget(wholeShare, speed);
  const events: string[] = [];
  await budget.of('a').hold(counter, 2);
  const other = budget
    .of('b')
    .take(counter)
    .then(() => events.push('b sends'));
  await budget.of('a').take(counter);
  await budget.of('a').ended(counter, 1, { status: 200, limit: 10, remaining: 9 });
  await sleep(20);
  events.push('a is done');
  await budget.of('a').release(counter);
  await other;
  expect(events).toEqual(['a is done', 'b sends']);
  // A hold of one operation does not affect a different operation.
  await budget.of('b').take({ ...counter, operation: 'GET /api/v1/brands/' });
});

test('a sender that reserves a fresh window waits until no earlier request counts', async () => {
  const budget = new RateBudget(wholeShare, speed);
  await budget.of('a').take(counter);
  const answered = Date.now();
  await budget.of('a').ended(counter, 1, { status: 200, limit: 10, remaining: 9 });
  await budget.of('b').hold(counter, 'fresh');
  expect(Date.now() - answered).toBeGreaterThanOrEqual(60_000 / speed);
});

test('workers share the budget, and a counter is free again once the worker that held it has ended', async () => {
  await using server = await serveBudget(new RateBudget(wholeShare, speed));
  const [one, other] = [remoteBudget(server.address), remoteBudget(server.address)];
  const two = { ...counter, limit: 2 };
  const answered = Date.now();
  for (const worker of [one, other]) {
    await worker.take(two);
    await worker.ended(two, 1, { status: 200, limit: 2, remaining: worker === one ? 1 : 0 });
  }
  await one.take(two);
  expect(Date.now() - answered).toBeGreaterThanOrEqual(60_000 / speed);
  // A missing answer is reported too.
  await one.ended(two, 1);
  await one.hold(counter, 1);
  const waiting = other.take(counter);
  one.close();
  await waiting;
  other.close();
});

test('the budget tells what each worker waits for: a limit, or time that must pass at the target', async () => {
  const budget = new RateBudget(wholeShare, speed);
  await using server = await serveBudget(budget);
  const [one, other] = [remoteBudget(server.address, '1'), remoteBudget(server.address, '2')];
  const single = { ...counter, limit: 1 };
  await one.take(single);
  await one.ended(single, 1, { status: 200, limit: 1, remaining: 0 });
  const turn = one.take(single);
  await other.rest(60_000);
  expect(waitsOfWorkers()).toEqual(
    new Map([
      ['1', { operation: counter.operation, left: expect.any(Number) }],
      ['2', { left: expect.any(Number) }],
    ]),
  );
  await turn;
  other.close();
  await expect.poll(() => waitsOfWorkers().size).toBe(0);
  one.close();
});

test('the server closes the connection of a client that does not know the secret', async () => {
  await using server = await serveBudget(new RateBudget(wholeShare, speed));
  const stranger = remoteBudget(`${server.address.split('/')[0]}/wrong`);
  const isGone = 'The budget of the run is gone';
  await expect(stranger.take(counter)).rejects.toThrow(isGone);
  // Later requests don't wait either.
  await expect(stranger.take(counter)).rejects.toThrow(isGone);
});

test('a worker can report a request that was lost or not sent', async () => {
  await using server = await serveBudget(new RateBudget(wholeShare, speed));
  const worker = remoteBudget(server.address);
  for (let time = 0; time < 15; time += 1) {
    await worker.take(counter);
    await worker.ended(counter, 1, 'unsent');
  }
  await worker.take(counter);
  await worker.ended(counter, 1);
  await worker.take(counter);
  await worker.ended(counter, 1, { status: 200, limit: 10, remaining: 8 });
  worker.close();
});

test('a worker that ends in the middle of an answer does not disturb the server', async () => {
  await using server = await serveBudget(new RateBudget(wholeShare, speed));
  for (let time = 0; time < 5; time += 1) {
    const [port, secret] = server.address.split('/');
    const worker = connect({ host: '127.0.0.1', port: Number(port) });
    const calls = Array.from({ length: 200 }, (_, id) =>
      JSON.stringify({ id, method: 'note', args: [counter] }),
    );
    worker.write(`${secret}\n${calls.join('\n')}\n`);
    await sleep(5);
    worker.resetAndDestroy();
    await sleep(20);
  }
  const other = remoteBudget(server.address);
  await other.note(counter);
  other.close();
});
