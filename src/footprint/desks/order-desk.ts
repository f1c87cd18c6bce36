import { batchWrites } from '../../contract/operations.js';
import type { DealtItems, OrderWish, SeenItem } from '../../operations/prerequisites/dealt-orders.js';
import { standardRun } from '../plan/standard-run.js';

interface StockItem {
  readonly id: string;
  /** Undefined if a test has worked with the item since it was seen. */
  status: string | undefined;
  isFree: boolean;
}

/** The operations that move items, in the order of the contract. */
const movingItems = batchWrites.filter(({ tag }) => tag === 'orders').map(({ operationId }) => operationId);

/** The status that every move of items starts from, so items in it are scarce. */
const fresh = 'open';

/**
 * Deals out the items of the orders that the configuration names (gap G-01). An item belongs to one test while the test
 * works with it, then to the next one, in the status in which it was left. Of the open items, each operation gets one
 * before any gets a second.
 */
export class OrderDesk {
  readonly #orders: ReadonlyMap<string, StockItem[]>;
  /** The operations for which no item has been dealt out yet, in the order of the contract. */
  #unserved: readonly string[];
  /** How many untouched orders are kept for tests that judge an order as a whole. */
  #wholes: number;

  /** @param reserves whether all tests of the run will come, so that something is kept for them */
  constructor(orders: ReadonlyMap<string, readonly SeenItem[]>, reserves: boolean) {
    this.#orders = new Map(
      [...orders].map(([number, items]) => [
        number,
        items.map(({ id, status }) => ({ id: String(id), status, isFree: true })),
      ]),
    );
    this.#unserved = reserves ? movingItems : [];
    // The other tests get at least one.
    this.#wholes = reserves ? Math.min(standardRun.wholeOrders, this.#untouched.length - 1) : 0;
  }

  /**
   * Deals out items of one order: for a wish for a whole order, those of the smallest untouched one, otherwise those that
   * leave the most to others. The test must look at them, because nobody may know their status.
   */
  take({ items: count, status, whole, operationId }: OrderWish): DealtItems | undefined {
    const untouched = this.#untouched;
    const kept = whole ? [] : untouched.slice(0, Math.max(0, this.#wholes));
    const [best] = [...this.#orders]
      .filter(([number]) => !kept.includes(number) && (!whole || untouched.includes(number)))
      .map(([number, all]) => {
        const fitting = all
          .filter((item) => item.isFree && costOf(item, status) < Number.POSITIVE_INFINITY)
          .toSorted((a, b) => costOf(a, status) - costOf(b, status));
        const items = whole ? fitting : fitting.slice(0, count);
        const cost = items.reduce((sum, item) => sum + costOf(item, status), 0);
        return { number, items, order: [cost, untouched.includes(number) ? 1 : 0, fitting.length] };
      })
      .filter(({ items }) => items.length >= count)
      .toSorted((a, b) => compared(a.order, b.order));
    if (best === undefined || !this.#mayGive(best.items, kept, operationId)) return undefined;
    if (whole) this.#wholes -= 1;
    this.#unserved = this.#unserved.filter((each) => each !== operationId);
    for (const item of best.items) item.isFree = false;
    return { number: best.number, ids: best.items.map(({ id }) => id) };
  }

  /** Takes items back, in any status. */
  giveBack({ number, ids }: DealtItems): void {
    for (const item of this.#orders.get(number) ?? [])
      if (ids.includes(item.id)) Object.assign(item, { isFree: true, status: undefined });
  }

  /** Learns the status of an order's free items; those that are no longer listed are never dealt out again. */
  saw(number: string, items: readonly SeenItem[]): void {
    const seen = new Map(items.map(({ id, status }) => [String(id), status]));
    for (const item of this.#orders.get(number) ?? [])
      if (item.isFree) Object.assign(item, { isFree: seen.has(item.id), status: seen.get(item.id) });
  }

  /** Numbers of the orders that no test has touched, the smallest first. */
  get #untouched(): readonly string[] {
    return [...this.#orders]
      .filter(
        ([, items]) =>
          items.length >= standardRun.itemsOfWhole &&
          items.every(({ isFree, status }) => isFree && status === fresh),
      )
      .toSorted(([, a], [, b]) => a.length - b.length)
      .map(([number]) => number);
  }

  /** Whether an open item is left for each operation that comes before this one and has had none. */
  #mayGive(items: readonly StockItem[], kept: readonly string[], operationId: string | undefined): boolean {
    const isOpen = ({ isFree, status }: StockItem) => isFree && status === fresh;
    const taken = items.filter(isOpen).length;
    const left = [...this.#orders]
      .filter(([number]) => !kept.includes(number))
      .flatMap(([, all]) => all.filter(isOpen)).length;
    const place = this.#unserved.indexOf(operationId ?? '');
    return taken === 0 || left - taken >= (place < 0 ? this.#unserved.length : place);
  }
}

/** How much others would miss an item that fits a wish; infinite if it doesn't fit. */
function costOf({ status }: StockItem, wanted: OrderWish['status']): number {
  if (status === undefined) return 1;
  if (wanted === fresh || wanted === 'shipped') return status === wanted ? 0 : Number.POSITIVE_INFINITY;
  if (status !== fresh) return 0;
  return wanted === undefined ? 2 : Number.POSITIVE_INFINITY;
}

function compared(a: readonly number[], b: readonly number[]): number {
  return a.map((each, index) => each - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
