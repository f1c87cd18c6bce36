import { expect, test } from '#testing/unit-test';
import { type Dealt, type DealtItems, DealtOrders } from '../../operations/prerequisites/dealt-orders.js';
import { WritesUnderWay } from '../ledger/shared-merchant.js';
import type { OrderDemand } from '../plan/order-demand.js';
import { OrderDesk, SharedOrders, serveOrders } from './order-desk.js';

const open = { status: 'open' } as const;
const one = { groups: [1], ...open };
const none = { none: true };

/** The items that a test gets, group by group: `A1 A2, B1`. */
function given(outcome: Dealt): string {
  return dealt(outcome)
    .map(({ ids }) => ids.join(' '))
    .join(', ');
}

test('an order is read before any of its items is dealt out; if it is no longer listed, it has none', () => {
  const desk = new OrderDesk(['A']);
  expect(desk.take('t', one)).toEqual({ look: 'A' });
  see(desk, 'A', 'open');
  expect(desk.take('t', one)).toEqual({ groups: [{ number: 'A', ids: ['A1'] }], ...open });
  const gone = new OrderDesk(['A']);
  gone.take('t', one);
  gone.saw({ number: 'A', items: [] });
  expect(gone.take('t', one)).toEqual(none);
});

test('an item belongs to one test until the test gives it back; the next test gets it in the status in which it was left', () => {
  const desk = seen({ A: 'open open' });
  const first = dealt(desk.take('one', one));
  // Its status stays known although other tests read the order.
  see(desk, 'A', 'open', 'open');
  expect([first[0]?.ids, given(desk.take('two', one))]).toEqual([['A1'], 'A2']);
  expect(desk.take('three', one)).toEqual(none);
  for (const items of first) desk.giveBack(items);
  expect(desk.take('three', { groups: [1], status: 'shipped' })).toEqual({ look: 'A' });
  see(desk, 'A', 'shipped', 'open');
  const shipped = desk.take('three', { groups: [1], status: 'shipped' });
  expect(shipped).toEqual({ groups: first, status: 'shipped' });
});

test('a test gets items of orders that are already broken up, if they suffice', () => {
  const desk = seen({ A: 'open open open', B: 'open shipped open', C: 'open cancelled' });
  expect(given(desk.take('t', one))).toBe('C1');
  expect(given(desk.take('t', { groups: [1, 1], ...open }))).toBe('B1, B3');
  expect(given(desk.take('t', { groups: [2], whole: true, ...open }))).toBe('A1 A2 A3');
});

test('a test that needs a whole order gets the smallest suitable one, and no other test gets a part of it', () => {
  const desk = seen({ A: 'open open open', B: 'open open', C: 'open shipped' });
  dealt(desk.take('one', { groups: [3], ...open }));
  expect(given(desk.take('two', { ...one, whole: true }))).toBe('B1 B2');
  expect(desk.take('three', { ...one, whole: true })).toEqual(none);
});

test('a group gets all its items from the same order, or no items', () => {
  const desk = seen({ A: 'open', B: 'open' });
  expect(desk.take('t', { groups: [2], ...open })).toEqual(none);
  expect(given(desk.take('t', { groups: [1, 1], ...open }))).toBe('A1, B1');
});

test('a test that accepts any status gets used-up items first', () => {
  const desk = seen({ A: 'open shipped', B: 'open cancelled' });
  const items = [1, 2, 3, 4].map(() => given(desk.take('t', { groups: [1] })));
  expect(items).toEqual(['B2', 'A2', 'A1', 'B1']);
});

const nothing = { open: 0, shipped: 0, wholes: 0, together: 1, ships: 0 };

test('scarce items are kept for the tests that prove the most, until these have ended', () => {
  const demands: OrderDemand[] = [
    { ...nothing, test: 'first', open: 2 },
    { ...nothing, test: 'second', open: 1 },
    { ...nothing, test: 'third', open: 1 },
  ];
  const desk = seen({ A: 'open open open shipped' }, demands);
  expect(desk.take('third', one)).toEqual(none);
  // Items that are not scarce are available to every test.
  expect(given(desk.take('third', { groups: [1], status: 'used' }))).toBe('A4');
  expect(given(desk.take('second', one))).toBe('A1');
  expect(desk.take('second', one)).toEqual(none);
  expect(given(desk.take('first', one))).toBe('A2');
  expect(desk.take('third', one)).toEqual(none);
  desk.end('first');
  expect(given(desk.take('third', one))).toBe('A3');
  // A test that the plan does not know gets only what no other test needs.
  const other = seen({ A: 'open open' }, [{ ...nothing, test: 'first', open: 1 }]);
  expect(given(other.take('new', one))).toBe('A1');
  expect(other.take('new', one)).toEqual(none);
});

