import type { OrderItemId } from '../../data/update-items.js';
import type { Exchange } from '../../http/exchange.js';
import { type BatchAnswer, BatchDriver, type Submit, type VerifyStatement } from './model-driver.js';
import { orderMoves } from './order-moves.js';

/** The requirements that the model of orders has something to say about. */
export type OrderRequirement = 'ORD-03' | 'ORD-04' | 'ORD-05';

/** A move, as a command names it. */
export type MoveName = keyof typeof orderMoves;

/** The possible statuses of an order item (gap G-01). */
type ItemStatus = 'open' | 'shipped' | 'cancelled' | 'returned';

/** Items of an order, all of them open. */
interface OpenOrder {
  readonly number: string;
  readonly itemIds: readonly OrderItemId[];
  /** Whether the order has no others: then its own status can be foreseen. */
  readonly isWhole: boolean;
}

interface OrderState {
  readonly number: string;
  readonly isWhole: boolean;
  readonly items: readonly { readonly id: OrderItemId; status: ItemStatus }[];
}

/** An item by its place: the second of order 1 is `{ order: 1, item: 2 }`; or an id that no item has. */
export type ItemReference = { readonly order: number; readonly item: number } | 'unknown';

/** An item by its place, in words. */
export function referenceInWords(reference: ItemReference): string {
  return reference === 'unknown' ? 'an unknown item' : `order ${reference.order} item ${reference.item}`;
}

/** An order as the list shows it. */
interface ListedOrder {
  readonly status: string;
  /** The status of each item, by its id. */
  readonly items: ReadonlyMap<OrderItemId, string>;
}

/** Orders as the list shows them, by number. */
type ListedOrders = ReadonlyMap<string, ListedOrder>;

/** The gaps that say where an order shows its status, and in which words. */
const gaps = ['G-01', 'G-05'];

/** The state of some orders whose items were all open at first. */
export class OrderModel {
  readonly orders: readonly OrderState[];
  readonly unknownItemId: OrderItemId;

  /** @param unknownItemId has the form of the target's ids, but no item has it */
  constructor(orders: readonly OpenOrder[], unknownItemId: OrderItemId) {
    this.orders = orders.map(({ number, itemIds, isWhole }) => ({
      number,
      isWhole,
      items: itemIds.map((id) => ({ id, status: 'open' })),
    }));
    this.unknownItemId = unknownItemId;
  }

  /** The item at a place; undefined if there is none. */
  item(reference: ItemReference) {
    return reference === 'unknown' ? undefined : this.orders[reference.order - 1]?.items[reference.item - 1];
  }

  /** `order 1 mixed: open, shipped`. */
  toString(): string {
    return this.#inWords((order) => ({
      status: orderStatus(order),
      items: new Map(order.items.map(({ id, status }) => [id, status])),
    }));
  }

  /** The orders as the list shows them, in the same words. */
  listedInWords(listed: ListedOrders): string {
    return this.#inWords(({ number }) => listed.get(number));
  }

  /** States that each order and each of its items shows the status that the model holds (gap G-01). */
  async compare(
    target: OrderDriver,
    listed: ListedOrders,
    concerns: ReadonlyMap<OrderItemId, OrderRequirement>,
  ): Promise<void> {
    for (const [index, order] of this.orders.entries()) {
      const name = `order ${index + 1}`;
      const shown = listed.get(order.number);
      for (const [place, { id, status }] of order.items.entries()) {
        await target.judge(concerns.get(id) ?? 'ORD-03', {
          at: `status of ${name} item ${place + 1} (${id})`,
          expected: [status],
          actual: shown?.items.get(id) ?? 'not listed',
          gaps,
        });
      }
      if (!order.isWhole) continue;
      await target.judge('ORD-03', {
        at: `status of ${name} (${order.number})`,
        expected: [orderStatus(order)],
        actual: shown?.status ?? 'not listed',
        gaps,
      });
    }
  }

  #inWords(shownAs: (order: OrderState) => ListedOrder | undefined): string {
    const shown = this.orders.map((order, index) => {
      const { status = 'not listed', items } = shownAs(order) ?? {};
      const statuses = order.items.map(({ id }) => items?.get(id) ?? 'not listed');
      return `order ${index + 1} ${status}: ${statuses.join(', ')}`;
    });
    return shown.join('; ');
  }
}

/** An order's status is the status of its items, or mixed if they differ (gap G-01). */
function orderStatus({ items: [first, ...others] }: OrderState): string {
  if (first === undefined) return 'open';
  return others.every(({ status }) => status === first.status) ? first.status : 'mixed';
}

interface OrderDriverOptions {
  readonly verify: VerifyStatement<OrderRequirement>;
  readonly submit: Submit;
  /** Reads the list of orders, all its pages. */
  readonly readOrders: () => Promise<{
    readonly entries: readonly OrderEntry[];
    readonly exchanges: readonly Exchange[];
  }>;
  /** Begins the tracking keys, which end in a number. */
  readonly prefix: string;
}

/** The part of an order that the model knows. */
interface OrderEntry {
  readonly order_number: string;
  readonly status: string;
  readonly order_items: readonly { readonly id: OrderItemId; readonly status: string }[];
}

/** Plays the model of orders against the target. */
export class OrderDriver extends BatchDriver<OrderRequirement> {
  readonly #options: OrderDriverOptions;
  #pages: readonly Exchange[] = [];
  #trackingKeys = 0;

  constructor(options: OrderDriverOptions) {
    super(options.verify, options.submit);
    this.#options = options;
  }

  /** Moves groups of order items in one batch; all items of a group move together. */
  move(name: MoveName, groups: readonly (readonly OrderItemId[])[]): Promise<BatchAnswer> {
    const move = orderMoves[name];
    const items = groups.flatMap<unknown>((ids) =>
      move.items(ids, {
        shipment_tracking_key: this.#trackingKey(),
        return_tracking_key: this.#trackingKey(),
      }),
    );
    return this.submit(move.operationId, items);
  }

  /** The listed orders by number, all pages read. */
  async orders(): Promise<ListedOrders> {
    const { entries, exchanges } = await this.#options.readOrders();
    this.#pages = exchanges;
    return new Map(
      entries.map(({ order_number, status, order_items }) => [
        order_number,
        { status, items: new Map(order_items.map((item) => [item.id, item.status])) },
      ]),
    );
  }

  /** The page that names an item by its id or an order by its number, which end the statement in parentheses. */
  protected readingAbout(at: string): Exchange | undefined {
    const name = /\(([^)]+)\)$/.exec(at)?.[1];
    return this.#pages.find(({ text }) => name !== undefined && text.includes(name)) ?? this.#pages[0];
  }

  #trackingKey(): string {
    this.#trackingKeys += 1;
    return `${this.#options.prefix}${this.#trackingKeys}`;
  }
}
