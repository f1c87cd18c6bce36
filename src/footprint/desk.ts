import { batchWrites } from '../contract/operations.js';
import type { ProductItem } from '../data/valid/product-item.js';
import type { DealtItems, OrderWish, SeenItem } from '../operations/prerequisites/dealt-orders.js';

interface StockItem {
  readonly id: string;
  /** Undefined if a test has worked with the item since it was seen. */
  status: string | undefined;
  isFree: boolean;
}

/** The operations that move items, in the order of the contract. */
const movingItems = batchWrites.filter(({ tag }) => tag === 'orders').map(({ operationId }) => operationId);

/** The status from which every move of items starts, so items with it are scarce. */
const fresh = 'open';

/**
 * Where the tests of a run hand over what they can share: items of the orders that the configuration names (gap G-01),
 * and drafts. Each belongs to one test while the test works with it, and then to the next test, in the state in which
 * it was left. Each operation gets one open item before any operation gets a second.
 */
export class Desk {
  readonly #orders: ReadonlyMap<string, StockItem[]>;
  readonly #drafts = new Map<string, readonly ProductItem[]>();
  /** The operations for which no item has been dealt out yet, in the order of the contract. */
  #unserved: readonly string[];

  /** @param reserves whether all tests of the run will ask for items, so that some must be reserved for them */
  constructor(orders: ReadonlyMap<string, readonly SeenItem[]>, reserves: boolean) {
    this.#orders = new Map(
      [...orders].map(([number, items]) => [
        number,
        items.map(({ id, status }) => ({ id: String(id), status, isFree: true })),
      ]),
    );
    this.#unserved = reserves ? movingItems : [];
  }

  /**
   * Deals out items of one order: those that other tests would miss the least. The test must read them first, because
   * their status may be unknown.
   */
  take({ items: count, status, operationId }: OrderWish): DealtItems | undefined {
    const [best] = [...this.#orders]
      .map(([number, all]) => {
        const fitting = all.filter((item) => item.isFree && costOf(item, status) < Number.POSITIVE_INFINITY);
        const items = fitting.toSorted((a, b) => costOf(a, status) - costOf(b, status)).slice(0, count);
        const cost = items.reduce((sum, item) => sum + costOf(item, status), 0);
        return { number, items, cost, left: fitting.length };
      })
      .filter(({ left }) => left >= count)
      .toSorted((a, b) => a.cost - b.cost || a.left - b.left);
    if (best === undefined || !this.#mayGive(best.items, operationId)) return undefined;
    this.#unserved = this.#unserved.filter((each) => each !== operationId);
    for (const item of best.items) item.isFree = false;
    return { number: best.number, ids: best.items.map(({ id }) => id) };
  }

  /** Takes back items of an order, with their status if it is known. */
  giveBack(number: string, items: readonly SeenItem[]): void {
    const given = new Map(items.map(({ id, status }) => [String(id), status]));
    for (const item of this.#orders.get(number) ?? [])
      if (given.has(item.id)) Object.assign(item, { isFree: true, status: given.get(item.id) });
  }

  /**
   * Takes up to `count` drafts, starting with those that have waited longest.
   * @param key the name of the key that made them
   * @param category the category that they must have; any category if undefined
   */
  takeDrafts(key: string, count: number, category?: number): readonly ProductItem[] {
    const all = this.#drafts.get(key) ?? [];
    const taken = all.filter((each) => category === undefined || each.category === category).slice(0, count);
    const left = all.filter((each) => !taken.includes(each));
    this.#drafts.set(key, left);
    return taken;
  }

  giveBackDrafts(key: string, drafts: readonly ProductItem[]): void {
    this.#drafts.set(key, [...(this.#drafts.get(key) ?? []), ...drafts]);
  }

  /** Whether an open item is left for each operation that comes before the given one and has not had any. */
  #mayGive(items: readonly StockItem[], operationId: string | undefined): boolean {
    const isOpen = ({ isFree, status }: StockItem) => isFree && status === fresh;
    const taken = items.filter(isOpen).length;
    const left = [...this.#orders.values()].flatMap((all) => all.filter(isOpen)).length;
    const place = this.#unserved.indexOf(operationId ?? '');
    return taken === 0 || left - taken >= (place < 0 ? this.#unserved.length : place);
  }
}

/** How much other tests would miss an item that fits a wish; infinite if the item doesn't fit. */
function costOf({ status }: StockItem, wanted: OrderWish['status']): number {
  if (status === undefined) return 1;
  if (wanted === fresh || wanted === 'shipped') return status === wanted ? 0 : Number.POSITIVE_INFINITY;
  if (status !== fresh) return 0;
  return wanted === undefined ? 2 : Number.POSITIVE_INFINITY;
}