test('an untouched order is kept for a test that judges a whole one, in whatever order the tests ask', () => {
  const demands = [{ ...nothing, test: 'whole', wholes: 1, together: 2 }];
  const desk = seen({ A: 'open open', B: 'open open open' }, demands);
  expect([1, 2, 3].map(() => dealt(desk.take('new', one))[0]?.number)).toEqual(['B', 'B', 'B']);
  expect(desk.take('new', one)).toEqual(none);
  expect(dealt(desk.take('whole', { groups: [2], whole: true, ...open }))[0]?.number).toBe('A');
});

test('a test that wants a shipped item gets an open one if no item is shipped and none is scarce', () => {
  const demands: OrderDemand[] = [
    { ...nothing, test: 'ships', open: 1, ships: 1 },
    { ...nothing, test: 'returns', shipped: 1 },
  ];
  const wish = { groups: [1], status: 'shipped' } as const;
  expect(seen({ A: 'open shipped' }, demands).take('returns', wish)).toMatchObject({ status: 'shipped' });
  expect(seen({ A: 'open open' }, demands).take('returns', wish)).toMatchObject({ status: 'open' });
  expect(seen({ A: 'open' }, demands).take('returns', wish)).toEqual(none);
});

const usedOne = { groups: [1], status: 'used' } as const;

test('a test waits for used items that other tests have, if every open item is kept for tests that prove more', async () => {
  const used = Array.from({ length: 4 }, () => 'shipped').join(' ');
  const open60 = Array.from({ length: 60 }, () => 'open').join(' ');
  const desk = seen({ A: used, B: open60 }, [{ ...nothing, test: 'ahead', open: 60 }]);
  const held = dealt(desk.take('holder', { groups: [4], status: 'used' }));
  for (const status of ['used', 'shipped', 'open'] as const)
    expect(desk.take('tries', { groups: [1], status })).toEqual(none);
  const waiting = desk.takeOrWait('tries', usedOne);
  for (const items of held) desk.giveBack(items);
  // What the other test has left is not known.
  expect(await waiting).toEqual({ look: 'A' });
  see(desk, 'A', 'returned', 'returned', 'returned', 'returned');
  expect(dealt(await desk.takeOrWait('tries', usedOne))).toEqual([{ number: 'A', ids: ['A1'] }]);
});

test('no test waits for tests that wait themselves or have ended, nor for its own items', async () => {
  const desk = seen({ A: 'shipped shipped shipped shipped' });
  for (const test of ['gone', 'one', 'two']) dealt(desk.take(test, usedOne));
  desk.end('gone');
  const three = dealt(desk.take('three', usedOne));
  const [one, two] = ['one', 'two'].map((test) => desk.takeOrWait(test, usedOne));
  // Both others wait, so none of them would give anything back.
  expect(await desk.takeOrWait('three', usedOne)).toEqual(none);
  for (const items of three) desk.giveBack(items);
  see(desk, 'A', 'shipped', 'shipped', 'shipped', 'returned');
  expect(await one).toMatchObject({ groups: three });
  // The last test whose items the other one waits for keeps them.
  desk.end('one');
  expect(await two).toEqual(none);
});

test('a test that ends while it waits gets nothing', async () => {
  const desk = seen({ A: 'shipped' });
  const held = dealt(desk.take('holder', usedOne));
  const waiting = desk.takeOrWait('ends', usedOne);
  desk.end('ends');
  expect(await waiting).toEqual(none);
  for (const items of held) desk.giveBack(items);
  see(desk, 'A', 'shipped');
  expect(dealt(desk.take('next', usedOne))).toEqual(held);
});

test('a finished batch is available to all tests that read its results', () => {
  const desk = new OrderDesk([]);
  expect(desk.leftBatch('shipOrderItems key 1')).toBeUndefined();
  desk.leaveBatch('shipOrderItems key 1', 'b-1');
  expect(desk.leftBatch('shipOrderItems key 1')).toBe('b-1');
  expect(desk.leftBatch('shipOrderItems key 2')).toBeUndefined();
});

test('an item may still move until its write is refused or its batch has ended', () => {
  const moves = new WritesUnderWay();
  for (const write of [1, 2, 3, 4]) moves.sent(write, [`i${write}`]);
  moves.refused(1);
  moves.accepted(2, 'b-2');
  moves.accepted(3, undefined);
  expect(['i1', 'i2', 'i3', 'i4'].map((id) => moves.has(id))).toEqual([false, true, true, true]);
  // The id of a batch is the same in upper and lower case.
  moves.ended('B-2');
  expect(moves.has('i2')).toBe(false);
});

