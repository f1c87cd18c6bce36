import type { ProductItem } from '../arbitraries/product-item.js';
import type { Operation } from '../contract/operations.js';
import type { OperationId, RequestOf, SuccessBodyOf } from '../contract/types.js';
import type { Merchant } from '../target/merchant.js';
import { Blocked } from '../verdicts/interruptions.js';
import { type BatchItems, drawnItemsOf } from './batch-items.js';
import { bodyOf } from './body-of.js';
import { invalidItemsOf } from './invalid-items.js';
import { ProductPrerequisites } from './product-prerequisites.js';
import { type Reading, readRecords, type Wanted } from './records.js';
import { requestsThatSucceed } from './requests.js';

export type Order = SuccessBodyOf<'listOrders'>['items'][number];
export type Webhook = SuccessBodyOf<'createWebhook'>;

/** Brings about what must be there before an operation can succeed, through the API itself. */
export class Prerequisites extends ProductPrerequisites {
  #ordered: Promise<ProductItem> | undefined;

  /** Whether orders can be made: they come from customers, so that only a control interface can. */
  get canMakeOrders(): boolean {
    return this.canWrite && this.options.merchant.makeOrder !== undefined;
  }

  /** An active product for customers to order, made once for a test. */
  orderedProduct(): Promise<ProductItem> {
    this.#ordered ??= this.activeProduct();
    return this.#ordered;
  }

  /** An order of one item that is open, of a product of its own. */
  async openOrder(): Promise<Order> {
    this.#customers();
    return this.orderOf(await this.activeProduct());
  }

  /**
   * An order of an active product, which only a customer, or a sandbox's control interface, can make.
   * @param wish number of its items, and seconds since it was made
   * @throws Blocked where there is no control interface
   */
  async orderOf(
    { sku }: Pick<ProductItem, 'sku'>,
    wish: { items?: number; age?: number } = {},
  ): Promise<Order> {
    const makeOrder = this.#customers();
    const known = new Set(
      (await this.everyPage('listOrders')).entries.map(({ order_number }) => order_number),
    );
    const { items = 1, ...rest } = wish;
    await makeOrder({ ...rest, skus: Array.from({ length: items }, () => sku) });
    const { entries } = await this.everyPage('listOrders');
    const order = entries.find(({ order_number }) => !known.has(order_number));
    if (order === undefined) throw new Blocked('the order that was made is not listed');
    return order;
  }

  /** An order to look at: one made for the purpose, else the first that is listed. */
  async someOrder(): Promise<Order> {
    if (this.canMakeOrders) return this.openOrder();
    const [order] = bodyOf(await this.options.api.listOrders()).items;
    if (order === undefined) throw new Blocked('the target lists no order, and none can be made');
    return order;
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

  /** How to draw items for a batch write, with what they are about brought about. */
  async batchItems({ operationId }: Operation): Promise<BatchItems> {
    this.mayWrite();
    return drawnItemsOf(operationId, this);
  }

  /** How to draw an item with one mistake for a batch write, with what it is about brought about. */
  async invalidItems({ operationId }: Operation): ReturnType<typeof invalidItemsOf> {
    this.mayWrite();
    return invalidItemsOf(operationId, this);
  }

  /** Products and orders as records. On a merchant of its own all that there are, else only those named. */
  records(wanted: Omit<Wanted, 'shared'>): Promise<Reading> {
    const { shared } = this.options.merchant;
    return readRecords((id, query) => this.everyPage(id, query), { ...wanted, shared });
  }

  /** A webhook subscription to all events that the target knows. */
  async webhook(): Promise<Webhook> {
    return bodyOf(await this.options.api.createWebhook({ body: await this.newWebhook() }));
  }

  /** What a subscription is created from; its URL is of a domain that never resolves. */
  async newWebhook(): Promise<{ events: string[]; url: string; description: string }> {
    this.mayWrite();
    const types = bodyOf(await this.options.api.listWebhookEventTypes());
    if (types.length === 0) throw new Blocked('the target lists no webhook event types');
    const prefix = this.options.prefix;
    return {
      events: types.map(({ event }) => event),
      url: `https://receiver.invalid/${prefix}`,
      description: `${prefix}subscription`,
    };
  }

  /** The reports that the target lists, at least one. */
  async reports(): Promise<SuccessBodyOf<'listReports'>> {
    const reports = bodyOf(await this.options.api.listReports());
    if (reports.length === 0) throw new Blocked('the target lists no report');
    return reports;
  }

  #customers(): NonNullable<Merchant['makeOrder']> {
    const { makeOrder } = this.options.merchant;
    if (makeOrder !== undefined) return makeOrder;
    throw new Blocked(
      'there is no order to work with: orders come from customers, and the target has no control interface',
    );
  }

  /** A request that the operation must answer with success, with all that it needs brought about. */
  async requestFor<Id extends OperationId>(operationId: Id): Promise<RequestOf<Id>> {
    return requestsThatSucceed[operationId](this);
  }
}

/** The ship request for all items of an order (gap G-11). */
export function shipmentOf(order: Order): {
  order_items: Order['order_items'][number]['id'][];
  carrier_key: string;
  shipment_tracking_key: string;
  return_tracking_key: string;
} {
  return {
    order_items: order.order_items.map(({ id }) => id),
    carrier_key: order.carrier_key ?? 'carrier',
    shipment_tracking_key: `S-${order.order_number}`,
    return_tracking_key: `R-${order.order_number}`,
  };
}
