import { Blocked } from '../../verdicts/interruptions.js';
import type { DealtItems, NamedOrders, OrderWish } from './named-orders.js';
import type { OwnNames } from './own-names.js';
import type { EntryOf } from './pages.js';

/** As much of an order as it takes to deal out its items. */
export type DealtOrder = EntryOf<'listOrders', 'order_items.*.id' | 'order_items.*.status'>;

/** How often a wish is tried: each time an order turns out to be otherwise than was known, and that is known then. */
const mostTries = 100;

/** What one test has of the orders that the configuration names. */
export class DealtOrders {
  readonly #named: NamedOrders;
  readonly #read: (number: string) => Promise<DealtOrder | undefined>;
  readonly #own: OwnNames['orders'];
  readonly #held: DealtItems[] = [];
  #taken = { open: 0, together: 0 };

  /**
   * @param read an order as the API lists it
   * @param own learns what the test may move
   */
  constructor(
    named: NamedOrders,
    read: (number: string) => Promise<DealtOrder | undefined>,
    own: OwnNames['orders'],
  ) {
    this.#named = named;
    this.#read = read;
    this.#own = own;
  }

  /** Items that it took while they were open; undefined where there were none. */
  get taken(): { readonly open: number; readonly together: number } | undefined {
    return this.#taken.open === 0 ? undefined : this.#taken;
  }

  /**
   * Takes items: an order for each group of the wish, which shows as much of it as is the test's.
   * @returns the reason where none will do, as the end of a sentence
   */
  async take(wish: OrderWish): Promise<readonly DealtOrder[] | string> {
    const read = new Map<string, DealtOrder | undefined>();
    for (let tries = 0; tries < mostTries; tries += 1) {
      const dealt = await this.#named.take(wish);
      if ('none' in dealt) return dealt.none;
      if ('look' in dealt) {
        // What was read before that is older by now.
        read.clear();
        read.set(dealt.look, await this.#look(dealt.look));
        continue;
      }
      const orders: DealtOrder[] = [];
      for (const items of dealt.groups) {
        if (!read.has(items.number)) read.set(items.number, await this.#look(items.number));
        const order = read.get(items.number);
        const own = order?.order_items.filter(({ id }) => items.ids.includes(String(id))) ?? [];
        const isAsWished = own.every(({ status }) => status === (wish.status ?? status));
        const isWhole = !wish.whole || own.length === order?.order_items.length;
        if (order !== undefined && own.length === items.ids.length && isAsWished && isWhole)
          orders.push({ ...order, order_items: own });
      }
      if (orders.length === dealt.groups.length) {
        for (const items of dealt.groups) this.#hold(items, wish.whole === true);
        for (const { order_items } of orders) this.#count(order_items, wish);
        return orders;
      }
      for (const items of dealt.groups) await this.#named.giveBack(items);
      for (const number of new Set(dealt.groups.map((items) => items.number))) await this.#look(number);
      read.clear();
    }
    throw new Blocked('the orders that TARGET_ORDERS names change while they are looked at');
  }

  /** Leaves what the test had to others. @param isMoving whether an item may still be moved by what the test sent */
  async giveBack(isMoving: (itemId: string) => boolean): Promise<void> {
    for (const { number, ids } of this.#held.splice(0))
      await this.#named.giveBack({ number, ids: ids.filter((id) => !isMoving(id)) });
  }

  async #look(number: string): Promise<DealtOrder | undefined> {
    const order = await this.#read(number);
    await this.#named.saw({ number, items: order?.order_items ?? [] });
    return order;
  }

  #count(items: DealtOrder['order_items'], { groups: [least = 1], whole }: OrderWish): void {
    const open = items.filter(({ status }) => status === 'open').length;
    if (open === 0) return;
    const { together } = this.#taken;
    this.#taken = {
      open: this.#taken.open + open,
      // A whole order may have more items than are asked for.
      together: Math.max(together, whole ? least : open),
    };
  }

  #hold(items: DealtItems, whole: boolean): void {
    this.#held.push(items);
    const known = this.#own.get(items.number);
    this.#own.set(
      items.number,
      whole || known === 'whole' ? 'whole' : new Set([...(known ?? []), ...items.ids]),
    );
  }
}

/**
 * As much of an order as is a test's own: its items, and nothing of what the moves of other tests change with them.
 * @param own ids of its items, or all
 */
export function ownPartOf(
  order: EntryOf<'listOrders'>,
  own: ReadonlySet<string> | 'whole',
): EntryOf<'listOrders'> {
  if (own === 'whole') return order;
  const { order_number, order_items } = order;
  const items: readonly unknown[] = Array.isArray(order_items) ? order_items : [];
  return { order_number, order_items: items.filter((item) => own.has(String(idOf(item)))) };
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? Reflect.get(item, 'id') : undefined;
}
