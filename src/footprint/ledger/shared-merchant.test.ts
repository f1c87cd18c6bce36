import { expect, test } from '#unit-test';
import { DealtOrders } from '../../operations/prerequisites/dealt-orders.js';
import { OrderDesk } from './order-desk.js';
import { type SharedOrders as Orders, SharedOrders, serveOrders } from './shared-merchant.js';

const atRest = () => false;

test('no two tests of different processes have the same item, and each that is left goes to another', async () => {
  const service = new Map([
    ['A', items('open', 4)],
    ['B', items('open', 4, 10)],
  ]);
  await using workers = await workersAt(Object.fromEntries(service));
  const tests = workers.tests(6, service);
  const taken = await Promise.all(tests.map((each) => each.orders.take({ groups: [1], status: 'open' })));
  const ids = taken.flatMap((orders) => (typeof orders === 'string' ? [] : orders)).flatMap(idsOf);
  expect(new Set(ids).size).toBe(6);
  expect(tests.map(({ orders }) => orders.taken)).toEqual(tests.map(() => ({ open: 1, together: 1 })));

  // One test leaves its item shipped, and a test that needs a shipped item gets it.
  const [first] = tests;
  for (const item of [...service.values()].flat()) if (item.id === ids[0]) item.status = 'shipped';
  await first?.orders.giveBack(atRest);
  const [later] = workers.tests(1, service);
  const shipped = await later?.orders.take({ groups: [1], status: 'shipped' });
  expect(typeof shipped === 'string' ? shipped : shipped?.flatMap(idsOf)).toEqual([ids[0]]);
  expect(later?.orders.taken).toBeUndefined();
});

test('a test sees as much of an order as is its own, or all of it where it asks for that', async () => {
  const service = new Map([['A', items('open', 3)]]);
  await using workers = await workersAt(Object.fromEntries(service));
  const [part, whole] = workers.tests(2, service);
  const some = await part?.orders.take({ groups: [2], status: 'open' });
  expect(typeof some === 'string' ? some : some?.map(idsOf)).toEqual([[1, 2]]);
  expect(part?.own.get('A')).toEqual(new Set(['1', '2']));
  expect(await whole?.orders.take({ groups: [2], status: 'open', whole: true })).toBe(
    'no suitable item is left',
  );
  await part?.orders.giveBack(atRest);
  const all = await whole?.orders.take({ groups: [2], status: 'open', whole: true });
  expect(typeof all === 'string' ? all : all?.map(idsOf)).toEqual([[1, 2, 3]]);
  expect(whole?.own.get('A')).toBe('whole');
  expect(whole?.orders.taken).toEqual({ open: 3, together: 2 });
});

test('what somebody else moved meanwhile is not dealt out as it was, and what may still move to nobody', async () => {
  const service = new Map([['A', items('open', 3)]]);
  await using workers = await workersAt(Object.fromEntries(service));
  const [one, another, third] = workers.tests(3, service);
  await one?.orders.take({ groups: [1], status: 'open' });
  for (const item of service.get('A') ?? []) if (item.id === 2) item.status = 'cancelled';
  const taken = await another?.orders.take({ groups: [1], status: 'open' });
  expect(typeof taken === 'string' ? taken : taken?.flatMap(idsOf)).toEqual([3]);
  await one?.orders.giveBack((id) => id === '1');
  expect(await third?.orders.take({ groups: [1], status: 'open' })).toBe('no suitable item is left');
});

test('a batch is left to tests with the same key', async () => {
  await using workers = await workersAt({});
  const [left, found, other] = ['key 1', 'key 1', 'key 2'].map((key) => workers.shared.of([], 'a test', key));
  await left?.leaveBatch('shipOrderItems', 'b-1');
  expect(await found?.leftBatch('shipOrderItems')).toBe('b-1');
  expect(await other?.leftBatch('shipOrderItems')).toBeUndefined();
});

type Status = 'open' | 'shipped' | 'cancelled' | 'returned';
type Item = { readonly id: number; status: Status };

function items(status: Status, count: number, first = 1): Item[] {
  return Array.from({ length: count }, (_, index) => ({ id: first + index, status }));
}

function idsOf({ order_items }: { readonly order_items: readonly { readonly id: unknown }[] }): unknown[] {
  return order_items.map(({ id }) => id);
}

/** A desk that deals out these orders, and the tests of two workers that use it. */
async function workersAt(orders: Readonly<Record<string, readonly Item[]>>) {
  const server = await serveOrders(new OrderDesk(Object.keys(orders)));
  const workers = [new SharedOrders(server.address), new SharedOrders(server.address)];
  const [shared] = workers;
  if (shared === undefined) throw new Error('There is a worker.');
  return {
    shared,
    tests: (count: number, service: ReadonlyMap<string, readonly Item[]>) =>
      Array.from({ length: count }, (_, index) =>
        testOf(workers[index % 2] ?? shared, `test ${index}`, service),
      ),
    [Symbol.asyncDispose]: async () => {
      for (const each of workers) each.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

function testOf(worker: Orders, name: string, service: ReadonlyMap<string, readonly Item[]>) {
  const own = new Map<string, ReadonlySet<string> | 'whole'>();
  const read = async (number: string) => ({
    order_number: number,
    order_items: (service.get(number) ?? []).map((item) => ({ ...item })),
  });
  const named = worker.of([...service.keys()], name, 'key 1');
  return { own, orders: new DealtOrders(named, read, own) };
}
