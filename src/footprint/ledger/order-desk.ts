import type { Dealt, DealtItems, OrderWish, SeenOrder } from '../../operations/prerequisites/named-orders.js';

/** What a test is expected to take of open items. */
export interface OrderDemand {
  /** Its file and title. */
  readonly test: string;
  readonly items: number;
}

interface StockItem {
  readonly id: string;
  /** Undefined where somebody worked with it since it was seen. */
  status: string | undefined;
  /** A test has it. */
  held: boolean;
}

interface StockOrder {
  readonly number: string;
  /** Undefined until it is seen for the first time. */
  items: StockItem[] | undefined;
  /** A test was told to look at it, and has not done so yet. */
  looking: boolean;
}

/** The status from which items go wherever a test needs them: what is scarce. */
const fresh = 'open';

/**
 * Deals out the items of the orders that the configuration names (gap G-01). An item is one test's while it works with it,
 * then the next one's, in the status in which it was left. Orders that nobody has touched stay whole as long as others
 * will do. Where there are fewer open items than all tests together take, those that prove the most get theirs.
 */
export class OrderDesk {
  readonly #orders: ReadonlyMap<string, StockOrder>;
  /** Those that prove the most first. */
  readonly #demands: readonly OrderDemand[];
  readonly #taken = new Map<string, number>();
  readonly #ended = new Set<string>();
  readonly #batches = new Map<string, string>();

  /**
   * @param numbers of the orders
   * @param demands of the tests of the run, those that prove the most first; none where nobody knows which tests it has
   */
  constructor(numbers: readonly string[], demands: readonly OrderDemand[] = []) {
    this.#orders = new Map(numbers.map((number) => [number, { number, items: undefined, looking: false }]));
    this.#demands = demands;
  }

  /** Deals out items to a test, or says which order it should look at first. */
  take(test: string, wish: OrderWish): Dealt {
    const groups = wish.whole ? this.#wholeOrder(wish) : this.#grouped(wish);
    const look = this.#toLookAt(wish);
    // What is used up by now may lie where nobody has looked since.
    const prefersLooking = wish.status !== fresh && look?.items !== undefined;
    if (look !== undefined && (groups === undefined || (prefersLooking && freshIn(groups) > 0))) {
      look.looking = true;
      return { look: look.number };
    }
    if (groups === undefined) return { none: 'none is left that would do' };
    const needed = freshIn(groups);
    if (needed > 0 && this.#left() - needed < this.#reservedFrom(test))
      return { none: 'those that are left are kept for tests that prove more' };
    this.#taken.set(test, (this.#taken.get(test) ?? 0) + needed);
    for (const { items } of groups) for (const item of items) item.held = true;
    return {
      groups: groups.map(({ order, items }) => ({ number: order.number, ids: items.map(({ id }) => id) })),
    };
  }

  /** Learns how an order stands. What tests have at the moment stays as it is known. */
  saw({ number, items }: SeenOrder): void {
    const order = this.#orders.get(number);
    if (order === undefined) return;
    const known = new Map(order.items?.map((item) => [item.id, item]));
    order.looking = false;
    order.items = items.map(({ id, status }) => {
      const item = known.get(String(id));
      return item?.held === true ? item : { id: String(id), status, held: false };
    });
  }

  /** Takes items back, in whatever status they are. */
  giveBack({ number, ids }: DealtItems): void {
    for (const item of this.#orders.get(number)?.items ?? []) {
      if (!ids.includes(item.id)) continue;
      item.held = false;
      item.status = undefined;
    }
  }

  /** A test has come to its end, and takes nothing any more. */
  end(test: string): void {
    this.#ended.add(test);
  }

  /** Keeps a finished batch for tests that only read its results. @param kind names the write and the key */
  leaveBatch(kind: string, batchRequestId: string): void {
    this.#batches.set(kind, batchRequestId);
  }

  leftBatch(kind: string): string | undefined {
    return this.#batches.get(kind);
  }

  /** An order nobody has a part of, all of whose items will do: the smallest. */
  #wholeOrder({ groups: [least = 1], status }: OrderWish): readonly Picked[] | undefined {
    const [order] = [...this.#orders.values()]
      .filter(
        ({ items }) =>
          items !== undefined && items.length >= least && items.every((item) => isFree(item, status)),
      )
      .toSorted((a, b) => (a.items?.length ?? 0) - (b.items?.length ?? 0));
    return order === undefined ? undefined : [{ order, items: order.items ?? [] }];
  }

  /** For each group the order that leaves the most to others: one that is no whole any more, and with the fewest that would do. */
  #grouped({ groups, status }: OrderWish): readonly Picked[] | undefined {
    const picked = new Set<StockItem>();
    const bySize = groups.map((size, place) => ({ size, place })).toSorted((a, b) => b.size - a.size);
    const found = new Map<number, Picked>();
    for (const { size, place } of bySize) {
      const [best] = [...this.#orders.values()]
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

  /** An order of which nobody knows how it stands: for open items one that nobody has touched, else one that was worked with. */
  #toLookAt({ status }: OrderWish): StockOrder | undefined {
    const orders = [...this.#orders.values()];
    const unseen = orders.filter(({ items }) => items === undefined);
    const changed = orders.filter(({ items }) =>
      items?.some((item) => !item.held && item.status === undefined),
    );
    // Orders that nobody has touched have nothing but open items.
    const all =
      status === fresh ? [...unseen, ...changed] : [...changed, ...(status === undefined ? unseen : [])];
    return all.find(({ looking }) => !looking) ?? all[0];
  }

  /** Open items that are nobody's at the moment, as far as is known; an order that nobody has seen counts as its neighbours. */
  #left(): number {
    const orders = [...this.#orders.values()];
    const seen = orders.flatMap(({ items }) => (items === undefined ? [] : [items]));
    const mean = seen.flat().length / Math.max(1, seen.length);
    return seen.flat().filter((item) => isFree(item, fresh)).length + mean * (orders.length - seen.length);
  }

  /** Open items that tests which prove more than this one are still to take. */
  #reservedFrom(test: string): number {
    const place = this.#demands.findIndex((each) => each.test === test);
    return this.#demands
      .slice(0, Math.max(0, place))
      .filter((each) => !this.#ended.has(each.test))
      .reduce((sum, each) => sum + Math.max(0, each.items - (this.#taken.get(each.test) ?? 0)), 0);
  }
}

/** Items of an order that a group is to get. */
interface Picked {
  readonly order: StockOrder;
  readonly items: readonly StockItem[];
}

function isFree({ held, status }: StockItem, wanted: string | undefined): boolean {
  return !held && status !== undefined && (wanted === undefined || status === wanted);
}

/** What is used up comes first where any status will do. */
function freshness({ status }: StockItem): number {
  return status === fresh ? 2 : status === 'shipped' ? 1 : 0;
}

/** Orders that leave the most to others have the lowest. */
function rank({ order, items }: Picked, status: string | undefined, size: number): number {
  const isWhole = order.items?.every((item) => !item.held && item.status === fresh) === true;
  const used =
    status === undefined ? items.toSorted((a, b) => freshness(a) - freshness(b)).slice(0, size) : [];
  return used.reduce((sum, item) => sum + freshness(item), 0) * 10_000 + (isWhole ? 1000 : 0) + items.length;
}

function freshIn(groups: readonly Picked[]): number {
  return groups.flatMap(({ items }) => items).filter(({ status }) => status === fresh).length;
}
