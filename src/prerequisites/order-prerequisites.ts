import type { ProductItem } from '../arbitraries/product-item.js';
import type { MadeOrder } from '../target/made-order.js';
import type { Merchant } from '../target/merchant.js';
import { Blocked } from '../verdicts/interruptions.js';
import { bodyOf } from './body-of.js';
import type { EntryOf } from './pages.js';
import { ProductPrerequisites } from './product-prerequisites.js';
import { shipmentOf } from './shipment.js';

/** As much of an order as it takes to work with its items. */
export type Order = EntryOf<'listOrders', typeof itemIds>;

const itemIds = 'order_items.*.id';

/** Number of an order's items, and seconds since it was made. */
export interface OrderSize {
  readonly items?: number;
  readonly age?: number;
}

/** Brings about orders, which only customers can make: a control interface does it in their place. */
export class OrderPrerequisites extends ProductPrerequisites {
  #ordered: Promise<ProductItem> | undefined;

  /** Whether orders can be made: they come from customers, so that only a control interface can. */
  get canMakeOrders(): boolean {
    return this.canWrite && this.options.merchant.makeOrder !== undefined;
  }

  /**
   * An active product for customers to order, made once for a test; a draft where orders are those that the configuration
   * names, which are of products of their own.
   * @throws Blocked where there is no order to be had
   */
  async orderedProduct(): Promise<ProductItem> {
    this.#mayOrder();
    this.#ordered ??= this.canMakeOrders ? this.activeProduct() : this.draftProduct();
    return this.#ordered;
  }

  /** An order of one item that is open, of a product of its own. */
  async openOrder(): Promise<Order> {
    this.#mayOrder();
    return this.canMakeOrders ? this.orderOf(await this.activeProduct()) : this.#namedOrder(1);
  }

  /**
   * An order of an active product, as the API lists it; where none can be made, one of as many items or more that the
   * configuration names, all of them open, which no other test works with.
   * @param wish number of its items, and seconds since it was made
   * @throws Blocked where there is no order to be had, or the order is not listed
   */
  async orderOf(product: Pick<ProductItem, 'sku'>, wish: OrderSize = {}): Promise<Order> {
    this.#mayOrder();
    if (!this.canMakeOrders && wish.age === undefined) return this.#namedOrder(wish.items ?? 1);
    const { order_number: made } = await this.customerOrder(product, wish);
    const { entries } = await this.everyPage('listOrders', {}, itemIds);
    const order = entries.find(({ order_number }) => order_number === made);
    if (order === undefined) throw new Blocked('the order that was made is not listed');
    return order;
  }

  /**
   * An order of an active product as it was made, whether or not the API lists it. Only a customer, or a sandbox's
   * control interface, can make it.
   * @throws Blocked where there is no control interface
   */
  async customerOrder({ sku }: Pick<ProductItem, 'sku'>, wish: OrderSize = {}): Promise<MadeOrder> {
    const { items = 1, ...rest } = wish;
    return this.#customers()({ ...rest, skus: Array.from({ length: items }, () => sku) });
  }

  /** An order to look at: one made for the purpose, else the first that is listed. */
  async someOrder(): Promise<EntryOf<'listOrders'>> {
    if (this.canMakeOrders) return this.openOrder();
    const [order] = bodyOf(await this.options.api.listOrders(), 'items.*.order_number').items;
    if (order === undefined) throw new Blocked('the target lists no order, and none can be made');
    return order;
  }

  /**
   * An order that has a delivery document, and another one where there is one: made for the purpose, else those listed.
   * @throws Blocked where no order that is listed names a document
   */
  async ordersWithDocument(): Promise<readonly [one: Order, another?: Order]> {
    if (this.canMakeOrders) {
      const product = await this.orderedProduct();
      return [await this.orderOf(product), await this.orderOf(product, { items: 2 })];
    }
    const { entries } = await this.everyPage('listOrders', {}, itemIds);
    const isNamed = ({ delivery_document_url: url }: Order) => url !== null && url !== undefined;
    const [one, another] = entries.filter(isNamed);
    if (one === undefined)
      throw new Blocked('the target lists no order with a document, and none can be made');
    return another === undefined ? [one] : [one, another];
  }

  /** An order all of whose items were shipped. */
  async shippedOrder(): Promise<Order> {
    const order = await this.openOrder();
    await this.shipped(order);
    return order;
  }

  /** Ships all items of an order. @throws Blocked when that is refused */
  async shipped(order: Order): Promise<void> {
    await this.accepted(this.options.api.shipOrderItems({ body: { items: [shipmentOf(order)] } }));
  }

  /** @throws Blocked where orders can neither be made nor are any named */
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
        ? 'it needs an order made for the purpose: orders come from customers, and the target has no control interface'
        : 'there is no order to work with: orders come from customers, the target has no control interface, and TARGET_ORDERS names none',
    );
  }

  /** One of the named orders, of which nobody has moved an item. @throws Blocked when no such is left */
  async #namedOrder(items: number): Promise<Order> {
    const { namedOrders, ownNames } = this.options;
    for (const number of namedOrders?.numbers ?? []) {
      // Taken before it is looked at: what others have takes no request.
      if (namedOrders?.take(number) !== true) continue;
      const { entries } = await this.everyPage(
        'listOrders',
        { order_number: number },
        itemIds,
        'order_items.*.status',
      );
      const order = entries.find(({ order_number }) => order_number === number);
      // One that is gone, or was moved before, stays taken: it is of use to nobody.
      if (order?.order_items.every(({ status }) => status === 'open') !== true) continue;
      if (order.order_items.length < items) {
        namedOrders.giveBack(number);
        continue;
      }
      ownNames?.orders.add(number);
      return order;
    }
    throw new Blocked(
      `the orders that TARGET_ORDERS names are used up: none is left of at least ${items} ${items === 1 ? 'item' : 'items'}, all of them open`,
    );
  }
}
