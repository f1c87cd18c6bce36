import { member } from '../../contract/values/path.js';
import type { OrderTransition } from '../../data/valid/order-transitions.js';
import type { ProductItem } from '../../data/valid/product-item.js';
import { itemsFor, orderMoves } from '../../data/valid/update-items.js';
import { Blocked, unlessBlocked } from '../../verdicts/finding.js';
import { type DealtItems, type OrderWish, type SeenItem, tooFewItems } from './dealt-orders.js';
import { ProductPrerequisites } from './product-prerequisites.js';
import { bodyOf, type EntryOf } from './responses.js';
import { type Reading, readRecords, type Wanted } from './state.js';

/** The part of an order that is needed to work with its items. */
export type Order = EntryOf<'listOrders', typeof itemIds>;

const itemIds = 'order_items.*.id';

/** The product that customers are to order; undefined if the configuration names the orders. */
type Ordered = Pick<ProductItem, 'sku'> | undefined;

/** The properties of a wanted order. */
interface OrderKind {
  /** The minimum number of items. Default: one. */
  readonly items?: number;
  /** Seconds since the order was made. */
  readonly age?: number;
  /** The move that its items must be ready for. Without it, they are open. */
  readonly move?: Move;
}

/** A move of order items, and the status that they must have. */
type Move = Pick<OrderTransition, 'operationId' | 'from'>;

/** Provides what must exist before an operation can succeed, through the API itself; orders come from customers. */
export class Prerequisites extends ProductPrerequisites {
  #ordered: Promise<ProductItem> | undefined;
  /** The items of configured orders that the test has taken. */
  readonly #taken: DealtItems[] = [];

  /** Whether orders can be made: they come from customers, so only a control interface can do it. */
  get canMakeOrders(): boolean {
    return this.canWrite && this.options.merchant.makeOrder !== undefined;
  }

  /**
   * An active product for customers to order, made once for a test.
   * @returns undefined if the configuration names the orders, which have their own products
   * @throws Blocked if there are no orders
   */
  async orderedProduct(): Promise<ProductItem | undefined> {
    this.#mayOrder();
    if (!this.canMakeOrders) return undefined;
    this.#ordered ??= this.activeProduct();
    return this.#ordered;
  }

  /** An order with one item, of a new product, that is ready for a move. */
  async orderToMove(move: Move): Promise<Order> {
    return this.orderOf(this.canMakeOrders ? await this.activeProduct() : undefined, { move });
  }

