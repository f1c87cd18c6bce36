import type {
  Dealt,
  DealtItems,
  NamedOrders,
  OrderWish,
  SeenOrder,
} from '../../operations/prerequisites/dealt-orders.js';
import { type CallServer, RemoteCalls, serveCalls } from '../budget/remote-budget.js';
import { type OrderDemand, openItemsFor } from '../plan/order-demand.js';

interface StockItem {
  readonly id: string;
  /** Undefined if a test has worked with the item since it was seen. */
  status: string | undefined;
  /** The test that has the item. */
  holder: string | undefined;
}

interface StockOrder {
  readonly number: string;
  /** Undefined until a test reads the order for the first time. */
  items: StockItem[] | undefined;
  looking: boolean;
}

/** The status that every move of items starts from, so items in it are scarce. */
const fresh = 'open';

/**
 * Deals out the items of the orders that the configuration names (gap G-01). An item belongs to one test while the
 * test works with it, then to the next one, in the status in which it was left. Untouched orders stay whole as long
 * as items of other orders suffice. If there are fewer open items than all tests together need, the tests that prove
 * the most get theirs first.
 */
export class OrderDesk {
  readonly #orders: ReadonlyMap<string, StockOrder>;
  /** The tests that prove the most are first. */
  readonly #demands: readonly OrderDemand[];
  readonly #taken = new Map<string, Taken>();
  readonly #ended = new Set<string>();
  readonly #waiting = new Set<{ readonly test: string; readonly wake: () => void }>();
  readonly #batches = new Map<string, string>();

  /**
   * @param numbers numbers of the orders
   * @param demands demands of the run's tests, the tests that prove the most first; empty if the tests are unknown
   */
  constructor(numbers: readonly string[], demands: readonly OrderDemand[] = []) {
    this.#orders = new Map(numbers.map((number) => [number, { number, items: undefined, looking: false }]));
    this.#demands = demands;
  }

  /** Deals out items to a test, or names the order that it should look at first. */
  take(test: string, wish: OrderWish): Dealt {
    const dealt = this.#deal(test, wish, wish.status);
    return 'none' in dealt && wish.status === 'shipped' ? this.#deal(test, wish, fresh) : dealt;
  }