/** A desk whose orders were all looked at: for each, its items' statuses, with ids `A1`, `A2`. */
function seen(orders: Readonly<Record<string, string>>, demands: readonly OrderDemand[] = []): OrderDesk {
  const desk = new OrderDesk(Object.keys(orders), demands);
  for (const [number, statuses] of Object.entries(orders)) see(desk, number, ...statuses.split(' '));
  return desk;
}

function see(desk: OrderDesk, number: string, ...statuses: readonly string[]): void {
  desk.saw({ number, items: statuses.map((status, index) => ({ id: `${number}${index + 1}`, status })) });
}

function dealt(outcome: Dealt): readonly DealtItems[] {
  if (!('groups' in outcome)) throw new Error(`Nothing was dealt out: ${JSON.stringify(outcome)}`);
  return outcome.groups;
}

const atRest = () => false;

test('no two tests of different processes get the same item, and an item that one test leaves shipped goes to a test that needs it', async () => {
  const service = new Map([
    ['A', items('open', 4)],
    ['B', items('open', 4, 10)],
  ]);
  await using workers = await workersAt(Object.fromEntries(service));
  const tests = workers.tests(6, service);
  const taken = await Promise.all(tests.map((each) => each.orders.take({ groups: [1], status: 'open' })));
  const ids = taken.flatMap(idsIn).flat();
  expect(new Set(ids).size).toBe(6);
  expect(tests.map(({ orders }) => orders.taken)).toEqual(
    tests.map(() => ({ open: 1, shipped: 0, wholes: 0, together: 1 })),
  );

  // One test leaves its item shipped, and a test that needs a shipped item gets it.
  const [first] = tests;
  for (const item of [...service.values()].flat()) if (item.id === ids[0]) item.status = 'shipped';
  await first?.orders.giveBack(atRest);
  const [later] = workers.tests(1, service);
  const shipped = await later?.orders.take({ groups: [1], status: 'shipped' });
  expect(idsIn(shipped)).toEqual([[ids[0]]]);
  expect(later?.orders.taken).toEqual({ open: 0, shipped: 1, wholes: 0, together: 1 });
});

test('a test sees only its own part of an order, or all of it if it asks for that', async () => {
  const service = new Map([['A', items('open', 3)]]);
  await using workers = await workersAt(Object.fromEntries(service));
  const [part, whole] = workers.tests(2, service);
  const some = await part?.orders.take({ groups: [2], status: 'open' });
  expect(idsIn(some)).toEqual([[1, 2]]);
  expect(part?.own.get('A')).toEqual(new Set(['1', '2']));
  expect(await whole?.orders.take({ groups: [2], status: 'open', whole: true })).toBeUndefined();
  await part?.orders.giveBack(atRest);
  const all = await whole?.orders.take({ groups: [2], status: 'open', whole: true });
  expect(idsIn(all)).toEqual([[1, 2, 3]]);
  expect(whole?.own.get('A')).toBe('whole');
  expect(whole?.orders.taken).toEqual({ open: 0, shipped: 0, wholes: 1, together: 2 });
});

test('an item that another client moved is not dealt out under its old status, and an item that may still move is not dealt out at all', async () => {
  const service = new Map([['A', items('open', 3)]]);
  await using workers = await workersAt(Object.fromEntries(service));
  const [one, second, third] = workers.tests(3, service);
  await one?.orders.take({ groups: [1], status: 'open' });
  for (const item of service.get('A') ?? []) if (item.id === 2) item.status = 'cancelled';
  const taken = await second?.orders.take({ groups: [1], status: 'open' });
  expect(idsIn(taken)).toEqual([[3]]);
  await one?.orders.giveBack((id) => id === '1');
  expect(await third?.orders.take({ groups: [1], status: 'open' })).toBeUndefined();
});

test('a batch is available only to tests with the same key', async () => {
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

/** The ids of the items in the orders that a test took; none if it took nothing. */
function idsIn(
  taken: string | readonly { readonly order_items: readonly { readonly id: unknown }[] }[] | undefined,
): readonly (readonly unknown[])[] {
  const orders = typeof taken === 'object' ? taken : [];
  return orders.map(({ order_items }) => order_items.map(({ id }) => id));
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

function testOf(worker: SharedOrders, name: string, service: ReadonlyMap<string, readonly Item[]>) {
  const own = new Map<string, ReadonlySet<string> | 'whole'>();
  const read = async (number: string) => ({
    order_number: number,
    order_items: (service.get(number) ?? []).map((item) => ({ ...item })),
  });
  const named = worker.of([...service.keys()], name, 'key 1');
  return { own, orders: new DealtOrders(named, read, own) };
}