  /**
   * An order of an active product, as the API lists it, with open items unless a move needs shipped ones. If none can be
   * made, it is one that the configuration names: the part that belongs to the test, with the requested number of
   * items.
   * @throws Blocked if there are no orders, or the order is not listed
   */
  async orderOf(product: Ordered, kind: OrderKind = {}): Promise<Order> {
    if (!this.canMakeOrders && kind.age === undefined) return this.#named(kind);
    const { order_number: made } = await this.customerOrder(product, kind);
    // Whether the list can be filtered is an assumption (gap G-11).
    const order = (await this.#listed(made).catch(unlessBlocked)) ?? (await this.#listed(made, {}));
    if (order === undefined) throw new Blocked('the order that was made is not listed');
    if (kind.move?.from === 'shipped') await this.shipped(order);
    return order;
  }

  /**
   * For each size, an order with that many items and no others; two of them may come from the same order.
   * @throws Blocked if there are no orders, or the order is not listed
   */
  async itemGroups(
    product: Ordered,
    sizes: readonly number[],
    kind: Pick<OrderKind, 'move'> = {},
  ): Promise<readonly Order[]> {
    if (!this.canMakeOrders) {
      const orders: Order[] = [];
      for (const items of sizes) orders.push(await this.#named({ ...kind, items }));
      return orders;
    }
    const order = await this.orderOf(product, { ...kind, items: sizes.reduce((sum, each) => sum + each, 0) });
    const left = [...order.order_items];
    return sizes.map((size) => ({ ...order, order_items: left.splice(0, size) }));
  }

  /** Items of a configured order that are no longer open. Empty if there are none, or if orders can be made. */
  async usedItems(items: number): Promise<readonly Order[]> {
    const order = await this.#take({ items, status: 'used' });
    return order === undefined ? [] : [order];
  }

  /** An order for requests whose item may fail, or must: an item of a configured order may have any status then. */
  async orderToTry(move: Move): Promise<Order> {
    if (this.canMakeOrders) return this.orderToMove(move);
    return this.#mustTake({ items: 1, operationId: move.operationId });
  }

  /**
   * Returns the items of configured orders to the other tests.
   * @param isMoving whether the test's requests may still move an item
   */
  async giveBackOrders(isMoving: (itemId: string) => boolean): Promise<void> {
    for (const { number, ids } of this.#taken.splice(0)) {
      const left = ids.filter((id) => !isMoving(id)).map((id) => ({ id }));
      await this.options.namedOrders?.giveBack(number, left);
    }
  }

  /**
   * An order of an active product as it was made, even if the API doesn't list it. Only a customer, or a sandbox's
   * control interface, can make it.
   * @throws Blocked if there is no control interface
   */
  async customerOrder(product: Ordered, { items = 1, age }: OrderKind = {}) {
    const { sku } = this.found(product, 'there is no product to order');
    this.#mayOrder();
    const makeOrder = this.found(
      this.options.merchant.makeOrder,
      'it needs an order made for the purpose, but orders come from customers, and the target has no control interface',
    );
    const skus = Array.from({ length: items }, () => sku);
    const order_number = await makeOrder({ age, skus });
    return { order_number, order_items: skus.map((each) => ({ sku: each })) };
  }

  /**
   * An order to look at: one made for the purpose, or the first listed one if none can be made.
   * @throws Blocked, or Inapplicable if the run only reads, if none is listed
   */
  async someOrder(): Promise<EntryOf<'listOrders'>> {
    if (this.canMakeOrders) return this.orderToMove(orderMoves.ship);
    const { items } = bodyOf(await this.api.listOrders(), 'items.*.order_number');
    return this.firstListed(items, 'order', ['no order']);
  }

  /** The orders on the first page of the list. */
  async listedOrders(): Promise<readonly Order[]> {
    return bodyOf(await this.api.listOrders(), 'items.*.order_number', `items.*.${itemIds}`).items;
  }

  /**
   * An order that has a delivery document, and a second one if it exists: made for the purpose, or listed ones.
   * @throws Blocked, or Inapplicable if the run only reads, if no listed order names a document
   */
  async ordersWithDocument(): Promise<readonly [one: Order, another?: Order]> {
    if (this.canMakeOrders) {
      const product = await this.orderedProduct();
      return [await this.orderOf(product), await this.orderOf(product, { items: 2 })];
    }
    const { entries } = await this.everyPage('listOrders', {}, itemIds);
    const named = entries.filter(({ delivery_document_url: url }) => url !== null && url !== undefined);
    return [this.firstListed(named, 'order with a document', ['no order']), named[1]];
  }

  /** Ships all items of an order. @throws Blocked if that is refused */
  async shipped(order: Order): Promise<void> {
    await this.accepted(this.api.shipOrderItems({ body: { items: itemsFor(orderMoves.ship, order) } }));
  }

  /** Products and orders as records: all of them on a merchant that only the test uses, otherwise only those named. */
  records(wanted: Wanted): Promise<Reading> {
    return readRecords(this.api, this.options.ownNames, wanted);
  }

  /** A webhook subscription to all events that the target knows. */
  async webhook() {
    return bodyOf(await this.api.createWebhook({ body: await this.newWebhook() }), 'id');
  }

  /** The body that creates a subscription; its unique URL is in a domain that never resolves. */
  async newWebhook(): Promise<{ events: string[]; url: string; description: string }> {
    this.mayWrite();
    const types = bodyOf(await this.api.listWebhookEventTypes(), '*.event');
    if (types.length === 0) throw new Blocked('the target lists no webhook event types');
    const key = this.newKey();
    return {
      events: types.map(({ event }) => event),
      url: `https://receiver.invalid/${key}`,
      description: `${key} subscription`,
    };
  }

  /** @throws Blocked if orders can't be made and the configuration names none */
  #mayOrder(): void {
    this.mayWrite();
    if (this.canMakeOrders || (this.options.namedOrders?.numbers ?? []).length > 0) return;
    throw new Blocked(
      'there is no order to work with: orders come from customers, the target has no control interface, and TARGET_ORDERS names none',
      [],
      ['no order'],
    );
  }

  /**
   * Items of the configured orders. If shipped items are wanted and no other test has left any, this ships open ones.
   * @throws Blocked if there are none
   */
  async #named({ items = 1, move }: OrderKind): Promise<Order> {
    const wish = { items, operationId: move?.operationId };
    if (move?.from !== 'shipped') return this.#mustTake({ ...wish, status: 'open' });
    const shipped = await this.#take({ ...wish, status: 'shipped' });
    if (shipped !== undefined) return shipped;
    const open = await this.#mustTake({ ...wish, status: 'open' });
    await this.shipped(open);
    return open;
  }

  /** @throws Blocked if there are no such items for the test */
  async #mustTake(wish: OrderWish): Promise<Order> {
    const order = await this.#take(wish);
    if (order === undefined) throw new Blocked(tooFewItems, [], ['too few order items']);
    return order;
  }

  /**
   * Takes items of one configured order, which shows only these. Others may have moved them, so they are read first.
   * @returns undefined if there are no items for the test
   * @throws Blocked if orders can't be made and the configuration names none
   */
  async #take(wish: OrderWish): Promise<Order | undefined> {
    this.#mayOrder();
    const { namedOrders, ownNames } = this.options;
    for (;;) {
      const dealt = await namedOrders?.take(wish);
      if (dealt === undefined) return undefined;
      const { number, ids } = dealt;
      const order = await this.#listed(number);
      const items = (order?.order_items ?? []).filter(({ id }) => ids.includes(String(id)));
      const seen = items.map((item) => ({ id: item.id, status: String(member(item, 'status')) }));
      if (order !== undefined && seen.length === ids.length && seen.every((item) => fits(item, wish))) {
        this.#taken.push(dealt);
        ownNames?.orders.set(number, new Set([...(ownNames.orders.get(number) ?? []), ...ids]));
        return { ...order, order_items: items };
      }
      await namedOrders?.giveBack(number, seen);
    }
  }

  /** An order as it is listed. */
  async #listed(
    number: string,
    query: Readonly<Record<string, string>> = { order_number: number },
  ): Promise<Order | undefined> {
    const { entries } = await this.everyPage('listOrders', query, itemIds);
    return entries.find(({ order_number }) => order_number === number);
  }
}

function fits({ status }: SeenItem, { status: wanted }: OrderWish): boolean {
  return wanted === 'used' ? status !== 'open' : wanted === undefined || status === wanted;
}
