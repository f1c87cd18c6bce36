import { operation } from '../../contract/operations.js';
import type { OperationId, SuccessBodyOf } from '../../contract/types.js';
import type { OrderTransition } from '../../data/valid/order-transitions.js';
import type { ProductItem } from '../../data/valid/product-item.js';
import { itemsFor, type OrderItemId, orderMoves } from '../../data/valid/update-items.js';
import type { Exchange } from '../../http/exchange.js';
import type { AnyRequest } from '../../http/transports/transport.js';
import type { Merchant } from '../../target/merchants/merchant.js';
import { Blocked, unlessBlocked } from '../../verdicts/finding.js';
import { type DealtOrder, DealtOrders, noItems } from './dealt-orders.js';
import type { PrerequisitesOptions } from './merchant-data.js';
import { ProductPrerequisites } from './product-prerequisites.js';
import { bodyOf, type EntryOf, type Needed } from './responses.js';
import { type Reading, readRecords, type Wanted } from './state.js';

/** The part of a subscription that is needed to work with it. */
type Webhook = Needed<SuccessBodyOf<'createWebhook'>, 'id'>;

/** The part of an order that is needed to work with its items. */
export type Order = EntryOf<'listOrders', typeof itemIds>;

const itemIds = 'order_items.*.id';

/** An order as a customer made it, whether or not the service lists it. */
interface MadeOrder {
  readonly order_number: string;
  /** The product of each item. */
  readonly order_items: readonly Pick<ProductItem, 'sku'>[];
}

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
  readonly #dealt: DealtOrders | undefined;
  #ordered: Promise<ProductItem> | undefined;

  constructor(options: PrerequisitesOptions) {
    super(options);
    const { namedOrders, ownNames } = options;
    if (namedOrders === undefined || ownNames === undefined) return;
    this.#dealt = new DealtOrders(namedOrders, (number) => this.#listed(number), ownNames.orders);
  }

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
    this.#mayOrder();
    if (!this.canMakeOrders && kind.age === undefined) return this.#named(kind);
    const { order_number: made } = await this.customerOrder(product, kind);
    const find = async (query: Readonly<Record<string, unknown>>) => {
      const { entries } = await this.everyPage('listOrders', query, itemIds);
      return entries.find(({ order_number }) => order_number === made);
    };
    // Whether the list can be filtered is an assumption (gap G-11).
    const order = (await find({ order_number: made }).catch(unlessBlocked)) ?? (await find({}));
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
    this.#mayOrder();
    if (!this.canMakeOrders) {
      const orders: Order[] = [];
      for (const items of sizes) orders.push(await this.#named({ ...kind, items }));
      return orders;
    }
    const order = await this.orderOf(product, { ...kind, items: sizes.reduce((sum, each) => sum + each, 0) });
    let used = 0;
    return sizes.map((size) => {
      used += size;
      return { ...order, order_items: order.order_items.slice(used - size, used) };
    });
  }

  /**
   * Items that are no longer open, if the configuration names the orders. Empty if there are none, or if orders can be
   * made.
   */
  async usedItems(items: number): Promise<readonly Order[]> {
    this.#mayOrder();
    const order = await this.#dealt?.take({ items, status: 'used' });
    return order === undefined ? [] : [order];
  }

  /**
   * An order for requests that must be refused, so that its item stays as it is: an item of a configured order may
   * have any status then.
   */
  async orderToRefuse(move: Move): Promise<Order> {
    if (this.canMakeOrders) return this.orderToMove(move);
    this.#mayOrder();
    const { operationId } = move;
    const order = await this.#dealt?.take({ items: 1, operationId });
    if (order === undefined) throw noItems();
    return order;
  }

  /**
   * An order for requests that must be answered with success, whatever becomes of its item: an item of a configured
   * order that can't be moved any more is enough, if other tests have left one.
   */
  async orderToTry(move: Move): Promise<Order> {
    const [used] = await this.usedItems(1);
    return used ?? this.orderToMove(move);
  }

  /**
   * Returns the items of configured orders to the other tests.
   * @param isMoving whether the test's requests may still move an item
   */
  async giveBackOrders(isMoving: (itemId: string) => boolean): Promise<void> {
    await this.#dealt?.giveBack(isMoving);
  }

  /**
   * An order of an active product as it was made, even if the API doesn't list it. Only a customer, or a sandbox's
   * control interface, can make it.
   * @throws Blocked if there is no control interface
   */
  async customerOrder(product: Ordered, { items = 1, age }: OrderKind = {}): Promise<MadeOrder> {
    const { sku } = this.found(product, 'there is no product to order');
    const skus = Array.from({ length: items }, () => sku);
    const order_number = await this.#customers()({ ...(age === undefined ? {} : { age }), skus });
    return { order_number, order_items: skus.map((each) => ({ sku: each })) };
  }

  /**
   * An order to look at: one made for the purpose, or the first listed one if none can be made.
   * @throws Blocked, or Inapplicable if the run only reads, if none is listed
   */
  async someOrder(): Promise<EntryOf<'listOrders'>> {
    if (this.canMakeOrders) return this.orderToMove(orderMoves.ship);
    return this.firstListed(bodyOf(await this.api.listOrders(), 'items.*.order_number').items, 'order', [
      'no order',
    ]);
  }

  /** Ids of the order items on the first page of the list: they show the form of ids. */
  async listedItemIds(): Promise<readonly OrderItemId[]> {
    const { items } = bodyOf(await this.api.listOrders(), 'items.*.order_items.*.id');
    const ids = items.flatMap(({ order_items }) => order_items.map(({ id }) => id));
    this.firstListed(ids, 'order with items', ['no order']);
    return ids;
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
    const isNamed = ({ delivery_document_url: url }: Order) => url !== null && url !== undefined;
    const named = entries.filter(isNamed);
    const [one, another] = [this.firstListed(named, 'order with a document', ['no order']), named[1]];
    return another === undefined ? [one] : [one, another];
  }

  /** Ships all items of an order. @throws Blocked if that is refused */
  async shipped(order: Order): Promise<void> {
    await this.accepted(this.api.shipOrderItems({ body: { items: itemsFor(orderMoves.ship, order) } }));
  }

  /** Products and orders as records: all of them on a merchant that only the test uses, otherwise only those named. */
  records(wanted: Omit<Wanted, 'shared' | 'own'>): Promise<Reading> {
    const { merchant, ownNames } = this.options;
    return readRecords(this.api, { ...wanted, own: ownNames?.orders, shared: merchant.shared });
  }

  /** A webhook subscription to all events that the target knows. */
  async webhook(): Promise<Webhook> {
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

  /**
   * Deletes the subscriptions that the test has left on a merchant that others use too, because each receives every
   * event there. Subscriptions that can't be deleted now are left to the end of the run.
   */
  async tidyUp(): Promise<void> {
    const ids = [...(this.options.ownNames?.subscriptionIds ?? [])];
    await Promise.allSettled(ids.map((id) => this.api.deleteWebhook({ path: { id } })));
  }

  /**
   * The id of a finished batch of a write. If tests share a merchant, a test that only reads results takes a batch that
   * another test of the run has left.
   * @param prepare prepare requests of that write, if none is left; one is sent only if those before it are refused
   */
  async finishedBatch(
    write: OperationId,
    ...prepare: readonly (() => Promise<AnyRequest>)[]
  ): Promise<string> {
    const left = await this.#leftBatch(write);
    if (left !== undefined) return left;
    const { batchRequestId } = await this.options.batches.finished(this.#written(write, prepare));
    await this.options.namedOrders?.leaveBatch(write, batchRequestId);
    return batchRequestId;
  }

  /** The id of a batch of a write whose result the test has not read. @param prepare as in finishedBatch */
  async unreadBatch(write: OperationId, ...prepare: readonly (() => Promise<AnyRequest>)[]): Promise<string> {
    const left = await this.#leftBatch(write);
    if (left !== undefined) return left;
    return (await this.options.batches.acknowledged(this.#written(write, prepare))).batchRequestId;
  }

  /** The first response to a write that is a success, or the last one. */
  async #written(
    write: OperationId,
    [prepare = async () => ({}), ...others]: readonly (() => Promise<AnyRequest>)[],
  ): Promise<Exchange> {
    const exchange = await this.api.send(operation(write), await prepare());
    return exchange.succeeded || others.length === 0 ? exchange : this.#written(write, others);
  }

  async #leftBatch(write: OperationId): Promise<string | undefined> {
    this.mayWrite();
    return this.options.namedOrders?.leftBatch(write);
  }

  /** @throws Blocked if orders can't be made and the configuration names none */
  #mayOrder(): void {
    this.mayWrite();
    const named = this.options.namedOrders?.numbers ?? [];
    if (named.length === 0) this.#customers();
  }

  #customers(): NonNullable<Merchant['makeOrder']> {
    this.mayWrite();
    const { makeOrder } = this.options.merchant;
    if (makeOrder !== undefined) return makeOrder;
    const { numbers = [] } = this.options.namedOrders ?? {};
    throw new Blocked(
      numbers.length > 0
        ? 'it needs an order made for the purpose, but orders come from customers, and the target has no control interface'
        : 'there is no order to work with: orders come from customers, the target has no control interface, and TARGET_ORDERS names none',
      [],
      numbers.length > 0 ? [] : ['no order'],
    );
  }

  /**
   * Items of the configured orders. If shipped items are wanted and no other test has left any, this ships open ones.
   * @throws Blocked if there are none
   */
  async #named({ items = 1, move }: OrderKind): Promise<Order> {
    const wish = { items, ...(move && { operationId: move.operationId }) };
    const shipped =
      move?.from === 'shipped' ? await this.#dealt?.take({ ...wish, status: 'shipped' }) : undefined;
    if (shipped !== undefined) return shipped;
    const open = await this.#dealt?.take({ ...wish, status: 'open' });
    if (open === undefined) throw noItems();
    if (move?.from === 'shipped') await this.shipped(open);
    return open;
  }

  /** An order as it is listed, with the status of its items. */
  async #listed(number: string): Promise<DealtOrder | undefined> {
    const query = { order_number: number };
    const { entries } = await this.everyPage('listOrders', query, itemIds, 'order_items.*.status');
    return entries.find(({ order_number }) => order_number === number);
  }
}
