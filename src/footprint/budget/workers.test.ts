import { connect } from 'node:net';
import { FakeClock } from '#testing/fake-clock';
import { expect, test } from '#testing/unit-test';
import type { ProductItem } from '../../data/valid/product-item.js';
import { Desk } from '../desk.js';
import { RateBudget } from './rate-budget.js';
import { SharedByWorkers, serveWorkers, waitsOfWorkers } from './workers.js';

const counter = { operation: 'GET /api/v1/reports/', key: 'key 1', limit: 10 };

async function serving() {
  const budget = new RateBudget(1, 1, new FakeClock());
  return { budget, server: await serveWorkers(budget, new Desk(new Map(), false)) };
}

/** Waits until the server has received all earlier calls from a worker; it receives them in order. */
const heard = ({ budget }: SharedByWorkers) =>
  budget.release({ ...counter, operation: 'GET /api/v1/brands/' });

test('workers share the budget, and a counter is free again once the worker that held it has ended', async () => {
  const { server } = await serving();
  await using _ = server;
  const [one, other] = [new SharedByWorkers(server.address, '1'), new SharedByWorkers(server.address, '2')];
  // A missing response is also reported.
  for (const ended of [{ status: 200, limit: 10, remaining: 9 }, undefined]) {
    await one.budget.take(counter);
    await one.budget.ended(counter, 1, ended);
  }
  await one.budget.hold(counter, 1);
  const waiting = other.budget.take(counter);
  await heard(other);
  expect([...waitsOfWorkers().keys()]).toEqual(['2']);
  const drafts = [{ sku: 'in two\u2028lines' } as ProductItem];
  await one.desk.giveBackDrafts('key 1', drafts);
  expect(await other.desk.takeDrafts('key 1', 1)).toEqual(drafts);
  expect(await other.desk.take({ items: 1 })).toBeUndefined();
  one.close();
  await waiting;
  other.close();
});

test('the server closes the connection of a stranger, even one that never ends its first line', async () => {
  const { server } = await serving();
  await using _ = server;
  const [port] = server.address.split('/');
  const stranger = new SharedByWorkers(`${port}/wrong`);
  const isGone = 'The budget of the run is gone';
  await expect(stranger.budget.take(counter)).rejects.toThrow(isGone);
  // Later requests don't wait either.
  await expect(stranger.budget.take(counter)).rejects.toThrow(isGone);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.on('error', () => {}).write('x'.repeat(201));
  await new Promise((resolve) => socket.on('close', resolve));
});

test('a worker that ends in the middle of a response does not keep the server from answering others', async () => {
  const { budget, server } = await serving();
  await using _ = server;
  const [port, secret] = server.address.split('/');
  const worker = connect({ host: '127.0.0.1', port: Number(port) });
  const calls = Array.from({ length: 200 }, (_, id) => JSON.stringify([id, 'budget', 'hold', counter, 1]));
  worker.write(`${secret} 1\n${calls.join('\n')}\n`);
  await expect.poll(() => budget.waits.get('1')).toBeDefined();
  worker.resetAndDestroy();
  for (let held = 0; held < 200; held += 1) await budget.of('1').release(counter);
  await expect.poll(() => budget.waits.size).toBe(0);
  const other = new SharedByWorkers(server.address, '4');
  await other.budget.take(counter);
  other.close();
});