  /**
   * Like take, but waits for the items that other tests have, if there are no others. Of tests that hold items and wait
   * for each other's, one gets nothing, so that none waits forever.
   */
  async takeOrWait(test: string, wish: OrderWish): Promise<Dealt> {
    while (!this.#ended.has(test)) {
      const dealt = this.take(test, wish);
      if (!('none' in dealt) || !this.#mayComeBack(test)) return dealt;
      await new Promise<void>((wake) => this.#waiting.add({ test, wake }));
    }
    return { none: true };
  }

  /** Whether a different test, which does not wait itself, has items that it may give back. */
  #mayComeBack(test: string): boolean {
    const stuck = new Set([test, ...this.#ended, ...[...this.#waiting].map((each) => each.test)]);
    return [...this.#orders.values()]
      .flatMap(({ items = [] }) => items)
      .some(({ holder }) => holder !== undefined && !stuck.has(holder));
  }

  #wakeAll(): void {
    for (const each of this.#waiting) {
      this.#waiting.delete(each);
      each.wake();
    }
  }

  /** @param status the status of the items, which may differ from the wanted one */
  #deal(test: string, wish: OrderWish, status: Wanted): Dealt {
    const setAside = this.#setAsideFrom(test);
    const groups = wish.whole
      ? this.#wholeOrder(wish, status, setAside)
      : this.#grouped(wish, status, setAside);
    const suffices = groups !== undefined && (status === undefined || this.#suffices(test, groups, setAside));
    // If an item is wanted that may be scarce, what other tests have left shipped makes a difference.
    const look = this.#toLookAt(groups !== undefined && !suffices ? 'used' : status);
    // Orders that have changed since a test looked at them may have used-up items.
    const prefersLooking = status !== fresh && look?.items !== undefined;
    if (look !== undefined && (!suffices || (prefersLooking && freshIn(groups) > 0))) {
      look.looking = true;
      return { look: look.number };
    }
    if (!suffices) return { none: true };
    this.#note(test, wish, groups);
    for (const { items } of groups) for (const item of items) item.holder = test;
    return {
      groups: groups.map(({ order, items }) => ({ number: order.number, ids: items.map(({ id }) => id) })),
      ...(status === undefined || status === 'used' ? {} : { status }),
    };
  }

  /** Learns the state of an order. The known state of items that a test has doesn't change. */
  saw({ number, items }: SeenOrder): void {
    const order = this.#orders.get(number);
    if (order === undefined) return;
    const known = new Map(order.items?.map((item) => [item.id, item]));
    order.looking = false;
    order.items = items.map(({ id, status }) => {
      const item = known.get(String(id));
      return item?.holder === undefined ? { id: String(id), status, holder: undefined } : item;
    });
  }

  /** Takes items back, in any status. */
  giveBack({ number, ids }: DealtItems): void {
    for (const item of this.#orders.get(number)?.items ?? []) {
      if (!ids.includes(item.id)) continue;
      item.holder = undefined;
      item.status = undefined;
    }
    this.#wakeAll();
  }

  /** Notes that a test has ended and will take nothing more. */
  end(test: string): void {
    this.#ended.add(test);
    this.#wakeAll();
  }

  /**
   * Keeps a finished batch for tests that only read its results.
   * @param kind names the write and the key
   */
  leaveBatch(kind: string, batchRequestId: string): void {
    this.#batches.set(kind, batchRequestId);
  }

  leftBatch(kind: string): string | undefined {
    return this.#batches.get(kind);
  }

  /** The smallest order in which no test has an item and every item has the wanted status. */
  #wholeOrder(
    { groups: [least = 1] }: OrderWish,
    status: Wanted,
    setAside: ReadonlySet<StockOrder>,
  ): readonly Picked[] | undefined {
    const [order] = this.#wholes(least, status).filter((each) => !setAside.has(each));
    return order === undefined ? undefined : [{ order, items: order.items ?? [] }];
  }

  /** The smallest comes first. */
  #wholes(least: number, status: Wanted): readonly StockOrder[] {
    return [...this.#orders.values()]
      .filter(({ items = [] }) => items.length >= least && items.every((item) => isFree(item, status)))
      .toSorted((a, b) => (a.items?.length ?? 0) - (b.items?.length ?? 0));
  }

  /**
   * For each group, the order that leaves the most to others: an order that is already broken up and has the fewest
   * suitable items.
   */
  #grouped(
    { groups }: OrderWish,
    status: Wanted,
    setAside: ReadonlySet<StockOrder>,
  ): readonly Picked[] | undefined {
    const picked = new Set<StockItem>();
    const bySize = groups.map((size, place) => ({ size, place })).toSorted((a, b) => b.size - a.size);
    const found = new Map<number, Picked>();
    for (const { size, place } of bySize) {
      const [best] = [...this.#orders.values()]
        .filter((order) => !setAside.has(order))
        .map((order) => ({
          order,
          items: (order.items ?? []).filter((item) => !picked.has(item) && isFree(item, status)),
        }))
        .filter(({ items }) => items.length >= size)
        .toSorted((a, b) => rank(a, status, size) - rank(b, status, size));
      if (best === undefined) return undefined;
      const items = best.items.toSorted((a, b) => freshness(a) - freshness(b)).slice(0, size);
      for (const item of items) picked.add(item);
      found.set(place, { order: best.order, items });
    }
    return groups.flatMap((_size, place) => found.get(place) ?? []);
  }

  /**
   * An order whose state is unknown: an untouched order if open items are wanted, otherwise an order that was worked
   * with.
   */
  #toLookAt(status: Wanted): StockOrder | undefined {
    const orders = [...this.#orders.values()];
    const unseen = orders.filter(({ items }) => items === undefined);
    const changed = orders.filter(({ items }) =>
      items?.some((item) => item.holder === undefined && item.status === undefined),
    );
    // Unseen orders have only open items.
    const all =
      status === fresh ? [...unseen, ...changed] : [...changed, ...(status === undefined ? unseen : [])];
    return all.find(({ looking }) => !looking) ?? all[0];
  }

  /** The number of free open items outside of some orders, as far as is known; an unseen order counts as the average. */
  #leftBeside(setAside: ReadonlySet<StockOrder>): number {
    const orders = [...this.#orders.values()].filter((order) => !setAside.has(order));
    const seen = orders.flatMap(({ items }) => (items === undefined ? [] : [items]));
    const mean = seen.flat().length / Math.max(1, seen.length);
    return seen.flat().filter((item) => isFree(item, fresh)).length + mean * (orders.length - seen.length);
  }

  /** What the tests that prove more than this one will still take. A test that the plan doesn't know proves the least. */
  #aheadOf(test: string): readonly OrderDemand[] {
    const place = this.#demands.findIndex((each) => each.test === test);
    return (place < 0 ? this.#demands : this.#demands.slice(0, place)).flatMap((each) => {
      if (this.#ended.has(each.test)) return [];
      const taken = this.#taken.get(each.test) ?? nothingTaken;
      const left = (kind: keyof Taken) => Math.max(0, each[kind] - taken[kind]);
      return [{ ...each, open: left('open'), shipped: left('shipped'), wholes: left('wholes') }];
    });
  }

  /** The untouched orders that are kept for tests that prove more than this one, and that judge a whole order. */
  #setAsideFrom(test: string): ReadonlySet<StockOrder> {
    const kept = new Set<StockOrder>();
    for (const { wholes, together } of this.#aheadOf(test))
      for (const order of this.#wholes(together, fresh)
        .filter((each) => !kept.has(each))
        .slice(0, wholes))
        kept.add(order);
    return kept;
  }

  /** Whether enough single items are left for the tests that prove more than this one, if it gets these. */
  #suffices(test: string, groups: readonly Picked[], setAside: ReadonlySet<StockOrder>): boolean {
    const wanted = groups.flatMap(({ items }) => items);
    const count = (items: readonly StockItem[], status: Wanted) =>
      items.filter((item) => isFree(item, status)).length;
    const all = [...this.#orders.values()].flatMap((each) => each.items ?? []);
    const shipped = count(all, 'shipped') - count(wanted, 'shipped');
    const open = this.#leftBeside(setAside) - count(wanted, fresh);
    return (
      count(wanted, 'shipped') + count(wanted, fresh) === 0 ||
      open >= openItemsFor(this.#aheadOf(test), shipped)
    );
  }

  #note(test: string, { groups: sizes, status, whole }: OrderWish, groups: readonly Picked[]): void {
    if (status !== 'open' && status !== 'shipped') return;
    const taken = this.#taken.get(test) ?? nothingTaken;
    const kind = whole ? 'wholes' : status;
    const count = whole ? sizes.length : groups.flatMap(({ items }) => items).length;
    this.#taken.set(test, { ...taken, [kind]: taken[kind] + count });
  }
}

type Wanted = OrderWish['status'];

type Taken = Pick<OrderDemand, 'open' | 'shipped' | 'wholes'>;

const nothingTaken: Taken = { open: 0, shipped: 0, wholes: 0 };

/** Items of an order that a group will get. */
interface Picked {
  readonly order: StockOrder;
  readonly items: readonly StockItem[];
}

function isFree({ holder, status }: StockItem, wanted: Wanted): boolean {
  if (holder !== undefined || status === undefined) return false;
  return wanted === undefined || (wanted === 'used' ? status !== fresh : status === wanted);
}

/** A test that accepts any status gets used-up items first. */
function freshness({ status }: StockItem): number {
  return status === fresh ? 2 : status === 'shipped' ? 1 : 0;
}

/** Orders that leave the most to others have the lowest rank. */
function rank({ order, items }: Picked, status: Wanted, size: number): number {
  const isWhole = order.items?.every((item) => item.holder === undefined && item.status === fresh) === true;
  const used =
    status === undefined || status === 'used'
      ? items.toSorted((a, b) => freshness(a) - freshness(b)).slice(0, size)
      : [];
  return used.reduce((sum, item) => sum + freshness(item), 0) * 10_000 + (isWhole ? 1000 : 0) + items.length;
}

function freshIn(groups: readonly Picked[]): number {
  return groups.flatMap(({ items }) => items).filter(({ status }) => status === fresh).length;
}

/** Serves an order desk on loopback to the workers of a run. */
export function serveOrders(desk: OrderDesk): Promise<CallServer> {
  // The items of a worker that is gone may still move, so they are not dealt out again.
  return serveCalls({ kitOf: () => desk, leave: () => {}, close: () => {} });
}

/** The desk of the run as one of its workers sees it. */
export class SharedOrders {
  readonly #calls: RemoteCalls;

  constructor(address: string) {
    this.#calls = new RemoteCalls(address, 'order desk');
  }

  /**
   * The orders as one test gets them.
   * @param numbers the orders that the configuration names
   * @param test its file and title
   * @param key names the key that the test sends with
   */
  of(numbers: readonly string[], test: string, key: string): NamedOrders & { end(): Promise<void> } {
    const calls = this.#calls;
    const send = async (method: keyof OrderDesk, ...args: readonly unknown[]) => {
      await calls.call(method, ...args);
    };
    const kind = (write: string) => `${write} ${key}`;
    return {
      numbers,
      take: async (wish: OrderWish) =>
        (await calls.call(wish.waits ? 'takeOrWait' : 'take', test, wish)) as Dealt,
      saw: (order: SeenOrder) => send('saw', order),
      giveBack: (items: DealtItems) => send('giveBack', items),
      leaveBatch: (write, batchRequestId) => send('leaveBatch', kind(write), batchRequestId),
      leftBatch: async (write) => {
        const left = await calls.call('leftBatch', kind(write));
        return typeof left === 'string' ? left : undefined;
      },
      end: () => send('end', test),
    };
  }

  close(): void {
    this.#calls.close();
  }
}
